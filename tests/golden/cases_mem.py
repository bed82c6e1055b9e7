"""Golden cases of memory, control, warp-wide and texture instructions (cases.py has the rest)."""
ATOM = [('add', ['u32', 's32', 'u64', 'f32', 'f64']), ('min', ['u32', 's32', 'u64', 's64']), ('max', ['u32', 's32', 'u64', 's64']),
        ('and', ['b32', 'b64']), ('or', ['b32', 'b64']), ('xor', ['b32', 'b64']), ('inc', ['u32']), ('dec', ['u32'])]
LDST = ['u8', 's8', 'b8', 'u16', 's16', 'b16', 'u32', 's32', 'b32', 'f32', 'u64', 's64', 'b64', 'f64']


def size(t):
    return int(t.lstrip('busf')) // 8


def atomics(case):
    for op, types in ATOM:
        for t in types:
            for sp, mem in [('global', '%my'), ('shared', '%r1')]:
                b = 'b%d' % (8 * size(t))
                noftz = ''
                pre = 'mul.lo.u32 %r1, %lt, 8;\nmov.u32 %r2, buf;\nadd.u32 %r1, %r1, %r2;' if sp == 'shared' else ''
                case('atom.%s.%s.%s' % (sp, op, t), [t, t],
                     [(t, 'st.%s.%s [%s], {0}; atom.%s.%s.%s {d}, [%s], {1}' % (sp, b, mem, sp, op, t, mem), 'atom old value'),
                      (t, 'ld.%s.%s {d}, [%s]' % (sp, b, mem), 'atom.%s.%s.%s new value' % (sp, op, t)),
                      (t, 'st.%s.%s [%s], {0}; red.%s%s.%s.%s [%s], {1}; ld.%s.%s {d}, [%s]' % (sp, b, mem, sp, noftz, op, t, mem, sp, b, mem),
                       'red.%s.%s.%s' % (sp, op, t))], decl='.shared .align 8 .b8 buf[512];' if sp == 'shared' else '', pre=pre)
    for t in ['b32', 'b64']:
        case('atom.exch.cas.' + t, [t, t, t],
             [(t, 'st.global.%s [%%my], {0}; atom.global.exch.%s {d}, [%%my], {1}' % (t, t), 'atom.exch old'),
              (t, 'atom.global.cas.%s {d}, [%%my], {2}, {0}' % t, 'atom.cas miss or hit old'),
              (t, 'atom.cas.%s {d}, [%%my], {1}, {2}' % t, 'atom.cas generic old'), (t, 'ld.global.%s {d}, [%%my]' % t, 'atom.cas new')])
    case('atom.cas.b16', ['b16', 'b16', 'b16'],
         [('b16', 'st.global.b16 [%my], {0}; atom.global.cas.b16 {d}, [%my], {1}, {2}', 'atom.cas.b16 old'),
          ('b16', 'atom.global.cas.b16 {d}, [%my], {0}, {2}', 'atom.cas.b16 hit'), ('b16', 'ld.global.b16 {d}, [%my]', 'atom.cas.b16 new')])
    for t in ['f16', 'f16x2', 'bf16', 'bf16x2']:
        b = 'b32' if 'x2' in t else 'b16'
        case('atom.add.noftz.' + t, [t, t],
             [(t, 'st.global.%s [%%my], {0}; atom.global.add.noftz.%s {d}, [%%my], {1}' % (b, t), 'atom.add.noftz.%s old' % t),
              (t, 'ld.global.%s {d}, [%%my]' % b, 'atom.add.noftz.%s new' % t)])
    # every thread of a block on one word: only the final value is the same in every order
    for op, t in [('add', 'u32'), ('add', 'u64'), ('min', 's32'), ('max', 'u64'), ('and', 'b32'), ('or', 'b64'), ('xor', 'b32')]:
        b = 'b%d' % (8 * size(t))
        reg = '%%%s1' % ('d' if b == 'b64' else 'r')
        case('contended.%s.%s' % (op, t), [t],
             [(t, 'mov.%s %s, 0; setp.eq.u32 %%p1, %%lt, 0; @%%p1 st.shared.%s [buf], %s; bar.sync 0; red.shared.%s.%s [buf], {0}; '
                  'bar.sync 0; ld.shared.%s {d}, [buf]' % (b, reg, b, reg, op, t, b), 'contended red.shared.%s.%s' % (op, t))],
             decl='.shared .align 8 .b8 buf[8];')


def loads(case):
    for t in LDST:
        r = 'b%d' % (8 * size(t))
        inp = 'b64'
        out = 'b64' if size(t) == 8 else 'b32'
        # the value as stored whole, read back narrower: sign or zero extension shows
        outs = []
        for sp, at in [('global', '%my'), ('shared', '%r3'), ('local', '%r4')]:
            outs.append((out, 'st.%s.b64 [%s], {0}; ld.%s.%s {d}, [%s]' % (sp, at, sp, t, at), 'ld.%s.%s' % (sp, t)))
            src = '{0}' if size(t) == 8 else '%h1' if size(t) <= 2 else '%r1'
            cv = {1: 'cvt.u16.u64 %h1, {0}; ', 2: 'cvt.u16.u64 %h1, {0}; ', 4: 'cvt.u32.u64 %r1, {0}; ', 8: ''}[size(t)]
            outs.append(('b64', cv + 'mov.u64 %d1, -1; st.' + sp + '.b64 [' + at + '], %d1; st.' + sp + '.' + t + ' [' + at + '], ' + src +
                         '; ld.' + sp + '.b64 {d}, [' + at + ']', 'st.%s.%s' % (sp, t)))
        outs.append((out, 'cvta.shared.u64 %d2, %d3; st.b64 [%d2], {0}; ld.' + t + ' {d}, [%d2]', 'ld.generic.%s of shared' % t))
        outs.append((out, 'cvta.local.u64 %d2, %d4; st.b64 [%d2], {0}; ld.' + t + ' {d}, [%d2]', 'ld.generic.%s of local' % t))
        outs.append((out, 'ld.volatile.global.' + t + ' {d}, [%my]', 'ld.volatile.global.' + t))
        outs.append((out, 'ld.global.nc.' + t + ' {d}, [%in]', 'ld.global.nc.' + t))
        outs.append((out, 'ld.const.' + t + ' {d}, [KERNEL_c+8]', 'ld.const.' + t))
        outs.append((out, 'ld.param.' + t + ' {d}, [tex]', 'ld.param.' + t))
        case('ldst.' + t, [inp], outs, decl='.shared .align 8 .b8 buf[512];\n.local .align 8 .b8 loc[16];',
             pre='mov.u32 %r2, buf;\nmad.lo.u32 %r3, %lt, 8, %r2;\nmov.u32 %r4, loc;\ncvt.u64.u32 %d3, %r3;\ncvt.u64.u32 %d4, %r4;',
             funcs='.const .align 8 .b8 KERNEL_c[16] = {1, 2, 3, 4, 5, 6, 7, 8, 249, 138, 251, 156, 221, 238, 207, 176};')
        if size(t) <= 8 and t not in ('b8', 'b16'):
            for v in [2, 4]:
                if size(t) * v > 16:
                    continue
                regs = ['{d}'] + ['%%%s%d' % ('d' if size(t) == 8 else 'r', 8 + i) for i in range(1, v)]
                vouts = [(out, 'st.global.v2.b64 [%%my], {{{0}, {1}}}; ld.global.v%d.%s {{%s}}, [%%my]' % (v, t, ', '.join(regs)), 'ld.v%d.%s[0]' % (v, t))]
                for i in range(1, v):
                    vouts.append((out, 'mov.b%s {d}, %s' % (out[1:], regs[i]), 'ld.v%d.%s[%d]' % (v, t, i)))
                back = ['%%o%d' % i for i in range(v)]
                if size(t) == 1:
                    back = ['%%h%d' % i for i in range(v)]
                    cv = ''.join('cvt.u16.u32 %%h%d, %%o%d; ' % (i, i) for i in range(v))
                elif size(t) == 2:
                    back = ['%%h%d' % i for i in range(v)]
                    cv = ''.join('cvt.u16.u32 %%h%d, %%o%d; ' % (i, i) for i in range(v))
                else:
                    cv = ''
                vouts.append(('b64', cv + 'mov.u64 %%d1, -1; st.global.v2.b64 [%%my+16], {{%%d1, %%d1}}; st.global.v%d.%s [%%my+16], {{%s}}; '
                              'ld.global.b64 {d}, [%%my+16]' % (v, t, ', '.join(back)), 'st.v%d.%s low half' % (v, t)))
                case('vector.v%d.%s' % (v, t), ['b64', 'b64'], vouts)


def warp(case):
    m = '0xffffffff'
    case('vote', ['flag'], [('pred', 'vote.sync.%s.pred {d}, {0}, %s' % (k, m)) for k in ['all', 'any', 'uni']] +
         [('b32', 'vote.sync.ballot.b32 {d}, {0}, %s' % m), ('pred', 'vote.sync.all.pred {d}, !{0}, %s' % m, 'vote.sync.all of not'),
          ('b32', 'activemask.b32 {d}'), ('b32', '@{0} activemask.b32 %r5; selp.b32 {d}, 1, 2, {0}', 'activemask predicated runs')])
    for k in ['up', 'down', 'bfly', 'idx']:
        case('shfl.' + k, ['b32', 'lane32'],
             [x for seg in [0x1f, 0x181f, 0x1c1f, 0x1e03, 0x1f00, 0x0, 0x1c00, 0x0f]
              for x in [('b32', 'shfl.sync.%s.b32 {d}|%%p1, {0}, 3, %#x, %s%s' % (k, seg, m, KEEP_P1), 'shfl.%s by 3 c=%#x' % (k, seg)),
                        ('b32', 'shfl.sync.%s.b32 {d}|%%p1, {0}, {1}, %#x, %s%s' % (k, seg, m, KEEP_P1), 'shfl.%s by lane value c=%#x' % (k, seg))]] +
             [('b32', 'mov.b32 {d}, %r2', 'shfl.%s predicates' % k)], pre='mov.u32 %r2, 0;')
    for t in ['b32', 'b64']:
        case('match.' + t, ['few32' if t == 'b32' else 'few64'],
             [('b32', 'match.any.sync.%s {d}, {0}, %s' % (t, m)),
              ('b32', 'match.all.sync.%s {d}|%%p1, {0}, %s; selp.b32 %%r2, 1, 0, %%p1' % (t, m)), ('b32', 'mov.b32 {d}, %r2', 'match.all predicate'),
              ('b32', 'shr.u%s %s, {0}, 63; match.all.sync.%s {d}|%%p1, %s, %s' % (t[1:], '%d1' if t == 'b64' else '%r1', t, '%d1' if t == 'b64' else '%r1', m),
               'match.all of equal')])
    case('redux', ['u32'], [('b32', 'redux.sync.%s {d}, {0}, %s' % (k, m))
                            for k in ['add.u32', 'add.s32', 'min.u32', 'min.s32', 'max.u32', 'max.s32', 'and.b32', 'or.b32', 'xor.b32']])
    case('bar.red', ['flag'], [('b32', 'bar.red.popc.u32 {d}, 0, {0}'), ('pred', 'bar.red.and.pred {d}, 0, {0}'), ('pred', 'bar.red.or.pred {d}, 0, {0}'),
                               ('pred', 'bar.red.and.pred {d}, 0, !{0}', 'bar.red.and of not'), ('b32', 'barrier.sync 1; bar.warp.sync -1; mov.b32 {d}, 7', 'bar.warp')])
    case('sreg', ['u32'], [('b32', 'mov.u32 {d}, %%%s' % s, s) for s in ['tid.x', 'tid.y', 'ntid.x', 'ntid.y', 'ntid.z', 'ctaid.x', 'ctaid.z', 'nctaid.x', 'nctaid.y',
                                                                   'laneid', 'lanemask_eq', 'lanemask_le', 'lanemask_lt', 'lanemask_ge', 'lanemask_gt']])


KEEP_P1 = '; selp.b32 %r1, 1, 0, %p1; shl.b32 %r2, %r2, 1; or.b32 %r2, %r2, %r1'


def control(case):
    case('isspacep', ['u32'],
         [('pred', 'cvta.shared.u64 %d5, %d3; isspacep.shared {d}, %d5', 'shared is shared'), ('pred', 'isspacep.global {d}, %d5', 'shared is global'),
          ('pred', 'isspacep.local {d}, %d5', 'shared is local'), ('pred', 'cvta.local.u64 %d6, %d4; isspacep.local {d}, %d6', 'local is local'),
          ('pred', 'isspacep.global {d}, %d6', 'local is global'), ('pred', 'isspacep.shared {d}, %d6', 'local is shared'),
          ('pred', 'isspacep.global {d}, %my', 'global is global'), ('pred', 'isspacep.shared {d}, %my', 'global is shared'),
          ('pred', 'isspacep.local {d}, %my', 'global is local'), ('pred', 'mov.u64 %d7, KERNEL_c; cvta.const.u64 %d7, %d7; isspacep.const {d}, %d7', 'const is const'),
          ('b64', 'cvta.to.shared.u64 %d8, %d5; sub.u64 {d}, %d8, %d3', 'cvta.to.shared'), ('b64', 'cvta.to.local.u64 %d8, %d6; sub.u64 {d}, %d8, %d4', 'cvta.to.local'),
          ('b32', 'ld.u32 {d}, [%d7]', 'generic load of const'),
          ('b64', 'cvta.global.u64 %d8, %my; cvta.to.global.u64 %d8, %d8; sub.u64 {d}, %d8, %my', 'cvta.global')],
         decl='.shared .align 8 .b8 buf[512];\n.local .align 8 .b8 loc[16];',
         pre='mov.u64 %d3, buf;\nmov.u64 %d4, loc;\nmov.u32 %r5, 5;\nst.local.u32 [loc], %r5;\nst.shared.u32 [buf], %r5;',
         funcs='.const .align 8 .b8 KERNEL_c[16] = {1, 2, 3, 4, 5, 6, 7, 8, 249, 138, 251, 156, 221, 238, 207, 176};')
    case('mov.pack', ['b64', 'b64'],
         [('b32', 'mov.b64 {{{d}, %r5}}, {0}', 'mov.b64 unpack lo'), ('b32', 'mov.b32 {d}, %r5', 'mov.b64 unpack hi'),
          ('b64', 'mov.b64 {{%r6, %r7}}, {1}; mov.b64 {d}, {{%r5, %r6}}', 'mov.b64 pack'), ('b32', 'mov.b32 {{%h1, %h2}}, %r6; mov.b32 {d}, {{%h2, %h1}}', 'mov.b32 swap halves'),
          ('b64', 'mov.b64 {{%h1, %h2, %h3, %h4}}, {0}; mov.b64 {d}, {{%h4, %h3, %h2, %h1}}', 'mov.b64 of 4 halves'),
          ('b32', 'mov.f32 {d}, 0f7fc00001', 'mov.f32'), ('b64', 'mov.f64 {d}, 0dfff0000000000001', 'mov.f64'), ('b64', 'mov.u64 {d}, -1', 'mov.u64')])
    case('branch.divergent', ['u32'],
         [('b32', 'mov.b32 {d}, %s', 'steps of the 3n+1 walk'), ('b32', 'mov.b32 {d}, %r5', 'odd steps')],
         decl='.reg .u32 %v, %s;',
         pre='mov.u32 %s, 0;\nmov.u32 %r5, 0;\nand.b32 %v, %i0, 1023;\nadd.u32 %v, %v, 1;\nloop:\nsetp.le.u32 %p1, %v, 1;\n@%p1 bra done;\n'
             'add.u32 %s, %s, 1;\nand.b32 %r6, %v, 1;\nsetp.eq.u32 %p2, %r6, 0;\n@!%p2 bra odd;\nshr.u32 %v, %v, 1;\nbra.uni next;\nodd:\n'
             'mad.lo.u32 %v, %v, 3, 1;\nadd.u32 %r5, %r5, 1;\nnext:\nsetp.lt.u32 %p3, %s, 500;\n@%p3 bra loop;\ndone:\nbar.sync 0;')
    case('branch.indexed', ['lane32'], [('b32', 'mov.b32 {d}, %r5', 'brx.idx')],
         pre='and.b32 %r6, %i0, 3;\nmov.u32 %r5, 0;\nts: .branchtargets t0, t1, t2, t3;\nbrx.idx %r6, ts;\nt0:\nadd.u32 %r5, %r5, 1;\nt1:\nadd.u32 %r5, %r5, 10;\n'
             'bra.uni t3;\nt2:\nadd.u32 %r5, %r5, 100;\nt3:\nadd.u32 %r5, %r5, 1000;')
    funcs = '''.func (.param .b32 r) KERNEL_fact(.param .b32 n)
{
.reg .b32 %n, %x, %y;
.reg .pred %p;
ld.param.b32 %n, [n];
setp.le.u32 %p, %n, 1;
mov.u32 %x, 1;
@%p bra out;
sub.u32 %y, %n, 1;
{
.param .b32 a;
.param .b32 b;
st.param.b32 [a], %y;
call.uni (b), KERNEL_fact, (a);
ld.param.b32 %x, [b];
}
mul.lo.u32 %x, %x, %n;
out:
st.param.b32 [r], %x;
ret;
}
.func (.param .b64 r) KERNEL_swap(.param .align 8 .b8 n[16])
{
.reg .b64 %a, %b;
ld.param.b64 %a, [n];
ld.param.b64 %b, [n+8];
sub.u64 %a, %b, %a;
st.param.b64 [r], %a;
ret;
}'''
    call = ('{\n.param .b32 a;\n.param .b32 b;\nand.b32 %r6, %i0, 7;\nst.param.b32 [a], %r6;\ncall (b), KERNEL_fact, (a);\nld.param.b32 %r5, [b];\n}\n'
            '{\n.param .align 8 .b8 a[16];\n.param .b64 b;\nst.param.b64 [a], %i1;\nst.param.b64 [a+8], %i2;\ncall.uni (b), KERNEL_swap, (a);\nld.param.b64 %d5, [b];\n}\n'
            'mov.u64 %d6, KERNEL_fact;\nsetp.gt.u32 %p1, %r6, 3;\n@%p1 bra skip;\n'
            '{\n.param .b32 a;\n.param .b32 b;\nst.param.b32 [a], %r6;\nproto: .callprototype (.param .b32 _) _ (.param .b32 _);\ncall (b), %d6, (a), proto;\nld.param.b32 %r7, [b];\n}\nbra.uni all;\nskip:\nmov.u32 %r7, 77;\nall:')
    case('call', ['u32', 'u64', 'u64'], [('b32', 'mov.b32 {d}, %r5', 'recursive factorial'), ('b64', 'mov.b64 {d}, %d5', 'aggregate parameter'),
                                         ('b32', 'mov.b32 {d}, %r7', 'indirect call')], funcs=funcs, pre=call)
    case('predicated', ['u32', 'flag'], [('b32', 'mov.u32 {d}, 1; @{1} add.u32 {d}, {0}, 3', '@p add'), ('b32', 'mov.u32 {d}, 2; @!{1} mul.lo.u32 {d}, {0}, 5', '@!p mul'),
                                         ('b32', 'mov.u32 {d}, 3; st.global.u32 [%my], {0}; @{1} ld.global.u32 {d}, [%my]', '@p ld')])


def textures(case):
    """@tex: dimension, width, height, depth, format (f32 u8n s16n u32 f16), channels, filter, address mode, normalised coordinates."""
    case('tex.linear', ['lane32'], [('b32', 'tex.1d.v4.%s.s32 {{{d}, %%r1, %%r2, %%r3}}, [%%tex, {{{0}}}]' % t, 'tex.1d.v4.%s.s32 of linear' % t) for t in ['f32']],
         tex='linear 64 1 1 f32 1 point clamp 0')
    for dim, coords, geom in [(1, '{0}', '64 1 1'), (2, '{0}, {1}', '16 8 1'), (3, '{0}, {1}, {2}, {2}', '8 8 4')]:
        c = '{{%s}}' % coords if dim > 1 else '{{{0}}}'
        for filt in ['point', 'linear']:
            for mode, norm in [('clamp', 0), ('border', 0), ('wrap', 1), ('mirror', 1), ('clamp', 1)]:
                for fmt, ch, ty in [('f32', 1, 'f32'), ('u8n', 4, 'f32'), ('u32', 2, 'u32'), ('s16n', 2, 'f32')]:
                    if (filt == 'linear' and ty != 'f32') or (fmt == 's16n' and mode != 'clamp') or (dim == 3 and fmt != 'f32'):
                        continue
                    kinds = ['tn32' if norm else 'tc32:' + g for g in geom.split()[:dim]]
                    outs = [('b32', 'tex.%dd.v4.%s.f32 {{{d}, %%r1, %%r2, %%r3}}, [%%tex, %s]' % (dim, ty, c), 'tex.%dd.v4.%s.f32 .x' % (dim, ty))]
                    outs += [('b32', 'mov.b32 {d}, %%r%d' % i, 'tex.%dd.v4.%s.f32 .%s' % (dim, ty, 'xyzw'[i])) for i in range(1, min(4, ch + 1))]
                    case('tex.%dd.%s.%s.%s.%s%d' % (dim, filt, mode, 'norm' if norm else 'texel', fmt, ch), kinds, outs,
                         tex='array %s %s %d %s %s %d' % (geom, fmt, ch, filt, mode, norm), n=128)


def emit(case):
    atomics(case)
    loads(case)
    warp(case)
    control(case)
    textures(case)
