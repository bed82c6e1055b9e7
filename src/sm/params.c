/* The tables behind sm/params.h. Each list has its own name for its struct, so that several fit in a
   file. */
#include "sm/params.h"

#include "sm/lsu.h"
#include "sm/sched.h"

#define decl_this_params this_sm_params
DECL_PARAMS_DEFINE(sm, SM_PARAMS);
#undef decl_this_params
#define decl_this_params this_sched_params
DECL_PARAMS_DEFINE(sched, SCHED_PARAMS);
#undef decl_this_params
#define decl_this_params this_lat_params
DECL_PARAMS_DEFINE(lat, LAT_PARAMS);
#undef decl_this_params
#define decl_this_params this_maws_params
DECL_PARAMS_DEFINE(maws, MAWS_PARAMS);
#undef decl_this_params
#define decl_this_params this_rate_params
DECL_PARAMS_DEFINE(rate, RATE_PARAMS);
#undef decl_this_params
#define decl_this_params this_lsu_params
DECL_PARAMS_DEFINE(lsu, LSU_PARAMS);
#undef decl_this_params
#define decl_this_params this_icache_params
DECL_PARAMS_DEFINE(icache, ICACHE_PARAMS);
#undef decl_this_params
#define decl_this_stats this_sm_stats
DECL_STATS_DEFINE(sm, SM_STATS);
#undef decl_this_stats
#define decl_this_stats this_op_stats
DECL_STATS_DEFINE(op, OP_STATS);
#undef decl_this_stats
#define decl_this_stats this_slot_stats
DECL_STATS_DEFINE(slot, SLOT_STATS);
#undef decl_this_stats
