#include "runs/store.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct paper_store {
    sqlite3 *db;
    sqlite3_stmt *get, *put, *estimate;
};

static const char schema[] =
    "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=10000;"
    "CREATE TABLE IF NOT EXISTS runs(key TEXT PRIMARY KEY, workload TEXT NOT NULL, size TEXT NOT NULL,"
    " machine TEXT NOT NULL, sets TEXT NOT NULL, version TEXT NOT NULL, record TEXT NOT NULL,"
    " seconds REAL NOT NULL, rss_kb INTEGER NOT NULL, at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP);"
    "CREATE INDEX IF NOT EXISTS runs_workload ON runs(workload, size);";

static const char estimate[] =
    "SELECT coalesce((SELECT avg(seconds) FROM runs WHERE workload=?1 AND size=?2 AND machine=?3 AND sets=?4),"
    " (SELECT avg(seconds) FROM runs WHERE workload=?1 AND size=?2 AND machine=?3),"
    " (SELECT avg(seconds) FROM runs WHERE workload=?1 AND size=?2), 0)";

struct paper_store *paper_store_open(const char *path, struct diag *d)
{
    struct paper_store *s = xcalloc(1, sizeof(*s));
    if (sqlite3_open(path, &s->db) == SQLITE_OK && sqlite3_exec(s->db, schema, NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(s->db, "SELECT record, seconds FROM runs WHERE key=?1", -1, &s->get, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(s->db,
                           "INSERT OR REPLACE INTO runs(key,workload,size,machine,sets,version,record,seconds,rss_kb)"
                           " VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9)",
                           -1, &s->put, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(s->db, estimate, -1, &s->estimate, NULL) == SQLITE_OK)
        return s;
    diag_error(d, path, 0, 0, "cannot be used as a store of results: %s", sqlite3_errmsg(s->db));
    paper_store_close(s);
    return NULL;
}

void paper_store_close(struct paper_store *s)
{
    if (!s)
        return;
    sqlite3_finalize(s->get);
    sqlite3_finalize(s->put);
    sqlite3_finalize(s->estimate);
    sqlite3_close(s->db);
    free(s);
}

char *paper_store_get(struct paper_store *s, const char *key, struct arena *a, double *seconds)
{
    char *record = NULL;
    sqlite3_bind_text(s->get, 1, key, -1, SQLITE_STATIC);
    if (sqlite3_step(s->get) == SQLITE_ROW) {
        record = arena_strdup(a, (const char *)sqlite3_column_text(s->get, 0));
        *seconds = sqlite3_column_double(s->get, 1);
    }
    sqlite3_reset(s->get);
    return record;
}

bool paper_store_put(struct paper_store *s, const struct paper_result *r, struct diag *d)
{
    const char *texts[] = {r->key, r->workload, r->size, r->machine, r->sets, r->version, r->record};
    for (int i = 0; i < (int)COUNT_OF(texts); i++)
        sqlite3_bind_text(s->put, i + 1, texts[i], -1, SQLITE_STATIC);
    sqlite3_bind_double(s->put, 8, r->seconds);
    sqlite3_bind_int64(s->put, 9, r->rss_kb);
    int rc = sqlite3_step(s->put); /* outside an explicit transaction: each statement is one */
    sqlite3_reset(s->put);
    if (rc != SQLITE_DONE)
        diag_error(d, NULL, 0, 0, "the store of results refused a run: %s", sqlite3_errmsg(s->db));
    return rc == SQLITE_DONE;
}

double paper_store_estimate(struct paper_store *s, const char *workload, const char *machine, const char *sets,
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

u64 paper_store_count(struct paper_store *s)
{
    sqlite3_stmt *q = NULL;
    u64 n = 0;
    if (sqlite3_prepare_v2(s->db, "SELECT count(*) FROM runs", -1, &q, NULL) == SQLITE_OK &&
        sqlite3_step(q) == SQLITE_ROW)
        n = (u64)sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    return n;
}

static const char *text_of(sqlite3_stmt *q, int column)
{
    const char *t = (const char *)sqlite3_column_text(q, column);
    return t ? t : "";
}

bool paper_store_each(struct paper_store *s, paper_store_fn *fn, void *user, struct diag *d)
{
    sqlite3_stmt *q = NULL;
    int rc = sqlite3_prepare_v2(s->db,
                                "SELECT key,workload,size,machine,sets,version,record,seconds,rss_kb,at FROM runs"
                                " ORDER BY at, rowid",
                                -1, &q, NULL);
    while (rc == SQLITE_OK && (rc = sqlite3_step(q)) == SQLITE_ROW) {
        struct paper_result r = {.key = text_of(q, 0),
                                 .workload = text_of(q, 1),
                                 .size = text_of(q, 2),
                                 .machine = text_of(q, 3),
                                 .sets = text_of(q, 4),
                                 .version = text_of(q, 5),
                                 .record = text_of(q, 6),
                                 .seconds = sqlite3_column_double(q, 7),
                                 .rss_kb = sqlite3_column_int64(q, 8)};
        fn(user, &r, text_of(q, 9));
        rc = SQLITE_OK;
    }
    sqlite3_finalize(q);
    if (rc != SQLITE_DONE)
        diag_error(d, NULL, 0, 0, "the store of results cannot be read: %s", sqlite3_errmsg(s->db));
    return rc == SQLITE_DONE;
}

i64 paper_store_gc(struct paper_store *s, const char *keep_version, struct diag *d)
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
    if (gone < 0 || sqlite3_exec(s->db, "VACUUM; PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL) != SQLITE_OK) {
        diag_error(d, NULL, 0, 0, "the store of results cannot be cleaned: %s", sqlite3_errmsg(s->db));
        return -1;
    }
    return gone;
}
