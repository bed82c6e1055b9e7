#include "runs/store.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define WAIT_MS 10000 /* for other processes that hold the file */

struct runs_store {
    sqlite3 *db;
    sqlite3_stmt *get, *put, *estimate;
};

static const char schema[] =
    "CREATE TABLE IF NOT EXISTS runs(key TEXT PRIMARY KEY, workload TEXT NOT NULL, size TEXT NOT NULL,"
    " machine TEXT NOT NULL, sets TEXT NOT NULL, version TEXT NOT NULL, record TEXT NOT NULL,"
    " seconds REAL NOT NULL, rss_kb INTEGER NOT NULL, at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);"
    "CREATE INDEX IF NOT EXISTS runs_workload ON runs(workload, size);";

/* What came later, by the number of the step that brought it: PRAGMA user_version says how many a file has. */
static const char *const steps[] = {
    "ALTER TABLE runs ADD COLUMN subject TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE runs ADD COLUMN sum TEXT NOT NULL DEFAULT '';"
    "CREATE TABLE inputs(asked TEXT NOT NULL, inputs TEXT NOT NULL, contents TEXT NOT NULL, version TEXT NOT NULL,"
    " PRIMARY KEY(asked, inputs));",
};

static const char estimate[] =
    "SELECT coalesce((SELECT avg(seconds) FROM runs WHERE workload=?1 AND size=?2 AND machine=?3 AND sets=?4),"
    " (SELECT avg(seconds) FROM runs WHERE workload=?1 AND size=?2 AND machine=?3),"
    " (SELECT avg(seconds) FROM runs WHERE workload=?1 AND size=?2), 0)";

void runs_store_key(char key[HASH_HEX], const char *version, const char *size, const char *subject,
                    const struct hash *machine)
{
    struct hash h;
    char hex[HASH_HEX];
    hash_hex(machine, hex);
    hash_init(&h);
    hash_text(&h, version);
    hash_text(&h, size);
    hash_text(&h, subject);
    hash_text(&h, hex);
    hash_hex(&h, key);
}

static const char *text_of(sqlite3_stmt *q, int column)
{
    const char *t = (const char *)sqlite3_column_text(q, column);
    return t ? t : "";
}

/* Records may be long: BULK sums go word by word, and say so. Those of before went by bytes. */
#define BULK '+'
#define SUM_TEXT (HASH_HEX + 1)

static void sum_of(char sum[SUM_TEXT], bool bulk, const char *key, const char *subject, const char *record)
{
    struct hash h;
    hash_init(&h);
    hash_text(&h, key);
    hash_text(&h, subject);
    if (bulk)
        hash_bulk(&h, record, strlen(record) + 1);
    else
        hash_text(&h, record);
    sum[0] = BULK;
    hash_hex(&h, sum + bulk);
}

static bool sum_fits(const char *sum, const char *key, const char *subject, const char *record)
{
    char now[SUM_TEXT];
    sum_of(now, *sum == BULK, key, subject, record);
    return !strcmp(now, sum);
}

static int run_sql(struct runs_store *s, const char *sql)
{
    return sqlite3_exec(s->db, sql, NULL, NULL, NULL);
}

/* The number or the first letter of the word that a pragma answers; -1: none. */
static int pragma(struct runs_store *s, const char *sql, bool word)
{
    sqlite3_stmt *q = NULL;
    int v = -1;
    if (sqlite3_prepare_v2(s->db, sql, -1, &q, NULL) == SQLITE_OK && sqlite3_step(q) == SQLITE_ROW)
        v = word ? (sqlite3_column_text(q, 0) ? sqlite3_column_text(q, 0)[0] : -1) : sqlite3_column_int(q, 0);
    sqlite3_finalize(q);
    return v;
}

/* Others may open the same new file at this moment. SQLite does not wait for them where it changes the journal,
   whatever the busy timeout: this does. */
static bool begin_log(struct runs_store *s)
{
    for (u32 i = 0; i < WAIT_MS / 10; i++) {
        if (pragma(s, "PRAGMA journal_mode", true) == 'w' || pragma(s, "PRAGMA journal_mode=WAL", true) > 0)
            return true; /* on file systems without shared memory another journal mode stays, which works, too */
        if (sqlite3_errcode(s->db) != SQLITE_BUSY)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return false;
}

static bool make_tables(struct runs_store *s)
{
    if (pragma(s, "PRAGMA user_version", false) == (int)COUNT_OF(steps))
        return true;
    bool ok = run_sql(s, "BEGIN IMMEDIATE") == SQLITE_OK && run_sql(s, schema) == SQLITE_OK;
    for (int i = ok ? pragma(s, "PRAGMA user_version", false) : 0; ok && i < (int)COUNT_OF(steps); i++)
        ok = i >= 0 && run_sql(s, steps[i]) == SQLITE_OK;
    char mark[40];
    snprintf(mark, sizeof mark, "PRAGMA user_version=%d", (int)COUNT_OF(steps));
    return ok && run_sql(s, mark) == SQLITE_OK && run_sql(s, "COMMIT") == SQLITE_OK;
}

static bool prepare(struct runs_store *s)
{
    static const char get[] = "SELECT record, seconds, subject, sum FROM runs WHERE key=?1",
                      put[] = "INSERT OR REPLACE INTO runs(key,workload,size,machine,sets,version,subject,record,sum,"
                              "seconds,rss_kb) VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11)";
    return sqlite3_prepare_v2(s->db, get, -1, &s->get, NULL) == SQLITE_OK &&
           sqlite3_prepare_v2(s->db, put, -1, &s->put, NULL) == SQLITE_OK &&
           sqlite3_prepare_v2(s->db, estimate, -1, &s->estimate, NULL) == SQLITE_OK;
}

struct runs_store *runs_store_open(const char *path, struct diag *d)
{
    struct runs_store *s = xcalloc(1, sizeof(*s));
    /* records are long: larger pages of a new file take fewer system calls */
    if (sqlite3_open(path, &s->db) == SQLITE_OK && sqlite3_busy_timeout(s->db, WAIT_MS) == SQLITE_OK &&
        run_sql(s, "PRAGMA page_size=16384") == SQLITE_OK && begin_log(s) &&
        run_sql(s, "PRAGMA synchronous=NORMAL") == SQLITE_OK && make_tables(s) && prepare(s))
        return s;
    diag_error(d, path, 0, 0, "cannot be used as a store of results: %s", sqlite3_errmsg(s->db));
    runs_store_close(s);
    return NULL;
}

void runs_store_close(struct runs_store *s)
{
    if (!s)
        return;
    sqlite3_finalize(s->get);
    sqlite3_finalize(s->put);
    sqlite3_finalize(s->estimate);
    sqlite3_close(s->db);
    free(s);
}

char *runs_store_get(struct runs_store *s, const char *key, struct arena *a, double *seconds)
{
    char *record = NULL;
    sqlite3_bind_text(s->get, 1, key, -1, SQLITE_STATIC);
    if (sqlite3_step(s->get) == SQLITE_ROW) {
        const char *text = text_of(s->get, 0);
        /* if not, it is damaged: made again, and stored over this one */
        if (sum_fits(text_of(s->get, 3), key, text_of(s->get, 2), text)) {
            record = arena_strdup(a, text);
            *seconds = sqlite3_column_double(s->get, 1);
        }
    }
    sqlite3_reset(s->get);
    return record;
}

bool runs_store_put(struct runs_store *s, const struct runs_result *r, struct diag *d)
{
    char sum[SUM_TEXT];
    const char *subject = r->subject ? r->subject : "";
    sum_of(sum, true, r->key, subject, r->record);
    const char *texts[] = {r->key, r->workload, r->size, r->machine, r->sets, r->version, subject, r->record, sum};
    for (int i = 0; i < (int)COUNT_OF(texts); i++)
        sqlite3_bind_text(s->put, i + 1, texts[i], -1, SQLITE_STATIC);
    sqlite3_bind_double(s->put, 10, r->seconds);
    sqlite3_bind_int64(s->put, 11, r->rss_kb);
    int rc = sqlite3_step(s->put); /* outside an explicit transaction: each statement is one */
    sqlite3_reset(s->put);
    if (rc != SQLITE_DONE)
        diag_error(d, NULL, 0, 0, "the store of results refused a run: %s", sqlite3_errmsg(s->db));
    return rc == SQLITE_DONE;
}

double runs_store_estimate(struct runs_store *s, const char *workload, const char *machine, const char *sets,
                           const char *size)
{
    const char *texts[] = {workload, size, machine, sets};
    double seconds = 0;
    for (int i = 0; i < (int)COUNT_OF(texts); i++)
        sqlite3_bind_text(s->estimate, i + 1, texts[i], -1, SQLITE_STATIC);
    if (sqlite3_step(s->estimate) == SQLITE_ROW)
        seconds = sqlite3_column_double(s->estimate, 0);
    sqlite3_reset(s->estimate);
    return seconds;
}

u64 runs_store_count(struct runs_store *s)
{
    sqlite3_stmt *q = NULL;
    u64 n = 0;
    if (sqlite3_prepare_v2(s->db, "SELECT count(*) FROM runs", -1, &q, NULL) == SQLITE_OK &&
        sqlite3_step(q) == SQLITE_ROW)
        n = (u64)sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return n;
}

bool runs_store_each(struct runs_store *s, runs_store_fn *fn, void *user, struct diag *d)
{
    sqlite3_stmt *q = NULL;
    u64 n = 0;
    int rc = sqlite3_prepare_v2(s->db,
                                "SELECT key,workload,size,machine,sets,version,record,seconds,rss_kb,at,subject,sum"
                                " FROM runs"
                                " ORDER BY rowid",
                                -1, &q, NULL);
    while (rc == SQLITE_OK && (rc = sqlite3_step(q)) == SQLITE_ROW) {
        struct runs_result r = {.key = text_of(q, 0),
                                .workload = text_of(q, 1),
                                .size = text_of(q, 2),
                                .machine = text_of(q, 3),
                                .sets = text_of(q, 4),
                                .version = text_of(q, 5),
                                .record = text_of(q, 6),
                                .seconds = sqlite3_column_double(q, 7),
                                .rss_kb = sqlite3_column_int64(q, 8),
                                .subject = text_of(q, 10)};
        n++;
        fn(user, &r, text_of(q, 9), sum_fits(text_of(q, 11), r.key, r.subject, r.record));
        rc = SQLITE_OK;
    }
    sqlite3_finalize(q);
    if (rc != SQLITE_DONE)
        diag_error(d, sqlite3_db_filename(s->db, "main"), 0, 0,
                   "the store of results is damaged, from result %llu on: %s", (unsigned long long)n + 1,
                   sqlite3_errmsg(s->db));
    return rc == SQLITE_DONE;
}

void runs_store_inputs(struct runs_store *s, const char *asked, runs_inputs_fn *fn, void *user)
{
    sqlite3_stmt *q = NULL;
    if (sqlite3_prepare_v2(s->db, "SELECT inputs, contents FROM inputs WHERE asked=?1 ORDER BY rowid DESC", -1, &q,
                           NULL) == SQLITE_OK) {
        sqlite3_bind_text(q, 1, asked, -1, SQLITE_STATIC);
        while (sqlite3_step(q) == SQLITE_ROW && !fn(user, text_of(q, 0), text_of(q, 1)))
            ;
    }
    sqlite3_finalize(q);
}

bool runs_store_put_inputs(struct runs_store *s, const char *asked, const char *inputs, const char *contents,
                           const char *version, struct diag *d)
{
    static const char put[] = "INSERT OR REPLACE INTO inputs(asked,inputs,contents,version) VALUES(?1,?2,?3,?4)",
                      drop[] = "DELETE FROM inputs WHERE asked=?1 AND rowid NOT IN"
                               " (SELECT rowid FROM inputs WHERE asked=?1 ORDER BY rowid DESC LIMIT 64)";
    const char *texts[] = {asked, inputs, contents, version};
    bool ok = true;
    for (int i = 0; i < 2 && ok; i++) {
        sqlite3_stmt *q = NULL;
        ok = sqlite3_prepare_v2(s->db, i ? drop : put, -1, &q, NULL) == SQLITE_OK;
        for (int k = 0; k < (i ? 1 : (int)COUNT_OF(texts)) && ok; k++)
            sqlite3_bind_text(q, k + 1, texts[k], -1, SQLITE_STATIC);
        ok = ok && sqlite3_step(q) == SQLITE_DONE;
        sqlite3_finalize(q);
    }
    if (!ok)
        diag_error(d, NULL, 0, 0, "the store of results refused what a program reads: %s", sqlite3_errmsg(s->db));
    return ok;
}

i64 runs_store_gc(struct runs_store *s, const char *keep_version, struct diag *d)
{
    sqlite3_stmt *q = NULL;
    i64 gone = -1;
    if (sqlite3_prepare_v2(s->db, "DELETE FROM runs WHERE ?1 IS NULL OR version<>?1", -1, &q, NULL) == SQLITE_OK) {
        if (keep_version)
            sqlite3_bind_text(q, 1, keep_version, -1, SQLITE_STATIC);
        if (sqlite3_step(q) == SQLITE_DONE)
            gone = sqlite3_changes(s->db);
    }
    sqlite3_finalize(q);
    q = NULL;
    if (gone >= 0 &&
        sqlite3_prepare_v2(s->db, "DELETE FROM inputs WHERE ?1 IS NULL OR version<>?1", -1, &q, NULL) == SQLITE_OK) {
        if (keep_version)
            sqlite3_bind_text(q, 1, keep_version, -1, SQLITE_STATIC);
        sqlite3_step(q);
        sqlite3_finalize(q);
    }
    if (gone < 0 || sqlite3_exec(s->db, "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL) != SQLITE_OK) {
        diag_error(d, NULL, 0, 0, "the store of results cannot be cleaned: %s", sqlite3_errmsg(s->db));
        return -1;
    }
    return gone;
}
