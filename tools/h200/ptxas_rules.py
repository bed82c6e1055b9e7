#!/usr/bin/env python3
"""Which loops ptxas unrolls and which short ways it guards: small PTX kernels with one property changed at a time, and what became of
them in machine code. The source of the rules in src/isa/unroll.c, rotate.c, straighten.c, guard.c, extra.c and bits.c. Wants ptxas (13.0 was asked).

    tools/h200/ptxas_rules.py [PTXAS]
"""
import re
import subprocess
import sys
import tempfile

import cubin

PTXAS = sys.argv[1] if len(sys.argv) > 1 else "ptxas"
BRA, LDG, BSSY, UIADD3 = cubin.BRA, 0x981, 0x945, (0x290, 0x890)
HEAD = """.version 7.0
.target sm_70
.address_size 64
.visible .entry k(.param .u64 p, .param .u32 n, .param .u64 q, .param .u32 m){
.reg .pred %p<20>; .reg .b32 %r<200>; .reg .b64 %rd<200>; .reg .f32 %f<200>; .reg .f64 %fd<9>; .reg .b16 %rs<9>;
ld.param.u64 %rd2,[p]; ld.param.u32 %r1,[n]; ld.param.u64 %rd10,[q]; ld.param.u32 %r9,[m];
mov.u32 %r3, %tid.x; mul.wide.s32 %rd4,%r3,4; add.s64 %rd5,%rd2,%rd4; add.s64 %rd6,%rd10,%rd4; mov.f32 %f1, 0f00000000;
"""
TAIL = "\nst.global.f32 [%rd10],%f1;\nret;\n}\n"
LOAD = "ld.global.f32 %f2,[%rd5]; add.f32 %f1,%f1,%f2; add.s64 %rd5,%rd5,4096; "


def code(body):
    """Opcodes of the kernel with this body, and its registers"""
    with tempfile.NamedTemporaryFile("w", suffix=".ptx") as ptx, tempfile.NamedTemporaryFile(suffix=".cubin") as out:
        ptx.write(HEAD + body + TAIL)
        ptx.flush()
        r = subprocess.run([PTXAS, "-arch=sm_90", "-v", ptx.name, "-o", out.name], capture_output=True, text=True)
        if r.returncode:
            sys.exit(r.stderr)
        return cubin.opcodes(out.name)["k"], int(re.search(r"Used (\d+) registers", r.stderr)[1])


def loads(body):
    return code(body)[0].count(LDG)


def show(rows, count=loads):
    """One line a piece of PTX: its name and what is counted in its code."""
    for name, body in rows.items():
        print(f"  {name}: {count(body)}")


def branches(body):
    return code(body)[0].count(BRA) - 1  # the one behind the end


def most(fits, limit=200):
    """The largest number up to which it fits"""
    low = 0
    while low < limit:
        mid = (low + limit + 1) // 2
        low, limit = (mid, limit) if fits(mid) else (low, mid - 1)
    return low


def loop(extra="", end="add.s32 %r5,%r5,1; setp.lt.s32 %p1,%r5,%r1; @%p1 bra L;", start="mov.u32 %r5,0;"):
    return f"{start} L: {LOAD} {extra} {end}"


def main():
    print("loads of a loop with one (1: not unrolled, 7: four, two and one)")
    diamond = (
        "setp.lt.u32 %p5,%r3,256; @%p5 bra X; bra.uni Y; X: st.global.f32 [%rd6],%f1; bar.sync 0; bra.uni Z; "
        "Y: st.global.f32 [%rd6+4],%f1; Z: "
    )
    turned = (
        "mov.u32 %r7,0; bra.uni A; B: add.s32 %r7,%r7,1; "
        "A: st.global.f32 [%rd6],%f1; setp.lt.s32 %p6,%r7,%r9; @%p6 bra B; "
    )
    divided = "cvt.f64.f32 %fd1,%f1; div.rn.f64 %fd1,%fd1,%fd1; cvt.rn.f32.f64 %f1,%fd1;"
    left = "add.s32 %r5,%r5,-1; setp.eq.s32 %p1,%r5,0; @%p1 bra M; bra.uni L; M:"
    show({
        "goes on where it is true": loop(),
        "goes on where it is false": loop(end="add.s32 %r5,%r5,1; setp.ge.s32 %p1,%r5,%r1; @!%p1 bra L;"),
        "left by a branch": loop(end=left, start="mov.u32 %r5,%r1;"),
        "the same behind a diamond": diamond + loop(end=left, start="mov.u32 %r5,%r1;"),
        "the same beside a loop entered in its middle": turned + loop(end=left, start="mov.u32 %r5,%r1;"),
        "the same before a division of doubles": loop(end=left, start="mov.u32 %r5,%r1;") + divided,
        "step in a register": loop(end="add.s32 %r5,%r5,%r9; setp.lt.s32 %p1,%r5,%r1; @%p1 bra L;"),
        "compared before it moves": loop(end="setp.lt.s32 %p1,%r5,%r1; add.s32 %r5,%r5,1; @%p1 bra L;"),
        "with a barrier": loop("bar.sync 0;"),
        "with an exact division": loop("div.rn.f32 %f1,%f1,%f2;"),
        "20 rounds": loop(end="add.s32 %r5,%r5,1; setp.lt.s32 %p1,%r5,20; @%p1 bra L;"),
    })
    print("loads of a counted loop with ways in it (1: as it was, 7: four, two and one, 8: and one ahead)")
    test = "setp.gt.f32 %p2,%f1,0f3F800000; @%p2 bra X; "
    other = "setp.gt.f32 %p3,%f1,0f40800000; @%p3 bra Z; "
    fma = "fma.rn.f32 %f1,%f1,%f1,%f1; "
    pair = "add.s32 %r5,%r5,1; setp.ge.s32 %p1,%r5,%r1; @%p1 bra M; bra L; M:"
    show({
        "if of 41": loop(test + fma * 41 + "X: "),
        "of 42": loop(test + fma * 42 + "X: "),
        "if and else of 20": loop(test + fma * 20 + "bra Y; X: " + fma * 20 + "Y: "),
        "of 21": loop(test + fma * 21 + "bra Y; X: " + fma * 21 + "Y: "),
        "two ifs of 19": loop(test + fma * 19 + "X: " + other + fma * 19 + "Z: "),
        "of 20": loop(test + fma * 20 + "X: " + other + fma * 20 + "Z: "),
        "one in the other": loop(test + fma * 9 + other + fma * 9 + "Z: " + fma + "X: "),
        "with a barrier": loop(test + fma * 9 + "X: bar.sync 0; "),
        "another way out": loop(test.replace("X", "M")) + " M:",
        "left by a branch": loop(test + fma * 9 + "X: ", end=pair),
        "left by a branch where a predicate is false": loop(test + fma * 9 + "X: ", end=pair.replace("ge", "lt").replace("@", "@!")),
        "16 rounds": loop(test + fma * 9 + "X: ", end="add.s32 %r5,%r5,1; setp.lt.s32 %p1,%r5,16; @%p1 bra L;"),
        "16 rounds, left by a branch": loop(test + fma * 9 + "X: ", end=pair.replace("%r1", "16")),
        "5000 rounds": loop(test + fma * 9 + "X: ", end="add.s32 %r5,%r5,1; setp.lt.s32 %p1,%r5,5000; @%p1 bra L;"),
    })
    print("loads of a loop that is left in the middle (1: as it was, 2: what stands before the way out is ahead of it and at its end, 8: and unrolled)")
    move = "add.s64 %rd5,%rd5,4096; add.s32 %r5,%r5,-1; bra L; M: "
    out = "setp.eq.s32 %p1,%r5,0; @%p1 bra M; "
    head = "mov.u32 %r5,%r1; L: ld.global.f32 %f2,[%rd5]; add.f32 %f1,%f1,%f2; "
    way = "setp.gt.f32 %p2,%f1,0f3F800000; @%p2 bra X; st.global.f32 [%rd6],%f1; BAR X: "
    show({
        "counted": head + out + move,
        "counted, 43 more before the way out": head + fma * 43 + out + move,
        "44": head + fma * 44 + out + move,
        "300": head + fma * 300 + out + move,
        "43 more behind it": head + out + fma * 43 + move,
        "44 behind it": head + out + fma * 44 + move,
        "left where a predicate is false": head + out.replace("eq", "ne").replace("@", "@!") + move,
        "left for another reason": head + out.replace("eq.s32 %p1,%r5,0", "gt.f32 %p1,%f1,0f3F800000") + move,
        "counted with a copy": head + "add.s32 %r7,%r5,-1; " + out + move.replace("add.s32 %r5,%r5,-1", "mov.u32 %r5,%r7"),
        "nounroll": head.replace("L:", 'L: .pragma "nounroll";') + out + move,
        "a short way before the way out": head + way.replace("BAR", "") + out + move,
        "a short way behind it": head + out + way.replace("BAR", "") + move,
        "a long way behind it": head + out + way.replace("BAR", "bar.sync 0;") + move,
        "two ways out": head + way.replace("X;", "M;").split("st.")[0] + out + move,
        "an exact division": head + "div.rn.f32 %f1,%f1,%f2; " + out + move,
    })
    print("places where lanes meet that are announced")
    block = fma * 30
    way = lambda of, to: f"setp.gt.f32 %p2,%f1,0f{0x3F800000 + of:08X}; @%p2 bra {to}; "
    show({
        "an if": way(1, "M") + block,
        "three ways to one place": way(1, "M") + block + way(2, "M") + block + way(3, "M") + block,
        "four ways": way(1, "H") + way(2, "B") + block + "bra M; B: " + block * 2 + "bra M; H: " + way(3, "D") + block * 3 + "bra M; D: " + block * 4,
        "an if in an if": way(1, "M") + block + way(2, "N") + block + "N: " + block,
    }, lambda body: code('ld.global.f32 %f1,[%rd5]; ' + body + 'M: st.global.f32 [%rd6],%f1;')[0].count(BSSY))
    print("additions in registers that lanes share, of a loop with one for its counter (a pointer has two and is moved before each load)")
    shared = "ld.param.u64 %rd20,[p]; ld.param.u64 %rd21,[q]; mov.u32 %r5,0; "
    first = "ld.global.f32 %f2,[%rd20]; add.f32 %f1,%f1,%f2; add.s64 %rd20,%rd20,4; "
    end = "add.s32 %r5,%r5,1; setp.lt.s32 %p1,%r5,%r1; @%p1 bra L;"
    begin = 'L: .pragma "nounroll"; '
    for name, body in {
        "a pointer": shared + begin + first + end,
        "two": shared + begin + first + first.replace("%rd20", "%rd21") + end,
        "a store's": shared + begin + first.replace("ld.global.f32 %f2,[%rd20]", "st.global.f32 [%rd20],%f1") + end,
        "the CTA's": shared + "mov.u32 %r6,%ctaid.x; mul.wide.s32 %rd22,%r6,4; add.s64 %rd20,%rd20,%rd22; " + begin + first + end,
        "a lane's": shared + begin + first.replace("%rd20", "%rd5") + end,
        "one that is loaded": shared + "ld.global.u64 %rd20,[%rd21]; " + begin + first + end,
        "an index": shared + begin + "mul.wide.s32 %rd22,%r5,4; add.s64 %rd23,%rd20,%rd22; ld.global.f32 %f2,[%rd23]; add.f32 %f1,%f1,%f2; " + end,
        "where lanes are apart": shared + "setp.gt.s32 %p3,%r3,%r9; @%p3 bra E; " + begin + first + end + " E: ",
    }.items():
        ops = code(body)[0]
        print(f"  {name}: {sum(ops.count(o) for o in UIADD3)}")
    print("how many more instructions a loop of six may have")
    for name, one in {
        "fma": "fma.rn.f32 %f1,%f1,%f2,%f1;",
        "add and store": "add.f32 %f1,%f1,%f2; st.global.f32 [%rd6],%f1;",
        "add and store with an offset": "add.f32 %f1,%f1,%f2; st.global.f32 [%rd6+OFF],%f1;",
        "guarded fma": "@%p3 fma.rn.f32 %f1,%f1,%f2,%f1;",
        "ex2": "ex2.approx.f32 %f1,%f1;",
    }.items():
        first = "setp.lt.f32 %p3,%f1,%f2;" if "guarded" in name else ""
        n = most(lambda k: loads(loop(first + " ".join(one.replace("OFF", str(4 * j + 4)) for j in range(k)))) > 1)
        print(f"  {name}: {n}")
    print("loads of a loop whose rounds are known (16: written out)")
    again = "add.s32 %r5,%r5,1; setp.ne.s32 %p1,%r5,16; @%p1 bra L1;"
    show({
        "plain": LOAD + again,
        "barrier": LOAD + "bar.sync 0; " + again,
        "atomic": LOAD + "red.global.add.f32 [%rd6],%f1; " + again,
        "branch": LOAD + "setp.gt.f32 %p2,%f1,0f3F800000; @%p2 bra L2; st.global.f32 [%rd6],%f1; fma.rn.f32 %f1,%f1,%f1,%f1; L2: " + again,
        "early way out": LOAD + "setp.gt.f32 %p2,%f1,0f3F800000; @%p2 bra L9; " + again + " L9:",
        "left at the top": "setp.ge.s32 %p1,%r5,16; @%p1 bra L9; " + LOAD + "add.s32 %r5,%r5,1; bra L1; L9:",
        "left by a branch, a jump back behind it": LOAD + "add.s32 %r5,%r5,1; setp.eq.s32 %p1,%r5,16; @%p1 bra L9; bra L1; L9:",
        "goes on where it is false": LOAD + again.replace("ne", "eq").replace("@", "@!"),
        "compared before it moves": LOAD + "setp.ne.s32 %p1,%r5,15; add.s32 %r5,%r5,1; @%p1 bra L1;",
        "compared after a conversion": LOAD + "add.s32 %r5,%r5,1; cvt.u64.u32 %rd7,%r5; setp.ne.s64 %p1,%rd7,16; @%p1 bra L1;",
        "fence": LOAD + "membar.gl; " + again,
        "division": LOAD + "div.rn.f32 %f1,%f1,%f2; " + again,
        "inner loop of 10 rounds": LOAD + "mov.u32 %r7,0; L4: fma.rn.f32 %f1,%f1,%f1,%f2; add.s32 %r7,%r7,1; setp.lt.s32 %p3,%r7,10; @%p3 bra L4; " + again,
        "inner loop of n rounds": LOAD + "mov.u32 %r7,0; L4: fma.rn.f32 %f1,%f1,%f1,%f2; add.s32 %r7,%r7,1; setp.lt.s32 %p3,%r7,%r9; @%p3 bra L4; " + again,
    }, lambda body: loads('mov.u32 %r5,0; L1: ' + body))
    print("rounds up to which a load, two additions and n fma are written out, and copies of more rounds (of 5040)")
    for n in (3, 7, 17, 27, 38, 52, 66, 94):
        body = lambda rounds: "mov.u32 %r5,0; L1: " + LOAD + "fma.rn.f32 %f1,%f1,%f1,%f1; " * n + again.replace("16", str(rounds))
        print(f"  {n}: {most(lambda rounds: rounds < 2 or loads(body(rounds)) == rounds, 600)}, {loads(body(5040))}")
    print("how many instructions are guarded rather than jumped over")
    around = "add.s64 %rd5,%rd5,%rd4; add.s32 %r5,%r5,%r9; setp.ne.s32 %p1,%r5,0; @%p1 bra L;"
    for name, body in {
        "fma": lambda k: "fma.rn.f32 %f1,%f1,%f1,%f1; " * k,
        "stores": lambda k: " ".join(f"st.global.f32 [%rd6+{4 * j + 4}],%f1;" for j in range(k)),
        "a load and fma": lambda k: "ld.global.f32 %f4,[%rd5+4]; " + "fma.rn.f32 %f1,%f1,%f4,%f4; " * k,
    }.items():
        short = lambda k: f"setp.gt.s32 %p2,%r3,%r9; @%p2 bra S; {body(k)} S: "
        plain = most(lambda k: not branches(short(k)), 60)
        inside = most(lambda k: branches(f"mov.u32 %r5,%r1; L: {short(k)} {around}") == 1, 60)
        print(f"  {name}: {plain}, in a loop {inside}")
    print("instructions of a conversion or a mask behind a load")
    whole = "ld.global.TYPE %r20,[%rd5]; "
    for name, load, more in (
        ("byte, widened", "u8", "cvt.u32.u8 %r20,%rs1;"),
        ("byte, widened in two steps, masked", "u8", "cvt.u16.u8 %rs2,%rs1; and.b16 %rs3,%rs2,255; cvt.u32.u16 %r20,%rs3;"),
        ("byte, in another block", "u8", "setp.eq.s32 %p1,%r9,0; @%p1 bra X; st.global.u32 [%rd6+8],%r9; bar.sync 0; X: cvt.u32.u8 %r20,%rs1;"),
        ("byte, as one with a sign", "u8", "cvt.s32.s8 %r20,%rs1;"),
        ("byte with a sign, as one without", "s8", "cvt.u32.u8 %r20,%rs1;"),
        ("half, widened", "u16", "cvt.u32.u16 %r20,%rs1;"),
        ("half, as one with a sign", "u16", "cvt.s32.s16 %r20,%rs1;"),
        ("sum of a byte, widened", "u8", "add.s16 %rs2,%rs1,3; cvt.u32.u16 %r20,%rs2;"),
        ("sum of a half, widened", "u16", "add.s16 %rs2,%rs1,3; cvt.u32.u16 %r20,%rs2;"),
    ):
        rest = "add.s32 %r20,%r20,%r9; st.global.u32 [%rd6],%r20;"
        plain = re.sub(r"cvt.*?;|and.b16.*?;", "", more).replace("add.s16 %rs2,%rs1", "add.s32 %r20,%r20")
        count = lambda body: code(body)[0].index(0x94D)
        print(f"  {name}: {count(f'ld.global.{load} %rs1,[%rd5]; {more} {rest}') - count(whole.replace('TYPE', load) + plain + rest)}")
    print("what converts a narrow number to a float: I2FP, or I2F of the special-function pipe")
    for name, body in (
        ("byte", "ld.global.u8 %rs1,[%rd5]; cvt.rn.f32.u16 %f1,%rs1;"),
        ("half", "ld.global.u16 %rs1,[%rd5]; cvt.rn.f32.u16 %f1,%rs1;"),
        ("byte with a sign", "ld.global.s8 %rs1,[%rd5]; cvt.rn.f32.u16 %f1,%rs1;"),
        ("half, as one with a sign", "ld.global.u16 %rs1,[%rd5]; cvt.rn.f32.s16 %f1,%rs1;"),
        ("sum of a byte", "ld.global.u8 %rs1,[%rd5]; add.s16 %rs2,%rs1,3; cvt.rn.f32.u16 %f1,%rs2;"),
        ("word, masked", "ld.global.u32 %r20,[%rd5]; and.b32 %r20,%r20,255; cvt.u16.u32 %rs1,%r20; cvt.rn.f32.u16 %f1,%rs1;"),
    ):
        found = code(body + " st.global.f32 [%rd6],%f1;")[0]
        print(f"  {name}: {'I2FP' if 0x245 in found else 'I2F' if 0x306 in found else '?'}")
    many = " ".join(f"ld.global.f32 %f3,[%rd5+{4 * j + 4}]; add.f32 %f1,%f1,%f3;" for j in range(150))
    print("registers of a loop with 150 loads:", code(loop(many))[1])


main()
