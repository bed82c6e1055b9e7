#!/usr/bin/env python3
"""Writes the golden cases: for every opcode, type and modifier a kernel that applies it to input vectors.

A case is a block of text:
    @case NAME / @n THREADS / @in KIND... / @out WIDTH LABEL (one a result) / @tex ... / @ptx / the kernel / @end
Threads come in blocks of 64. Thread t reads input j from in[t * 4 + j] and writes result j to out[j * n + t], all 64 bits wide;
the values behind a KIND are made by inputs.c, so a recording holds results only. scratch is zeroed memory of 64 KiB."""
import re
import sys

INT = ['u16', 's16', 'u32', 's32', 'u64', 's64']
INT8 = ['u8', 's8'] + INT
RND = ['rn', 'rz', 'rm', 'rp']
RNDI = ['rni', 'rzi', 'rmi', 'rpi']
names = set()
n_case = 0
out_file = sys.stdout


def bits(t):
    if t in ('pred', 'flag'):
        return 1
    if t.endswith('x2') and t != 'x2':
        return 32
    return int(re.search(r'(\d+)', t).group(1))


def reg(t):  # the register a value of type t lives in
    return 'pred' if bits(t) == 1 else 'b%d' % max(16, bits(t))


def case(name, ins, outs, decl='', pre='', post='', funcs='', tex=None, n=None):
    """outs: (type, template[, label]); in templates {d} is the result, {0} {1} {2} {3} the inputs; %h %r %d %p are temporaries."""
    global n_case
    assert name not in names, name
    names.add(name)
    n = n or (128 if len(ins) < 2 else 256)
    k = 'k%d' % n_case
    n_case += 1
    w = []
    p = w.append
    p('.visible .entry %s(.param .u64 in, .param .u64 out, .param .u64 scratch, .param .u64 tex)\n{' % k)
    p('.reg .b16 %h<8>;\n.reg .b32 %r<16>;\n.reg .b64 %d<16>;\n.reg .pred %p<8>;')
    p('.reg .b32 %gid, %cta, %lt;\n.reg .b64 %in, %out, %scr, %my, %tex;')
    for i, t in enumerate(ins):
        p('.reg .%s %%i%d;' % (reg(t), i))
    for i, o in enumerate(outs):
        p('.reg .%s %%o%d;' % (reg(o[0]), i))
    if decl:
        p(decl)
    p('mov.u32 %lt, %tid.x;\nmov.u32 %cta, %ctaid.x;\nmad.lo.u32 %gid, %cta, 64, %lt;')
    p('ld.param.u64 %in, [in];\nld.param.u64 %out, [out];\nld.param.u64 %scr, [scratch];\nld.param.u64 %tex, [tex];')
    p('mad.wide.u32 %in, %gid, 32, %in;\nmad.wide.u32 %out, %gid, 8, %out;\nmad.wide.u32 %my, %gid, 64, %scr;')
    for i, t in enumerate(ins):
        b = bits(t)
        if b == 1:
            p('ld.global.u32 %%r0, [%%in+%d];\nsetp.ne.u32 %%i%d, %%r0, 0;' % (8 * i, i))
        else:
            p('ld.global.%s%d %%i%d, [%%in+%d];' % ('u' if b == 8 else 'b', b, i, 8 * i))
    if pre:
        p(pre)
    head = []
    for i, o in enumerate(outs):
        text = o[1].format(*['%%i%d' % j for j in range(len(ins))], d='%%o%d' % i)
        label = o[2] if len(o) > 2 else o[1].split()[0]
        for line in text.split(';'):
            if line.strip():
                p(line.strip() + (':' if line.strip().endswith('$') else ';'))
        head.append('@out %d %s' % (max(1, bits(o[0]) // 8), label))
    if post:
        p(post)
    for i, o in enumerate(outs):
        if bits(o[0]) == 1:
            p('selp.b32 %%r0, 1, 0, %%o%d;\ncvt.u64.u32 %%d0, %%r0;\nst.global.u64 [%%out+%d], %%d0;' % (i, 8 * n * i))
        else:
            p('st.global.b%d [%%out+%d], %%o%d;' % (max(16, bits(o[0])), 8 * n * i, i))
    p('ret;\n}')
    print('@case %s\n@kernel %s\n@n %d\n@in %s' % (name, k, n, ' '.join(ins)), file=out_file)
    print('\n'.join(head), file=out_file)
    if tex:
        print('@tex ' + tex, file=out_file)
    body = '\n'.join(w)
    print('@ptx\n' + (funcs.replace('KERNEL', k) + '\n' if funcs else '') + body.replace('KERNEL', k) + '\n@end', file=out_file)


def simple(name, instrs, ins, out):  # each instruction of the list applied to the same inputs
    args = ', '.join('{%d}' % i for i in range(len(ins)))
    case(name, ins, [(out, '%s {d}, %s' % (i, args)) for i in instrs])


def integer():
    for op in ['add', 'sub', 'min', 'max', 'div', 'rem', 'mul.lo', 'mul.hi']:
        for t in INT:
            simple('%s.%s' % (op, t), ['%s.%s' % (op, t)], [t, t], t)
    for op in ['add', 'sub']:
        simple(op + '.sat.s32', [op + '.sat.s32'], ['s32', 's32'], 's32')
    simple('minmax.relu.s32', ['min.relu.s32', 'max.relu.s32'], ['s32', 's32'], 's32')
    for t in ['u16', 's16', 'u32', 's32']:
        wide = t[0] + str(2 * bits(t))
        simple('mul.wide.' + t, ['mul.wide.' + t], [t, t], wide)
        case('mad.wide.' + t, [t, t, wide], [(wide, 'mad.wide.%s {d}, {0}, {1}, {2}' % t)])
    for t in INT:
        simple('mad.' + t, ['mad.lo.' + t, 'mad.hi.' + t], [t, t, t], t)
        case('sad.' + t, [t, t, t], [('u%d' % bits(t), 'sad.%s {d}, {0}, {1}, {2}' % t)])
    simple('mad.hi.sat.s32', ['mad.hi.sat.s32'], ['s32'] * 3, 's32')
    for t in ['u32', 's32']:
        simple('mul24.' + t, ['mul24.lo.' + t, 'mul24.hi.' + t], [t, t], t)
        simple('mad24.' + t, ['mad24.lo.' + t, 'mad24.hi.' + t], [t, t, t], t)
    simple('mad24.hi.sat.s32', ['mad24.hi.sat.s32'], ['s32'] * 3, 's32')
    for t in ['s16', 's32', 's64']:
        simple('neg.abs.' + t, ['neg.' + t, 'abs.' + t], [t], t)
    for b in ['b16', 'b32', 'b64']:
        simple('logic.' + b, [op + '.' + b for op in ['and', 'or', 'xor']], [b, b], b)
        simple('not.' + b, ['not.' + b, 'cnot.' + b], [b], b)
        n = b[1:]
        simple('shift.' + b, ['shl.' + b, 'shr.' + b, 'shr.u' + n, 'shr.s' + n], [b, 'sh32'], b)
    case('logic.pred', ['pred', 'pred'], [('pred', '%s.pred {d}, {0}, {1}' % op) for op in ['and', 'or', 'xor']] +
         [('pred', 'not.pred {d}, {0}')])
    for b in ['b32', 'b64']:
        case('bits.' + b, [b], [('u32', 'popc.%s {d}, {0}' % b), ('u32', 'clz.%s {d}, {0}' % b), (b, 'brev.%s {d}, {0}' % b)])
        case('bfi.' + b, [b, b, 'pos32', 'pos32'], [(b, 'bfi.%s {d}, {0}, {1}, {2}, {3}' % b)])
    for t in ['u32', 's32', 'u64', 's64']:
        case('bfind.' + t, [t], [('u32', 'bfind.%s {d}, {0}' % t), ('u32', 'bfind.shiftamt.%s {d}, {0}' % t)])
        simple('bfe.' + t, ['bfe.' + t], [t, 'pos32', 'pos32'], t)
    simple('fns.b32', ['fns.b32'], ['b32', 'lane32', 'fns32'], 'u32')
    for t in ['u32', 's32']:
        simple('szext.' + t, ['szext.%s.%s' % (m, t) for m in ['clamp', 'wrap']], [t, 'sh32'], t)
    simple('bmsk.b32', ['bmsk.clamp.b32', 'bmsk.wrap.b32'], ['sh32', 'sh32'], 'b32')
    for d in ['l', 'r']:
        simple('shf.' + d, ['shf.%s.%s.b32' % (d, m) for m in ['clamp', 'wrap']], ['b32', 'b32', 'sh32'], 'b32')
    for a in ['u32', 's32']:
        for b in ['u32', 's32']:
            dst = 'u32' if a == b == 'u32' else 's32'
            case('dp.%s.%s' % (a, b), [a, b, dst], [(dst, 'dp%s.%s.%s {d}, {0}, {1}, {2}' % (o, a, b)) for o in ['4a', '2a.lo', '2a.hi']])
    simple('prmt', ['prmt.b32'] + ['prmt.b32.' + m for m in ['f4e', 'b4e', 'rc8', 'ecl', 'ecr', 'rc16']], ['b32', 'b32', 'sel32'], 'b32')
    case('lop3', ['b32'] * 3, [('b32', 'lop3.b32 {d}, {0}, {1}, {2}, %d' % i, 'lop3.b32:%#x' % i)
                                for i in [0x00, 0x01, 0x1e, 0x2d, 0x40, 0x5a, 0x80, 0x96, 0xca, 0xe8, 0xfe, 0xff]])


def carry():
    for t in ['u32', 's32', 'u64', 's64']:
        for op in ['add', 'sub']:
            case('%sc.%s' % (op, t), [t] * 4,
                 [(t, '%s.cc.%s {d}, {0}, {1}' % (op, t)), (t, '%sc.cc.%s {d}, {2}, {3}' % (op, t)),
                  (t, '%sc.%s {d}, {0}, {3}' % (op, t)), (t, '%s.cc.%s {d}, {3}, {2}' % (op, t)), (t, '%sc.%s {d}, 0, 0' % (op, t))])
        case('madc.' + t, [t] * 4,
             [(t, 'mad.lo.cc.%s {d}, {0}, {1}, {2}' % t), (t, 'madc.hi.cc.%s {d}, {0}, {1}, {3}' % t),
              (t, 'madc.lo.cc.%s {d}, {1}, {2}, {3}' % t), (t, 'madc.hi.%s {d}, {1}, {2}, {0}' % t),
              (t, 'mad.hi.cc.%s {d}, {3}, {2}, {1}' % t), (t, 'madc.lo.%s {d}, {3}, {2}, {1}' % t)])


def floats():
    for op in ['add', 'sub', 'mul']:
        for ftz in ['', '.ftz']:
            for sat in ['', '.sat']:
                simple('%s%s%s.f32' % (op, ftz, sat), ['%s%s%s%s.f32' % (op, r, ftz, sat) for r in [''] + ['.' + r for r in RND]],
                       ['f32', 'f32'], 'f32')
        simple(op + '.f64', ['%s%s.f64' % (op, r) for r in [''] + ['.' + r for r in RND]], ['f64', 'f64'], 'f64')
        for t in ['f16', 'f16x2']:
            simple('%s.%s' % (op, t), ['%s%s%s%s.%s' % (op, r, ftz, sat, t) for r in ['', '.rn'] for ftz in ['', '.ftz'] for sat in ['', '.sat']],
                   [t, t], t)
        for t in ['bf16', 'bf16x2']:
            simple('%s.%s' % (op, t), ['%s.%s' % (op, t), '%s.rn.%s' % (op, t)], [t, t], t)
    for op in ['fma', 'mad']:
        for ftz in ['', '.ftz']:
            for sat in ['', '.sat']:
                simple('%s%s%s.f32' % (op, ftz, sat), ['%s.%s%s%s.f32' % (op, r, ftz, sat) for r in RND], ['f32'] * 3, 'f32')
        simple(op + '.f64', ['%s.%s.f64' % (op, r) for r in RND], ['f64'] * 3, 'f64')
    for t in ['f16', 'f16x2']:
        simple('fma.' + t, ['fma.rn%s.%s' % (m, t) for m in ['', '.ftz', '.sat', '.ftz.sat', '.relu', '.ftz.relu']], [t] * 3, t)
    for t in ['bf16', 'bf16x2']:
        simple('fma.' + t, ['fma.rn%s.%s' % (m, t) for m in ['', '.relu']], [t] * 3, t)
    for ftz in ['', '.ftz']:
        simple('div%s.f32' % ftz, ['div.%s%s.f32' % (r, ftz) for r in RND], ['f32', 'f32'], 'f32')
        simple('div.approx%s.f32' % ftz, ['div.%s%s.f32' % (r, ftz) for r in ['approx', 'full']], ['f32', 'f32'], 'f32')
        for op in ['rcp', 'sqrt']:
            simple('%s%s.f32' % (op, ftz), ['%s.%s%s.f32' % (op, r, ftz) for r in RND + ['approx']], ['f32'], 'f32')
        simple('approx%s.f32' % ftz, ['%s.approx%s.f32' % (op, ftz) for op in ['rsqrt', 'ex2', 'lg2', 'sin', 'cos']], ['f32'], 'f32')
        simple('trig%s.f32' % ftz, ['%s.approx%s.f32' % (op, ftz) for op in ['sin', 'cos', 'ex2']], ['f32near'], 'f32')
        simple('neg.abs%s.f32' % ftz, ['%s%s.f32' % (op, ftz) for op in ['neg', 'abs']], ['f32'], 'f32')
        simple('minmax%s.f32' % ftz, ['%s%s%s.f32' % (op, ftz, m) for op in ['min', 'max'] for m in ['', '.NaN', '.xorsign.abs', '.NaN.xorsign.abs']],
               ['f32', 'f32'], 'f32')
    simple('tanh.f32', ['tanh.approx.f32'], ['f32near'], 'f32')
    simple('tanh.f32.all', ['tanh.approx.f32'], ['f32'], 'f32')
    for op in ['rcp', 'sqrt']:
        simple(op + '.f64', ['%s.%s.f64' % (op, r) for r in RND], ['f64'], 'f64')
    simple('approx.f64', ['rcp.approx.ftz.f64', 'rsqrt.approx.f64', 'rsqrt.approx.ftz.f64'], ['f64'], 'f64')
    simple('div.f64', ['div.%s.f64' % r for r in RND], ['f64', 'f64'], 'f64')
    simple('neg.abs.f64', ['neg.f64', 'abs.f64'], ['f64'], 'f64')
    simple('minmax.f64', ['min.f64', 'max.f64'], ['f64', 'f64'], 'f64')
    for t in ['f32', 'f64']:
        simple('copysign.' + t, ['copysign.' + t], [t, t], t)
        case('testp.' + t, [t], [('pred', 'testp.%s.%s {d}, {0}' % (k, t))
                                 for k in ['finite', 'infinite', 'number', 'notanumber', 'normal', 'subnormal']])
    for t in ['f16', 'f16x2']:
        simple('neg.abs.' + t, ['neg.' + t, 'neg.ftz.' + t, 'abs.' + t, 'abs.ftz.' + t], [t], t)
        simple('minmax.' + t, ['%s%s%s.%s' % (op, ftz, m, t) for op in ['min', 'max'] for ftz in ['', '.ftz'] for m in ['', '.NaN', '.xorsign.abs']],
               [t, t], t)
        simple('approx.' + t, ['ex2.approx.' + t, 'tanh.approx.' + t], [t], t)
    for t in ['bf16', 'bf16x2']:
        simple('neg.abs.' + t, ['neg.' + t, 'abs.' + t], [t], t)
        simple('minmax.' + t, ['%s%s.%s' % (op, m, t) for op in ['min', 'max'] for m in ['', '.NaN', '.xorsign.abs']], [t, t], t)
        simple('approx.' + t, ['ex2.approx.ftz.' + t, 'tanh.approx.' + t], [t], t)


FCMP = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'equ', 'neu', 'ltu', 'leu', 'gtu', 'geu', 'num', 'nan']


KEEP_P1 = '; selp.b32 %r1, 1, 0, %p1; shl.b32 %r2, %r2, 1; or.b32 %r2, %r2, %r1'  # %r2 collects the second results


def cmps(t):
    if t[0] == 'f' or t[:2] == 'bf':
        return FCMP
    return {'b': ['eq', 'ne'], 's': ['eq', 'ne', 'lt', 'le', 'gt', 'ge'],
            'u': ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'lo', 'ls', 'hi', 'hs']}[t[0]]


def compare():
    types = ['b16', 'b32', 'b64'] + INT + ['f32', '.ftz.f32', 'f64', 'f16', '.ftz.f16', 'bf16']
    for ty in types:
        t = ty.split('.')[-1]
        dot = ty if ty[0] == '.' else '.' + ty
        case('setp' + dot, [t, t], [('pred', 'setp.%s%s {d}, {0}, {1}' % (c, dot)) for c in cmps(t)])
        boolops = [(c, b) for c in cmps(t)[:3:2] + cmps(t)[-1:] for b in ['and', 'or', 'xor']]
        half = t in ('f16', 'bf16')  # these have one result
        case('setp.bool' + dot, [t, t, 'flag'],
             [('pred', 'setp.%s.%s%s {d}, {0}, {1}, {2}' % (c, b, dot) if half else
               'setp.%s.%s%s {d}|%%p1, {0}, {1}, {2}%s' % (c, b, dot, KEEP_P1)) for c, b in boolops] +
             [('pred', 'setp.%s.and%s {d}, {0}, {1}, !{2}' % (cmps(t)[0], dot))] +
             ([] if half else [('b32', 'mov.b32 {d}, %r2', 'setp second results' + dot)]), pre='mov.u32 %r2, 0;')
        if t[0] == 'b':
            dts = ['u32']
        elif t in ('f16', 'bf16'):
            dts = ['u16', 'u32', 's32', t] if t == 'f16' else ['u16', 's32', t]
        else:
            dts = ['u32', 's32', 'f32']
        for dt in dts:
            fz = '.ftz' if '.ftz' in dot else ''
            case('set.%s%s' % (dt, dot), [t, t, 'flag'],
                 [(dt, 'set.%s%s.%s.%s {d}, {0}, {1}' % (c, fz, dt, t)) for c in cmps(t)] +
                 ([(dt, 'set.%s.%s%s.%s.%s {d}, {0}, {1}, {2}' % (cmps(t)[1], b, fz, dt, t)) for b in ['and', 'or', 'xor']]))
    for x in ['f16x2', 'bf16x2']:
        case('setp.' + x, [x, x], [('pred', 'setp.%s.%s {d}|%%p1, {0}, {1}%s' % (c, x, KEEP_P1))
                                   for c in FCMP] + [('b32', 'mov.b32 {d}, %r2', 'setp second results.' + x)], pre='mov.u32 %r2, 0;')
        case('set.' + x, [x, x], [(x, 'set.%s.%s.%s {d}, {0}, {1}' % (c, x, x)) for c in FCMP] +
             [('b32', 'set.%s.u32.%s {d}, {0}, {1}' % (c, x)) for c in FCMP] if x == 'f16x2' else
             [(x, 'set.%s.%s.%s {d}, {0}, {1}' % (c, x, x)) for c in FCMP])
    for t in ['b16', 'b32', 'b64', 'f32', 'f64']:
        case('selp.' + t, [t, t, 'flag'], [(t, 'selp.%s {d}, {0}, {1}, {2}' % t)])
    for t in ['b16', 'b32', 'b64'] + INT + ['f32', 'f64']:
        case('slct.%s.s32' % t, [t, t, 's32'], [(t, 'slct.%s.s32 {d}, {0}, {1}, {2}' % t)])
        case('slct.%s.f32' % t, [t, t, 'f32'], [(t, 'slct.%s.f32 {d}, {0}, {1}, {2}' % t), (t, 'slct.ftz.%s.f32 {d}, {0}, {1}, {2}' % t)])


def fits(s, d):  # every value of integer type s is one of d: .sat is refused there
    return bits(s) <= bits(d) if s[0] == d[0] else s[0] == 'u' and bits(s) < bits(d)


def convert():
    wide = lambda t: 'b32' if bits(t) < 32 and t[0] in 'us' else t
    for s in INT8:
        case('cvt.int.' + s, [s], [(wide(d), 'cvt%s.%s.%s {d}, {0}' % (m, d, s)) for d in INT8
                                   for m in (['', '.sat'] if not fits(s, d) else [''])])
        for d in ['f16', 'f32', 'f64'] + (['bf16'] if bits(s) > 8 else []):
            mods = [''] if d in ('f64', 'bf16') else ['', '.sat']
            case('cvt.%s.%s' % (d, s), [s], [(d, 'cvt.%s%s.%s.%s {d}, {0}' % (r, m, d, s)) for r in RND for m in mods])
    for s in ['f16', 'f32', 'f64', 'bf16']:
        for d in INT8 if s != 'bf16' else INT:
            mods = ['', '.ftz', '.sat', '.ftz.sat'] if s == 'f32' else ['', '.sat'] if s != 'bf16' else ['']
            case('cvt.%s.%s' % (d, s), [s + 'int'], [(wide(d) if s != 'bf16' else d, 'cvt.%s%s.%s.%s {d}, {0}' % (r, m, d, s)) for r in RNDI for m in mods])
    for t in ['f16', 'f32', 'f64']:
        mods = {'f32': ['', '.ftz', '.sat', '.ftz.sat'], 'f16': ['', '.sat'], 'f64': ['', '.sat']}[t]
        case('cvt.round.' + t, [t + 'int'], [(t, 'cvt.%s%s.%s.%s {d}, {0}' % (r, m, t, t)) for r in RNDI for m in mods])
        case('cvt.same.' + t, [t], [(t, 'cvt%s.%s.%s {d}, {0}' % (m, t, t)) for m in mods])
    f2f = lambda d, s, rs, ms: case('cvt.%s.%s' % (d, s), [s], [(d, 'cvt%s%s.%s.%s {d}, {0}' % (r, m, d, s)) for r in rs for m in ms])
    dr = ['.' + r for r in RND]
    f2f('f16', 'f32', dr, ['', '.ftz', '.sat', '.ftz.sat'])
    f2f('f16', 'f64', dr, ['', '.sat'])
    f2f('f32', 'f64', dr, ['', '.ftz', '.sat', '.ftz.sat'])
    f2f('f32', 'f16', [''], ['', '.ftz', '.sat', '.ftz.sat'])
    f2f('f64', 'f16', [''], ['', '.sat'])
    f2f('f64', 'f32', [''], ['', '.ftz', '.sat', '.ftz.sat'])
    f2f('bf16', 'f32', ['.rn', '.rz'], ['', '.relu'])
    f2f('f32', 'bf16', [''], [''])
    f2f('bf16', 'f16', ['.rn', '.rz'], [''])
    f2f('f64', 'bf16', [''], [''])
    f2f('bf16', 'f64', ['.rn', '.rz'], [''])
    for d in ['f16x2', 'bf16x2']:
        simple('cvt.%s.f32' % d, ['cvt.%s%s.%s.f32' % (r, m, d) for r in ['rn', 'rz'] for m in ['', '.relu']], ['f32', 'f32'], d)


if __name__ == '__main__':
    import os
    sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
    import cases_mem
    if len(sys.argv) > 1:
        out_file = open(sys.argv[1], 'w')
    integer(), carry(), floats(), compare(), convert()
    cases_mem.emit(case)
