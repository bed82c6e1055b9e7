/* Opcode suffixes: which words an opcode takes, and what each means. A word may mean different things to different
   opcodes (.lo compares in setp, halves in mul), so the opcode's list is looked at first. */
#include <string.h>

#include "ptx/parse.h"

enum word_class { W_CMP, W_BOOL, W_ROUND, W_CACHE, W_FLAG, W_SUB, W_SPACE, W_VEC, W_CHANNEL, W_UNSUPPORTED };

static const struct word {
    const char *text;
    u8 class;
    u32 value;
} words[] = {
    {"eq", W_CMP, PC_EQ},
    {"ne", W_CMP, PC_NE},
    {"lt", W_CMP, PC_LT},
    {"le", W_CMP, PC_LE},
    {"gt", W_CMP, PC_GT},
    {"ge", W_CMP, PC_GE},
    {"lo", W_CMP, PC_LO},
    {"ls", W_CMP, PC_LS},
    {"hi", W_CMP, PC_HI},
    {"hs", W_CMP, PC_HS},
    {"equ", W_CMP, PC_EQU},
    {"neu", W_CMP, PC_NEU},
    {"ltu", W_CMP, PC_LTU},
    {"leu", W_CMP, PC_LEU},
    {"gtu", W_CMP, PC_GTU},
    {"geu", W_CMP, PC_GEU},
    {"num", W_CMP, PC_NUM},
    {"nan", W_CMP, PC_NAN},
    {"and", W_BOOL, PB_AND},
    {"or", W_BOOL, PB_OR},
    {"xor", W_BOOL, PB_XOR},
    {"rn", W_ROUND, PR_RN},
    {"rz", W_ROUND, PR_RZ},
    {"rm", W_ROUND, PR_RM},
    {"rp", W_ROUND, PR_RP},
    {"rna", W_ROUND, PR_RNA},
    {"rni", W_ROUND, PR_RNI},
    {"rzi", W_ROUND, PR_RZI},
    {"rmi", W_ROUND, PR_RMI},
    {"rpi", W_ROUND, PR_RPI},
    {"rs", W_UNSUPPORTED, 0},
    {"satfinite", W_UNSUPPORTED, 0},
    {"ca", W_CACHE, PK_CA},
    {"cg", W_CACHE, PK_CG},
    {"cs", W_CACHE, PK_CS},
    {"lu", W_CACHE, PK_LU},
    {"cv", W_CACHE, PK_CV},
    {"wb", W_CACHE, PK_WB},
    {"wt", W_CACHE, PK_WT},
    {"L1", W_CACHE, PK_CA},
    {"L2", W_CACHE, PK_CG},
    {"ftz", W_FLAG, PF_FTZ},
    {"sat", W_FLAG, PF_SAT},
    {"approx", W_FLAG, PF_APPROX},
    {"full", W_FLAG, PF_FULL},
    {"wide", W_FLAG, PF_WIDE},
    {"hi", W_FLAG, PF_HI},
    {"lo", W_FLAG, PF_LO},
    {"uni", W_FLAG, PF_UNI},
    {"volatile", W_FLAG, PF_VOLATILE},
    {"cc", W_FLAG, PF_CC},
    {"nc", W_FLAG, PF_NC},
    {"wrap", W_FLAG, PF_WRAP},
    {"clamp", W_FLAG, PF_CLAMP},
    {"shiftamt", W_FLAG, PF_SHIFTAMT},
    {"NaN", W_FLAG, PF_NAN},
    {"xorsign", W_FLAG, PF_XORSIGN},
    {"relu", W_FLAG, PF_RELU},
    {"aligned", W_FLAG, PF_ALIGNED},
    {"sync", W_FLAG, PF_SYNC},
    {"abs", W_FLAG, PF_ABS},
    {"unified", W_FLAG, PF_UNIFIED},
    {"acquire", W_FLAG, PF_ACQUIRE},
    {"release", W_FLAG, PF_RELEASE},
    {"acq_rel", W_FLAG, PF_ACQUIRE | PF_RELEASE},
    {"sc", W_FLAG, PF_ACQUIRE | PF_RELEASE},
    {"noftz", W_FLAG, PF_NOFTZ},
    {"level", W_FLAG, PF_LEVEL},
    {"grad", W_FLAG, PF_GRAD},
    {"add", W_SUB, SUB_ADD},
    {"min", W_SUB, SUB_MIN},
    {"max", W_SUB, SUB_MAX},
    {"inc", W_SUB, SUB_INC},
    {"dec", W_SUB, SUB_DEC},
    {"and", W_SUB, SUB_AND},
    {"or", W_SUB, SUB_OR},
    {"xor", W_SUB, SUB_XOR},
    {"exch", W_SUB, SUB_EXCH},
    {"cas", W_SUB, SUB_CAS},
    {"popc", W_SUB, SUB_POPC},
    {"up", W_SUB, SUB_UP},
    {"down", W_SUB, SUB_DOWN},
    {"bfly", W_SUB, SUB_BFLY},
    {"idx", W_SUB, SUB_IDX},
    {"all", W_SUB, SUB_ALL},
    {"any", W_SUB, SUB_ANY},
    {"uni", W_SUB, SUB_UNI},
    {"ballot", W_SUB, SUB_BALLOT},
    {"f4e", W_SUB, SUB_F4E},
    {"b4e", W_SUB, SUB_B4E},
    {"rc8", W_SUB, SUB_RC8},
    {"ecl", W_SUB, SUB_ECL},
    {"ecr", W_SUB, SUB_ECR},
    {"rc16", W_SUB, SUB_RC16},
    {"finite", W_SUB, SUB_FINITE},
    {"infinite", W_SUB, SUB_INFINITE},
    {"number", W_SUB, SUB_NUMBER},
    {"notanumber", W_SUB, SUB_NOTANUMBER},
    {"normal", W_SUB, SUB_NORMAL},
    {"subnormal", W_SUB, SUB_SUBNORMAL},
    {"sync", W_SUB, SUB_SYNC},
    {"arrive", W_SUB, SUB_ARRIVE},
    {"red", W_SUB, SUB_RED},
    {"warp", W_SUB, SUB_WARP},
    {"l", W_SUB, SUB_L},
    {"r", W_SUB, SUB_R},
    {"init", W_SUB, SUB_INIT},
    {"inval", W_SUB, SUB_INVAL},
    {"arrive_drop", W_SUB, SUB_ARRIVE_DROP},
    {"test_wait", W_SUB, SUB_TEST_WAIT},
    {"try_wait", W_SUB, SUB_TEST_WAIT},
    {"pending_count", W_SUB, SUB_PENDING},
    {"commit_group", W_SUB, SUB_COMMIT},
    {"wait_group", W_SUB, SUB_WAIT},
    {"wait_all", W_SUB, SUB_WAIT},
    {"noinc", W_FLAG, PF_HI},
    {"parity", W_FLAG, PF_LO},
    {"bulk", W_UNSUPPORTED, 0},
    {"expect_tx", W_UNSUPPORTED, 0},
    {"complete_tx", W_UNSUPPORTED, 0},
    {"to", W_SUB, SUB_TO},
    {"shr7", W_SUB, SUB_SHR7},
    {"shr15", W_SUB, SUB_SHR15},
    {"po", W_FLAG, PF_HI},
    {"1d", W_SUB, SUB_1D},
    {"2d", W_SUB, SUB_2D},
    {"3d", W_SUB, SUB_3D},
    {"a1d", W_SUB, SUB_A1D},
    {"a2d", W_SUB, SUB_A2D},
    {"cube", W_SUB, SUB_CUBE},
    {"acube", W_SUB, SUB_ACUBE},
    {"r", W_CHANNEL, 0},
    {"g", W_CHANNEL, 1},
    {"b", W_CHANNEL, 2},
    {"a", W_CHANNEL, 3},
    {"width", W_SUB, SUB_WIDTH},
    {"height", W_SUB, SUB_HEIGHT},
    {"depth", W_SUB, SUB_DEPTH},
    {"array_size", W_SUB, SUB_ARRAY_SIZE},
    {"num_mipmap_levels", W_SUB, SUB_LEVELS},
    {"normalized_coords", W_SUB, SUB_NORMALIZED},
    {"channel_data_type", W_UNSUPPORTED, 0},
    {"channel_order", W_UNSUPPORTED, 0},
    {"num_samples", W_UNSUPPORTED, 0},
    {"2dms", W_UNSUPPORTED, 0},
    {"a2dms", W_UNSUPPORTED, 0},
    {"global", W_SPACE, PS_GLOBAL},
    {"shared", W_SPACE, PS_SHARED},
    {"shared::cta", W_SPACE, PS_SHARED},
    {"shared::cluster", W_SPACE, PS_SHARED},
    {"local", W_SPACE, PS_LOCAL},
    {"param", W_SPACE, PS_PARAM},
    {"param::entry", W_SPACE, PS_PARAM},
    {"param::func", W_SPACE, PS_PARAM},
    {"const", W_SPACE, PS_CONST},
    {"v2", W_VEC, 2},
    {"v4", W_VEC, 4},
    {"v8", W_VEC, 8},
};

#define R4 "rn rz rm rp "
#define CMPS "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan and or xor ftz "
#define SPACES "global shared shared::cta shared::cluster local param param::entry param::func const "
#define SCOPES "cta cluster gpu sys "
#define LOADS "ca cg cs lu cv nc v2 v4 v8 unified weak volatile relaxed acquire mmio " SPACES SCOPES
#define STORES "wb cg cs wt v2 v4 v8 weak volatile relaxed release mmio " SPACES SCOPES
#define ATOMS "relaxed acquire release acq_rel add min max inc dec and or xor exch cas noftz v2 v4 v8 " SPACES SCOPES

static const char *const takes[OP_COUNT] = {
    [OP_ADD] = R4 "ftz sat cc",
    [OP_SUB] = R4 "ftz sat cc",
    [OP_ADDC] = "cc",
    [OP_SUBC] = "cc",
    [OP_MUL] = R4 "ftz sat lo hi wide",
    [OP_MAD] = R4 "ftz sat lo hi wide cc",
    [OP_MADC] = "lo hi cc",
    [OP_MUL24] = "lo hi",
    [OP_MAD24] = "lo hi sat",
    [OP_DIV] = R4 "approx full ftz",
    [OP_ABS] = "ftz",
    [OP_NEG] = "ftz",
    [OP_MIN] = "ftz NaN xorsign abs relu",
    [OP_MAX] = "ftz NaN xorsign abs relu",
    [OP_FMA] = R4 "ftz sat relu",
    [OP_DP2A] = "lo hi",
    [OP_RCP] = R4 "approx ftz",
    [OP_SQRT] = R4 "approx ftz",
    [OP_RSQRT] = "approx ftz",
    [OP_SIN] = "approx ftz",
    [OP_COS] = "approx ftz",
    [OP_LG2] = "approx ftz",
    [OP_EX2] = "approx ftz",
    [OP_TANH] = "approx",
    [OP_TESTP] = "finite infinite number notanumber normal subnormal",
    [OP_LOP3] = "and or",
    [OP_SHF] = "l r clamp wrap",
    [OP_BFIND] = "shiftamt",
    [OP_PRMT] = "f4e b4e rc8 ecl ecr rc16",
    [OP_BMSK] = "clamp wrap",
    [OP_SZEXT] = "clamp wrap",
    [OP_SET] = CMPS,
    [OP_SETP] = CMPS,
    [OP_SLCT] = "ftz",
    [OP_CVT] = R4 "rna rni rzi rmi rpi ftz sat relu satfinite rs",
    [OP_CVTA] = "to " SPACES,
    [OP_ISSPACEP] = SPACES,
    [OP_LD] = LOADS,
    [OP_LDU] = "v2 v4 " SPACES,
    [OP_ST] = STORES,
    [OP_PREFETCH] = "L1 L2 global local const param tensormap",
    [OP_PREFETCHU] = "L1",
    [OP_DISCARD] = "L2 global",
    [OP_APPLYPRIORITY] = "global",
    [OP_ATOM] = ATOMS,
    [OP_RED] = ATOMS,
    [OP_TEX] = "1d 2d 3d a1d a2d cube acube 2dms a2dms base level grad v2 v4 unified",
    [OP_TLD4] = "r g b a 2d a2d cube acube v4 unified",
    [OP_TXQ] = "width height depth array_size num_mipmap_levels normalized_coords channel_data_type channel_order "
               "num_samples level",
    [OP_CP_ASYNC] =
        "ca cg shared shared::cta shared::cluster global commit_group wait_group wait_all mbarrier arrive "
        "noinc bulk",
    [OP_MBARRIER] =
        "init inval arrive arrive_drop test_wait try_wait pending_count noComplete parity shared shared::cta "
        "shared::cluster release acquire relaxed cta cluster expect_tx complete_tx",
    [OP_BRA] = "uni",
    [OP_CALL] = "uni",
    [OP_RET] = "uni",
    [OP_PMEVENT] = "mask",
    [OP_GRIDDEPCONTROL] = "launch_dependents wait",
    [OP_BAR] = "sync arrive red warp cta popc and or",
    [OP_BARRIER] = "sync arrive red cta popc and or aligned",
    [OP_MEMBAR] = "cta gl sys gpu proxy alias",
    [OP_VOTE] = "all any uni ballot sync",
    [OP_MATCH] = "all any sync",
    [OP_REDUX] = "sync add min max and or xor abs NaN",
    [OP_SHFL] = "up down bfly idx sync",
    [OP_ELECT] = "sync",
    [OP_VADD] = "sat add min max",
    [OP_VSUB] = "sat add min max",
    [OP_VABSDIFF] = "sat add min max",
    [OP_VMIN] = "sat add min max",
    [OP_VMAX] = "sat add min max",
    [OP_VSHL] = "clamp wrap sat add min max",
    [OP_VSHR] = "clamp wrap sat add min max",
    [OP_VMAD] = "po sat shr7 shr15",
    [OP_VSET] = "eq ne lt le gt ge add min max",
    [OP_VADD2] = "sat add",
    [OP_VSUB2] = "sat add",
    [OP_VAVRG2] = "sat add",
    [OP_VABSDIFF2] = "sat add",
    [OP_VMIN2] = "sat add",
    [OP_VMAX2] = "sat add",
    [OP_VSET2] = "eq ne lt le gt ge add",
    [OP_VADD4] = "sat add",
    [OP_VSUB4] = "sat add",
    [OP_VAVRG4] = "sat add",
    [OP_VABSDIFF4] = "sat add",
    [OP_VMIN4] = "sat add",
    [OP_VMAX4] = "sat add",
    [OP_VSET4] = "eq ne lt le gt ge add",
};

static bool in_list(const char *list, const char *word, u32 len)
{
    while (*list) {
        size_t n = strcspn(list, " ");
        if (n == len && !memcmp(list, word, len))
            return true;
        list += n;
        list += strspn(list, " ");
    }
    return false;
}

static bool prefers_sub(u16 op, const char *word, u32 len)
{
    switch (op) {
    case OP_ATOM:
    case OP_RED:
    case OP_REDUX: return true;
    case OP_BAR:
    case OP_BARRIER: return !(len == 7 && !memcmp(word, "aligned", 7));
    case OP_VOTE: return !(len == 4 && !memcmp(word, "sync", 4));
    default: return false;
    }
}

static const struct word *find_word(u16 op, const char *text, u32 len)
{
    bool sub = prefers_sub(op, text, len);
    bool compare = op == OP_SET || op == OP_SETP || op == OP_VSET || op == OP_VSET2 || op == OP_VSET4;
    const struct word *found = NULL;

    for (size_t i = 0; i < COUNT_OF(words); i++) {
        const struct word *w = &words[i];
        if (w->text[0] != text[0] || strlen(w->text) != len || memcmp(w->text, text, len))
            continue;
        if ((w->class == W_CMP && !compare) || (w->class == W_CHANNEL && op != OP_TLD4))
            continue;
        if (sub ? w->class == W_SUB : w->class != W_SUB)
            return w;
        found = w;
    }
    return found;
}

static void set_sub(struct ptx_instr *i, u8 sub)
{
    /* bar.red.popc: the operation is what tells; bar.warp.sync: .warp */
    if ((i->op == OP_BAR || i->op == OP_BARRIER) && i->sub != SUB_NONE && (sub == SUB_SYNC || sub == SUB_RED))
        return;
    i->sub = sub;
}

static void apply_word(struct ptx_instr *i, const struct word *w)
{
    switch (w->class) {
    case W_CMP: i->cmp = (u8)w->value; break;
    case W_BOOL: i->boolop = (u8)w->value; break;
    case W_ROUND: i->round = (u8)w->value; break;
    case W_CACHE: i->cache = (u8)w->value; break;
    case W_FLAG: i->flags |= w->value; break;
    case W_SUB: set_sub(i, (u8)w->value); break;
    case W_SPACE: i->space = (u8)w->value; break;
    case W_VEC: i->vec = (u8)w->value; break;
    case W_CHANNEL: i->cmp = (u8)w->value; break;
    case W_UNSUPPORTED: i->parse_only = true; break;
    default: break;
    }
}

static bool type_word(const char *text, u32 len, u8 *type)
{
    for (u8 t = PT_PRED; t < PT_TEXREF; t++) {
        const char *name = ptx_types[t].name;
        if (name[0] == text[0] && strlen(name) == len && !memcmp(name, text, len)) {
            *type = t;
            return true;
        }
    }
    return false;
}

/* Types that nothing here computes with: the instruction parses, and does not execute. */
static const char odd_types[] =
    "u16x2 s16x2 f32x2 tf32 e4m3 e5m2 e4m3x2 e5m2x2 e3m2 e2m3 e2m1 e2m1x2 e3m2x2 e2m3x2 "
    "ue8m0x2 e4m3x4 e5m2x4 e2m1x4 e3m2x4 e2m3x4 u4 s4 b1 b4x16 b6x16_p32 s2 u2 b4 b6 u128";

/* False: the opcode does not take this word. */
bool parse_suffix(struct ptx_instr *i, const struct ptx_token *t, u32 *n_types)
{
    const struct word *w;
    u8 type;

    if (type_word(t->at, t->len, &type)) {
        if (++*n_types == 1)
            i->type = type;
        else if (*n_types == 2)
            i->type2 = type;
        else if (*n_types == 3)
            i->type3 = type;
        return true;
    }
    if (!ptx_ops[i->op].exec || (i->parse_only && (i->op == OP_CP_ASYNC || i->op == OP_MBARRIER)))
        return true;
    if (in_list(odd_types, t->at, t->len)) {
        ++*n_types;
        i->parse_only = true;
        return true;
    }
    if (i->op == OP_FENCE) /* every kind of fence is the strongest one here */
        return true;
    if (t->len > 4 && (!memcmp(t->at, "L1::", 4) || !memcmp(t->at, "L2::", 4)))
        return i->op == OP_CP_ASYNC || i->op == OP_LD || i->op == OP_ST || i->op == OP_ATOM || i->op == OP_RED ||
               i->op == OP_PREFETCH || i->op == OP_APPLYPRIORITY;
    if (!takes[i->op] || !in_list(takes[i->op], t->at, t->len))
        return false;
    w = find_word(i->op, t->at, t->len);
    if (w)
        apply_word(i, w);
    else if (in_list("relaxed mmio", t->at, t->len)) {
        i->flags |= PF_RELAXED;
        if (i->cache == PK_NONE)
            i->cache = PK_CG; /* coherent at the L2 */
    }
    return true;
}
