/* docs/adding-an-instruction.md, replayed: with its row, and nothing else, an instruction has another cost. table.c
   is compiled here with the table that with_row.py made. */
#include "../ptx/ptx_test.h"
#include "isa/isa.h"

static void the_row_of_the_page_is_enough(void **state)
{
    struct ptx_module *m = parse_ok(HEAD ".entry k (.param .u32 n) {\n.reg .b32 %r<9>;\nld.param.u32 %r1, [n];\n"
                                         "dp4a.u32.u32 %r2, %r1, %r1, %r1;\nprmt.b32 %r3, %r1, %r2, %r2;\nret; }");
    const struct ptx_func *f = ptx_find_func(m, "k");
    (void)state;
    struct isa_lookup table;
    isa_lookup_init(&table, isa_tables[ISA_MACHINE]);
    struct isa_cost c = isa_lookup_cost(&table, f, &f->code[1]);
    assert_int_equal(c.slots, 1);
    assert_int_equal(c.pipe, PU_MUL);
    assert_int_equal(c.rate, 2);
    assert_int_equal(c.lat, 4);
    c = isa_lookup_cost(&table, f, &f->code[2]); /* its neighbour has what it had */
    assert_int_equal(c.pipe, PU_ALU);
    assert_int_equal(c.lat, 5);
    ptx_free(m);
}

/* Every table has a row for everything, and each row but those that take all says where its numbers come from. */
static void rows_have_sources(void **state)
{
    (void)state;
    for (u32 t = 0; t < isa_table_count; t++) {
        const struct isa_row *last = &isa_tables[t]->rows[isa_tables[t]->n_rows - 1];
        const char *about;
        assert_true(last->op == OP_COUNT && last->kinds == K_ALL && !last->with && !last->without);
        assert_string_equal(isa_form_name(last->form, &about), "ANY");
        for (u32 k = 0; k < isa_tables[t]->n_rows; k++)
            assert_true(strlen(isa_tables[t]->rows[k].source) > 3);
    }
}

/* A generation chooses passes that there are. */
static void chosen_passes_exist(void **state)
{
    u32 n = 0;

    (void)state;
    for (u32 t = 0; t < isa_table_count; t++)
        for (u32 k = 0; isa_tables[t]->passes[k]; k++, n++)
            if (!isa_has_pass(isa_tables[t]->passes[k]) && strcmp(isa_tables[t]->passes[k], "fuse"))
                fail_msg("%s: there is no pass %s", isa_tables[t]->name, isa_tables[t]->passes[k]);
    assert_true(n && isa_table_has(isa_tables[ISA_FOLDED], "fold") && !isa_table_has(isa_tables[ISA_PTX], "fold"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_row_of_the_page_is_enough),
                                       cmocka_unit_test(rows_have_sources), cmocka_unit_test(chosen_passes_exist)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
