"""Random kernels of CUDA C++ whose result does not depend on order and is defined by the language: arithmetic that may
overflow is unsigned, shifts are masked, nothing is read before it was written, a thread reads of what another wrote only
after they have met. Operations of a warp name the lanes that are there: where lanes part, a ballot says which go where.

A kernel is a tree: a text is one or several lines that stay together, a Block has arms (a head and its own list each)
and a tail, so that what a difference does not need can be taken out (reduce.py)."""
import random
import re

INTS = ["u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64", "bool"]
ARRAYS = ["u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64", "u32", "s32", "u32", "bool", "f32"]
SIGNED = {"s8", "s16", "s32", "s64"}
BITS = {"u8": 8, "s8": 8, "u16": 16, "s16": 16, "u32": 32, "s32": 32, "u64": 64, "s64": 64, "bool": 1, "f32": 32, "f64": 64}
CONSTANTS = ["0", "1", "-1", "2", "3", "7", "31", "32", "100", "127", "128", "255", "256", "-128", "32767", "-32768", "65535", "65536", "0x7fffffff",
             "0x80000000u", "0xffffffffu", "0x12345678u", "0xdeadbeefu", "0x100000000ull", "0x8000000000000000ull", "0x7fffffffffffffffll", "0xfedcba9876543210ull", "-5ll"]
FLOATS = ["0.0f", "-0.0f", "1.0f", "0.5f", "-1.5f", "3.0f", "0.1f", "16777216.0f", "1e10f", "-3e38f", "1e-40f", "6e-8f", "65504.0f"]
OWN = 16        # words of global memory that are a thread's own
CELLS = 64      # words that all threads change by atomics; those from 48 on begin as 0


def operations(text):
    """The rows of ops.h: (result, name, types, kind)"""
    rows = []
    for n, rest in re.findall(r"^OP(\d)\(([^\n]*)", text, re.M):
        words = [w.strip() for w in rest.split(",")[:int(n) + 3]]
        rows.append((words[0], words[1], words[2:2 + int(n)], words[2 + int(n)]))
    return rows


class Block:
    """if, loops, switch: arms of a head and what is in it. open_: the body may take the block's place when it is reduced"""

    def __init__(self, arms, tail="}", open_=True):
        self.arms, self.tail, self.open = arms, tail, open_


class Where:
    """What holds at a place of the kernel. mask: the expression of the lanes that are here, None if nothing is known of them.
    uniform: all threads of the block are here."""

    def __init__(self, mask, uniform, budget, loop=False, full=False):
        self.mask, self.uniform, self.budget, self.loop, self.full = mask, uniform, budget, loop, full

    def inner(self, mask=None, uniform=False, loop=False, full=False):
        return Where(mask, uniform, self.budget - 1, loop, full)


def common(a, b):
    if "u64" in (a, b):
        return "u64"
    if "s64" in (a, b):
        return "s64"
    return "u32" if "u32" in (a, b) else "s32"


class Kernel:
    def __init__(self, seed, index, ops, warps=True, tensor=False):
        self.r = r = random.Random(f"{seed}/{index}")
        self.k, self.n, self.ops = index, 0, ops
        self.warps, self.tensor = warps, tensor
        self.vars, self.later, self.arrays, self.shared, self.pre, self.functions = [], [], [], [], [], []
        self.in_function, self.plain = False, set()
        self.block = r.choice([(64, 1), (64, 1), (32, 1), (128, 1), (16, 4), (96, 1), (48, 1)]) if not tensor else (64, 1)
        self.threads = self.block[0] * self.block[1]
        self.grid = r.choice([1, 2, 2, 3])
        self.pool = [o for o in ops if r.random() < 0.5] or ops
        self.weights = {}
        # Passes that look at a whole function (its arrays are one variable) see what they can change only where little else is.
        self.narrow = r.choice([0, 0, 10, 10, 20])
        self.array_types = r.choice([["u32", "s32"], ["u32"], ["s32"], ["u64", "s64"], ARRAYS, ARRAYS, ARRAYS, [r.choice(ARRAYS)]])
        self.plain_only = self.chance(0.5)
        self.items = self.body()

    # ---- Names and choices ----
    def fresh(self, prefix="v"):
        self.n += 1
        return f"{prefix}{self.n}"

    def chance(self, p):
        return self.r.random() < p

    def likes(self, name):
        """How much this kernel has of a feature: nothing of some, much of others"""
        if name not in self.weights:
            self.weights[name] = self.r.choice([0] * self.narrow + [0, 0, 1, 1, 1, 3])
        return self.weights[name]

    # ---- Expressions: (text, type) ----
    def index(self, size, d):
        x = self.num(d + 1)[0] if d < 2 and self.chance(0.4) else self.data()
        if size & (size - 1) == 0:
            return f"({x}) & {size - 1}"
        return f"(u32)({x}) % {size}u"

    def data(self):
        """A number that no compiler knows"""
        r = self.r
        fit = [v for v, t in self.vars[-8:] if t == "u32"]
        if fit and self.chance(0.5):
            return r.choice(fit)
        return r.choice(["h", f"(h >> {r.randrange(1, 28)})"] if self.in_function else ["h", f"(h >> {r.randrange(1, 28)})", "(tid + (u32)n)", f"in[(tid + {r.randrange(256)}u) & 255]", f"(in[tid] >> {r.randrange(20)})"])

    def leaf(self):
        r = self.r
        fit = self.vars[-8:] if self.chance(0.7) else self.vars
        options = [lambda: r.choice(fit) if fit else ("h", "u32")] * 4 + [lambda: ("h", "u32"), lambda: (r.choice(CONSTANTS), None), lambda: (str(r.randrange(-9, 300)), "s32")]
        if self.chance(0.3):
            return self.data(), "u32"
        if not self.in_function:
            options += [lambda: ("tid", "u32"), lambda: ("lane", "u32"), lambda: ("n", "s32"), lambda: (f"in[(tid * {r.randrange(1, 9)}u + {r.randrange(256)}u) & 255]", "u32")]
        text, t = r.choice(options)()
        if t in ("f32", "f64"):
            return self.leaf()
        if t is None:
            t = "u64" if text.endswith("ull") else "s64" if text.endswith("ll") else "u32" if text.endswith("u") else "s32"
            text = f"({text})"
        return text, t

    def load(self, d):
        """From an array of the thread, constant or global memory, a texture"""
        r = self.r
        options = []
        for name, t, size in self.arrays[-3:]:
            if t in INTS:
                options += [lambda name=name, t=t, size=size: (f"{name}[{self.index(size, d)}]", t)] * 3
        if not self.in_function:
            k = self.k
            options += [lambda: (f"in[{self.index(256, d)}]", "u32"), lambda: (f"((const u8 *)in)[{self.index(1024, d)}]", "u8"),
                        lambda: (f"((const s8 *)in)[{self.index(1024, d)}]", "s8"), lambda: (f"in2[{self.index(128, d)}]", "s16"),
                        lambda: (f"fix{k}[{self.index(16, d)}]", "u32"), lambda: (f"fix{k}[n]", "u32"), lambda: (f"bytes{k}[{self.index(16, d)}]", "s8"),
                        lambda: (f"wide{k}[{self.index(8, d)}]", "u64"), lambda: (f"__ldg(&in[{self.index(256, d)}])", "u32"),
                        lambda: (f"((const uint4 *)in)[{self.index(64, d)}].{r.choice('xyzw')}", "u32"),
                        lambda: (f"((const ulonglong2 *)in)[{self.index(64, d)}].{r.choice('xy')}", "u64")]
            if self.likes("texture"):
                options += [lambda: (f"tex1Dfetch<u32>(tx1, (s32)({self.index(256, d)}))", "u32"),
                            lambda: (f"tex1Dfetch<uchar4>(tx3, (s32)({self.index(256, d)})).{r.choice('xyzw')}", "u8"),
                            lambda: (f"tex2D<u32>(tx2, (f32)(s32)({self.index(32, d)}) - 7.5f, (f32)(s32)({self.index(16, d)}) + {r.choice(['0.5f', '0.25f', '-0.5f'])})", "u32")]
        return r.choice(options)() if options else self.leaf()

    def num(self, d=0):
        r = self.r
        if d > 2 or self.chance(0.25):
            return self.leaf()
        kind = r.randrange(20)
        if kind < 4:
            return self.load(d + 1)
        if kind < 8:
            return self.arithmetic(d)
        if kind < 11 and self.likes("ops"):
            return self.operation(d)
        a, ta = self.num(d + 1)
        if kind == 11:
            t = r.choice(INTS)
            return f"({t})({a})", t
        if kind == 12:
            b, tb = self.num(d + 1)
            return f"({self.cond(d + 1)} ? {a} : {b})", common(ta, tb)
        if kind == 13:
            b = self.num(d + 1)[0]
            t = r.choice(INTS[:8])
            name = r.choice(["div", "rem"])
            return f"{'s' if t in SIGNED else 'u'}{name}<{t}>(({t})({a}), ({t})({b}))", t
        if kind == 14:
            t = r.choice(["u32", "u64"])
            b = self.num(d + 1)[0]
            return f"(({t})({a}) {r.choice(['<<', '>>'])} ({b} & {BITS[t] - 1}))", t
        if kind == 15:
            t = r.choice(["s32", "s64", "u8", "s16"])
            return f"(({t})({a}) >> {r.randrange(min(BITS[t], 32))})", common(t, t)
        if kind == 16:
            return f"(~({a}))", common(ta, ta)
        if kind == 17:
            return self.cond(d + 1), "bool"
        if kind == 18 and self.functions:
            name, types, result = r.choice(self.functions)
            return f"{name}({', '.join(self.value(t, d + 1) for t in types)})", result
        if self.likes("floats"):
            f = self.real(r.choice(["f32", "f64"]), d + 1)
            t = r.choice(["s32", "u32", "s64", "u8", "u16", "s8"])
            return (f"({t})small_f({f[0]})" if f[1] == "f32" else f"({t})small_d({f[0]})"), t
        return self.arithmetic(d)

    def arithmetic(self, d):
        r = self.r
        a, _ = self.num(d + 1)
        b, tb = self.num(d + 1)
        t = r.choice(["u32", "u64"])
        op = r.choice(["+", "-", "*", "^", "&", "|"])
        if tb != "s64" and self.chance(0.5):        # the other one widens by itself
            text, t = f"(({t})({a}) {op} {b})", common(t, tb)
        else:
            text = f"(({t})({a}) {op} ({t})({b}))"
        if self.chance(0.4):
            t = r.choice(INTS[:8])
            text = f"({t}){text}"
        return text, t

    def operation(self, d, result=None):
        fit = [o for o in self.pool if (o[0] in ("f32", "f64")) == bool(result) and (not result or o[0] == result)]
        if not fit:
            return self.real(result, 9) if result else self.arithmetic(d)
        res, name, types, _ = self.r.choice(fit)
        return f"{name}({', '.join(self.value(t, d + 1) for t in types)})", res

    def value(self, t, d):
        return self.real(t, d)[0] if t in ("f32", "f64") else self.num(d)[0]

    def real(self, t, d=0):
        r = self.r
        if d > 2 or self.chance(0.3):
            fit = [v for v in self.vars if v[1] == t]
            if fit and self.chance(0.6):
                return r.choice(fit)
            a, ta = self.leaf()
            x = r.randrange(4)
            if x == 0:
                c = r.choice(FLOATS)
                return (c if t == "f32" else c[:-1]), t
            if x == 1:      # never of a constant: LLVM, in clang and in nvcc, takes (float)x > 0 for x > 0 where x is a constant, subnormal double
                return (f"uf({self.data()})" if t == "f32" else f"ud((u64){self.data()} << 32 | {self.data()})"), t
            return f"({t})({a})", t
        if self.chance(0.4) and self.likes("ops"):
            return self.operation(d, t)
        a, b = self.real(t, d + 1)[0], self.real(t, d + 1)[0]
        x = r.randrange(9)
        if x < 5:
            return f"({a} {r.choice(['+', '-', '*', '/', '*'])} {b})", t
        if x == 5:
            return f"({self.cond(d + 1)} ? {a} : {b})", t
        if x == 6:
            return f"({t})({self.real('f64' if t == 'f32' else 'f32', d + 1)[0]})", t
        if x == 7:
            return f"({t})({self.num(d + 1)[0]})", t
        return f"(-({a}))", t

    def cond(self, d=0):
        r = self.r
        if self.likes("floats") and self.chance(0.15):
            t = r.choice(["f32", "f64"])
            c = f"({self.real(t, d + 1)[0]} {r.choice(['<', '<=', '==', '!=', '>', '>='])} {self.real(t, d + 1)[0]})"
        elif self.chance(0.3):
            c = f"((({self.leaf()[0]}) & {r.choice([1, 1, 3, 4, 8, 16])}) {r.choice(['==', '!='])} 0)"
        else:
            c = f"({self.num(d + 1)[0]} {r.choice(['<', '<=', '==', '!=', '>', '>='])} {self.num(d + 1)[0]})"
        if d < 2 and self.chance(0.2):
            c = f"({c} {r.choice(['&&', '||'])} {self.cond(d + 1)})"
        return f"(!{c})" if self.chance(0.1) else c

    # ---- Statements that every place may have: a list of items ----
    def declare(self, w):
        t = self.r.choice(INTS + ["u64", "s64", "u32"] + (["f32", "f64"] if self.likes("floats") else []))
        name = self.fresh()
        text = f"{t} {name} = {self.value(t, 0)};" if t in ("f32", "f64") else f"{t} {name} = {'(bool)' if t == 'bool' else ''}({self.num()[0]});"
        self.vars.append((name, t))
        return [text]

    def assign(self, w):
        r = self.r
        if not self.vars:
            return self.declare(w)
        name, t = r.choice(self.vars)
        if t in ("f32", "f64"):
            return [f"{name} = {self.real(t)[0]};"]
        a, ta = self.num()
        x = r.randrange(4)
        if x == 0 and t != "bool":
            cast = "u64" if BITS[t] == 64 else r.choice(["u32", "u64"])
            return [f"{name} {r.choice(['+', '-', '*'])}= ({cast})({a});"]
        if x == 1:
            return [f"{name} {r.choice(['&', '|', '^'])}= {a};"]
        if x == 2:
            return [f"if ({self.cond()}) {name} = {a};"]
        return [f"{name} = {a};"]

    def use(self, w):
        r = self.r
        reals = [v for v in self.vars if v[1] in ("f32", "f64")]
        if reals and self.chance(0.4):
            name, t = r.choice(reals)
            return [f"h = mix(h, {'fu' if t == 'f32' else 'du'}({name}));"]
        return [f"h = mix(h, {self.num()[0]});"]

    def array(self, w):
        """An array of the thread, of any width, filled, changed and read by data"""
        r = self.r
        t = r.choice(self.array_types)
        size = r.choice([2, 3, 4, 4, 4, 5, 8, 8, 16, 40])
        name = self.fresh("a")
        if size <= 5 and self.chance(0.6):
            out = [f"{t} {name}[{size}] = {{{', '.join('(' + t + ')(' + (self.num(2)[0]) + ')' for _ in range(size))}}};"]
        else:
            e = self.num(1)[0]
            out = [f"{t} {name}[{size}];\n" + (r.choice(["", "#pragma unroll 1\n"])) + f"for (u32 i = 0; i < {size}; i++) {name}[i] = ({t})((u32)({e}) * (i + 1u) ^ i);"]
        out.append('MARK("local array");')
        self.arrays.append((name, t, size))
        if self.plain_only or self.chance(0.5):
            self.plain.add(name)        # its address goes nowhere: a compiler may keep it in registers
        for _ in range(r.randrange(1, 5)):
            out += self.array_use(w)
        return out

    def array_use(self, w):
        r = self.r
        if not self.arrays:
            return self.array(w)
        name, t, size = r.choice(self.arrays[-3:])
        if t == "f32":
            return [f"{name}[{self.index(size, 1)}] = {self.real('f32', 1)[0]};\nh = mix(h, fu({name}[{self.index(size, 1)}]));"]
        wide = r.choice(INTS[:8] + ["u64", "s64", "u64", "s64"])
        v = self.fresh()
        x = r.choice([0, 0, 1, 1, 2, 3, 3, 7] if name in self.plain else range(9))
        at = self.index(size, 1)
        if x == 0:
            self.later.append((v, wide))
            return [f"{wide} {v} = {name}[{at}];"]
        if x == 1:
            fit = [n for n, tt in self.vars if tt in INTS]
            if fit:
                return [f"if ({self.cond(1)}) {r.choice(fit)} = {name}[{at}];"]
        if x == 2:
            return [f"for (u32 i = 0; i < {size}; i++) {name}[({at} + i) % {size}u] {r.choice(['^', '|', '&'] if t == 'bool' else ['+', '^', '-'])}= "
                    f"{'(u64)' if BITS[t] == 64 else '(u32)'}({self.num(2)[0]}){' & 1' if t == 'bool' else ''};".replace(f"[({at} + i)", f"[((u32)({at}) + i)")]
        if x == 3:
            self.later.append((v, wide))
            big = "u64" if BITS[wide] == 64 else "u32"
            n, rounds = r.randrange(9), r.choice([2, 3, size])
            cast = r.choice([big, "s64", "u32", t]) if big == "u64" else r.choice(["u32", t])
            cast = "(u64)(s64)" if cast == "s64" else cast     # sums are unsigned
            return [f"{wide} {v} = {n};\nfor (u32 i = 0; i < {rounds}; i++) {v} = ({wide})(({big}){v} * 5u + {cast}({name}[((u32)({at}) * 3u + i) % {size}u]));"]
        if x == 4:
            f = self.fresh(f"touch{self.k}_")
            self.pre.append(f"static __device__ __noinline__ u64 {f}({t} *p, u32 i, {wide} v)\n{{\n    u64 was = p[i % {size}u];\n    p[(i + 1) % {size}u] = ({t})v;\n    return was * 3u + p[(i >> 2) % {size}u];\n}}")
            return [f"h = mix(h, {f}({name}, (u32)({self.num(2)[0]}), ({wide})({self.num(2)[0]})));"]
        if x == 5:
            fit = [a for a in self.arrays if a[1] == t and a[0] != name and a[0] not in self.plain]
            if fit:
                other = r.choice(fit)
                least = min(size, other[2])
                return [f"{{ {t} *p = {self.cond(1)} ? {name} : {other[0]};\n  p[{self.index(least, 1)}] = ({t})({self.num(1)[0]});\n  h = mix(h, p[{self.index(least, 1)}]); }}"]
        if x == 6 and t != "bool":
            bytes_ = size * BITS[t] // 8
            fit = [u for u in INTS[:8] if BITS[u] // 8 <= bytes_]
            u = r.choice(fit)
            self.later.append((v, u))
            room = bytes_ - BITS[u] // 8 + 1
            return [f"MARK(\"unaligned copy\");\n{u} {v};\nmemcpy(&{v}, (const u8 *){name} + (u32)({self.num(1)[0]}) % {room}u, {BITS[u] // 8});" +
                    (f"\nmemcpy((u8 *){name} + (u32)({self.num(1)[0]}) % {room}u, &{v}, {BITS[u] // 8});" if self.chance(0.5) else "")]
        return [f"{name}[{at}] = ({t})({self.num(1)[0]});"]

    def structs(self, w):
        r = self.r
        x = r.randrange(7)
        s = self.fresh("st")
        a, b, c = self.num(1)[0], self.num(1)[0], self.num(1)[0]
        if x == 0:
            f = self.fresh(f"turn{self.k}_")
            by = r.choice(["mixed5 p", "const mixed5 &p"])
            self.pre.append(f"static __device__ {self.inline()} mixed5 {f}({by}, u32 x)\n{{\n    mixed5 q = p;\n    q.b = (s16)(q.b + (s16)x);\n    q.e[x % 3u] = (s8)(x >> 3);\n    if (x & 4)\n        return q;\n    q.d += p.c;\n    q.a ^= (u8)x;\n    return q;\n}}")
            self.later += [(f"{s}.{y}", t) for y, t in zip("abcd", ["u8", "s16", "u32", "u64"])]
            return [f"mixed5 {s} = {{(u8)({a}), (s16)({b}), (u32)({c}), (u64)h, {{1, (s8)n, 3}}}};\nMARK(\"struct\");".replace("(s8)n", "(s8)h"), f"{s} = {f}({s}, (u32)({self.num(1)[0]}));",
                    f"h = mix(h, {s}.d + {s}.e[{self.index(3, 1)}]);"]
        if x == 1:
            self.later += [(f"{s}.{y}", t) for y, t in zip("abcde", ["u8", "u32", "u16", "u64", "s8"])]
            return [f"packed5 {s} = {{(u8)({a}), (u32)({b}), (u16)({c}), (u64)({a}) * 3u, (s8)({b})}};\nMARK(\"packed struct\");"]
        if x == 2:
            k = r.choice([2, 3, 4])
            return [f"packed5 {s}[{k}];\nMARK(\"array of structs\");\nfor (u32 i = 0; i < {k}; i++) {s}[i] = packed5{{(u8)(i + h), (u32)({a}) + i, (u16)({b}), (u64)({c}) ^ i, (s8)i}};\n"
                    f"{s}[{self.index(k, 1)}].b = (u32)({self.num(1)[0]});\nh = mix(h, {s}[{self.index(k, 1)}].{r.choice('abcde')});\nh = mix(h, {s}[{self.index(k, 1)}].b);"]
        if x == 3:
            v = self.fresh()
            t, sz = r.choice([("w", 4), ("h", 8), ("b", 16), ("d", 2)])
            t2, sz2 = r.choice([("w", 4), ("h", 8), ("b", 16), ("d", 2)])
            self.later.append((v, "u64"))
            return [f"words4 {s};\nMARK(\"union\");\n{s}.d[0] = (u64)({a}); {s}.d[1] = (u64)({b});\n{s}.{t}[{self.index(sz, 1)}] = {c};\nu64 {v} = {s}.{t2}[{self.index(sz2, 1)}];"]
        if x == 4:
            self.pre.append(f"struct bits{self.k}_{s} {{ u32 a : {r.randrange(2, 31)}; s32 b : {r.randrange(2, 31)}; u64 c : {r.randrange(2, 63)}; s32 d : {r.randrange(2, 32)}; s64 e : {r.randrange(33, 63)}; }};")
            return [f"bits{self.k}_{s} {s};\nMARK(\"bit fields\");\n{s}.a = (u32)({a}); {s}.b = (s32)({b}); {s}.c = (u64)({c}); {s}.d = (s32)(h >> 3); {s}.e = (s64)({a});\n"
                    f"if ({self.cond(1)}) {s}.{r.choice('ac')} += 3;\nh = mix(h, (u64)(s64){s}.{r.choice('abcde')});\nh = mix(h, (u64)({s}.a ^ (u64){s}.c) + (u64)(s64){s}.e);"]
        if x == 5:
            k = r.choice([2, 4, 6])
            return [f"u8 {s}[{k * 4}];\nMARK(\"memcpy\");\nfor (u32 i = 0; i < {k * 4}; i++) {s}[i] = (u8)((u32)({a}) >> (i & 15));\n{{ u64 z = (u64)({b}); u32 y; u16 x;\n  memcpy({s} + (u32)({c}) % {k * 4 - 7}u, &z, 8);\n"
                    f"  memcpy(&y, {s} + h % {k * 4 - 3}u, 4); memcpy(&x, {s} + {r.randrange(k * 4 - 1)}, 2);\n  h = mix(h, y + x); }}"]
        v = self.fresh(f"o{self.k}_")
        self.pre.append(f"struct base{v} {{ u32 k; __device__ base{v}(u32 x) : k(x) {{}} __device__ virtual u32 of(u32 x) const {{ return x * 3u + k; }} }};\n"
                        f"struct more{v} : base{v} {{ __device__ more{v}(u32 x) : base{v}(x + 1u) {{}} __device__ u32 of(u32 x) const override {{ return (x >> 3) ^ k; }} }};")
        return [f"{{ base{v} {v}((u32)({a})); more{v} {s}((u32)({b})); const base{v} *p = {self.cond(1)} ? &{v} : (const base{v} *)&{s};\n  MARK(\"virtual\");\n  h = mix(h, p->of((u32)({c}))); }}"]

    def inline(self):
        return self.r.choice(["__noinline__", "__noinline__", "__forceinline__", "inline"])

    def scoped(self, make):
        """What make() gives, with functions and variables of its own"""
        kept = self.vars, self.arrays, self.in_function, self.later
        self.vars, self.arrays, self.in_function, self.later = list(kept[0]), list(kept[1]), kept[2], []
        out = make()
        self.vars, self.arrays, self.in_function, self.later = kept
        return out

    def function(self, w):
        """A function with returns of its own, called from here on; sometimes it calls itself, or has two more that a pointer selects from"""
        r = self.r
        name = self.fresh(f"f{self.k}_")
        types, result = [r.choice(INTS) for _ in range(r.randrange(1, 4))], r.choice(INTS[:8])

        def make():
            self.in_function = True
            self.vars = [(f"p{i}", t) for i, t in enumerate(types)]
            self.arrays = []
            inner = Where(None, False, 1)
            items = [f"u32 h = (u32)p0;"]
            for _ in range(r.randrange(1, 4)):
                items += self.statement(inner)
                if self.chance(0.5):
                    items.append(f"if ({self.cond(1)}) return ({result})({self.num(1)[0]});")
            return items + [f"return ({result})(h ^ {self.num(1)[0]});"]
        kept, self.functions = self.functions, self.functions[:1]
        items = self.scoped(make)
        self.functions = kept
        args = ", ".join(f"{t} p{i}" for i, t in enumerate(types))
        self.pre.append(Block([(f"static __device__ {self.inline()} {result} {name}({args})\n{{\nMARK(\"function\");", items)], open_=False))
        self.functions.append((name, types, result))
        return [f"h = mix(h, {name}({', '.join(self.num(1)[0] for _ in types)}));"]

    def recursion(self, w):
        r = self.r
        name = self.fresh(f"rec{self.k}_")
        t, u = r.choice(INTS[:8]), r.choice(INTS[:8])
        kind = r.randrange(3)
        step = [f"return ({t})({name}(x / 2u + 1u, d - 1, ({u})(y + 1)) * 3u + x);", f"u32 z = (u32){name}(x ^ (u32)y, d - 2, ({u})x);\n    return ({t})(z * 5u + (u32){name}(x >> 1, d - 1, y));",
                f"{t} a[4] = {{({t})x, ({t})y, 3, ({t})d}};\n    a[x & 3] ^= ({t})5;\n    u32 z = (u32){name}(x + 7u, d - 1, ({u})a[(x >> 2) & 3]);\n    return ({t})(z + (u32)a[z & 3]);"][kind]
        self.pre.append(f"static __device__ __noinline__ {t} {name}(u32 x, s32 d, {u} y)\n{{\n    MARK(\"recursion\");\n    if (d <= 0 || x == {r.randrange(5)})\n        return ({t})(x ^ (u32)y);\n    {step}\n}}")
        return [f"h = mix(h, {name}((u32)({self.num(1)[0]}), (s32)({self.num(1)[0]} & {3 if kind == 1 else 7}), ({u})({self.num(1)[0]})));"]

    def pointer(self, w):
        r = self.r
        name = self.fresh(f"by{self.k}_")
        t, u = r.choice(["u32", "u64", "s16", "u8", "s64"]), r.choice(INTS[:8])
        bodies = [f"return ({t})((u32)x * 3u + (u32)y);", f"if (x > ({u})5) return ({t})y;\n    return ({t})(x ^ ({u})y);", f"for (u32 i = 0; i < (y & 3u); i++) x = ({u})((u32)x * 5u + i);\n    return ({t})x;"]
        for i in range(3):
            self.pre.append(f"static __device__ __noinline__ {t} {name}{i}({u} x, u32 y)\n{{\n    MARK(\"function pointer\");\n    {bodies[i]}\n}}")
        f = self.fresh("p")
        a, b = self.num(1)[0], self.num(1)[0]
        if self.chance(0.5):
            return [f"{{ {t} (*{f})({u}, u32) = {self.cond(1)} ? {name}0 : {self.cond(1)} ? {name}1 : {name}2;\n  h = mix(h, {f}(({u})({a}), (u32)({b}))); }}"]
        return [f"{{ {t} (*{f}[3])({u}, u32) = {{{name}0, {name}1, {name}2}};\n  h = mix(h, {f}[(u32)({self.num(1)[0]}) % 3u](({u})({a}), (u32)({b}))); }}"]

    def shortcut(self, w):
        """Conditions whose second half has an effect of its own"""
        f = self.fresh(f"sc{self.k}_")
        self.pre.append(f"static __device__ {self.inline()} bool {f}(u32 &x, u32 y)\n{{\n    MARK(\"short circuit\");\n    x = x * 3u + y;\n    return ((x >> 5) & 1) != 0;\n}}")
        a, b, c = (f"(u32)({self.num(1)[0]})" for _ in range(3))
        return [f"{{ u32 x = {a};\n  if ({f}(x, {b}) {self.r.choice(['&&', '||'])} {f}(x, {c}) {self.r.choice(['&&', '||'])} {f}(h, 1u)) h = mix(h, 5u); else x += 9u;\n  h = mix(h, x); }}"]

    def own(self, w):
        """The thread's words of global memory, in other widths than they were written"""
        r = self.r
        if self.in_function:
            return self.use(w)
        u = r.choice(INTS[:8])
        n = BITS[u] // 8
        v = self.fresh()
        x = r.randrange(5)
        if x == 0:
            return [f"mine[{r.randrange(2, OWN)}] = (u32)({self.num()[0]});"]
        if x == 1:
            return [f"((u8 *)mine)[8 + ((u32)({self.num(1)[0]}) % {4 * OWN - 8}u)] = (u8)({self.num(1)[0]});\nMARK(\"own memory\");"]
        if x == 2:
            self.later.append((v, u))
            return [f"{u} {v};\nmemcpy(&{v}, (const u8 *)mine + 8 + ((u32)({self.num(1)[0]}) % {4 * OWN - 8 - n + 1}u), {n});\nMARK(\"own memory, unaligned\");"]
        if x == 3:
            return [f"((uint4 *)mine)[{r.randrange(1, OWN // 4)}] = make_uint4((u32)({self.num(1)[0]}), h, (u32)({self.num(1)[0]}), {r.randrange(99)}u);\nMARK(\"own vector\");"]
        return [f"h = mix(h, *(volatile u32 *)&mine[2 + (u32)({self.num(1)[0]}) % {OWN - 2}u]);"]

    def generic(self, w):
        """A pointer into one of several spaces"""
        if self.in_function or not any(a[1] == "u32" and a[0] not in self.plain for a in self.arrays):
            return self.use(w)
        name, _, size = self.r.choice([a for a in self.arrays if a[1] == "u32" and a[0] not in self.plain])
        return [f"{{ u32 *p = {self.cond(1)} ? &{name}[{self.index(size, 1)}] : &mine[2 + (u32)({self.num(1)[0]}) % {OWN - 2}u];\n  MARK(\"generic pointer\");\n  *p += (u32)({self.num(1)[0]});\n  h = mix(h, *p); }}"]

    # ---- Control flow ----
    def list_of(self, w, least=1, most=3):
        def make():
            items = []
            for _ in range(self.r.randrange(least, most + 1)):
                items += self.statement(w)
            return items
        return self.scoped(make)

    def branch(self, w):
        r = self.r
        if w.uniform and self.chance(0.3) and not self.in_function:
            c = r.choice(["n > 2", "blockIdx.x == 0", f"(in[{r.randrange(256)}] & 1) != 0", f"fix{self.k}[n] > 0x40000000u"])
            inner = w.inner(w.mask, True, w.loop, w.full)
            arms = [(f"if ({c}) {{\nMARK(\"uniform branch\");", self.list_of(inner))]
            if self.chance(0.5):
                arms.append(("} else {", self.list_of(inner)))
            return [Block(arms)]
        c = self.cond()
        if w.mask and self.chance(0.6) and self.warps:
            m, b = self.fresh("m"), self.fresh("b")
            arms = [(f"if ({b}) {{\nMARK(\"branch, lanes named\");", self.list_of(w.inner(m)))]
            if self.chance(0.5):
                arms.append(("} else {", self.list_of(w.inner(f"({w.mask} & ~{m})"))))
            return [f"const bool {b} = {c};\nconst u32 {m} = __ballot_sync({w.mask}, {b});", Block(arms, open_=False)]
        inner = w.inner(None, False, w.loop and not w.mask)
        arms = [(f"if ({c}) {{\nMARK(\"branch\");", self.list_of(inner))]
        if self.chance(0.4):
            arms.append((f"}} else if ({self.cond()}) {{", self.list_of(inner)))
        if self.chance(0.4):
            arms.append(("} else {", self.list_of(inner)))
        return [Block(arms)]

    def loop(self, w):
        r = self.r
        i = self.fresh("i")
        if w.uniform and self.chance(0.3) and not self.in_function:
            trips = r.choice(["(u32)n", "3u", f"(fix{self.k}[n] & 3u)", "2u"])
            return [Block([(f"for (u32 {i} = 0; {i} < {trips}; {i}++) {{\nMARK(\"uniform loop\");", self.list_of(w.inner(w.mask, True, False, w.full)))])]
        trips = f"((u32)({self.num(1)[0]}) & {r.choice([1, 3, 3, 7])}u)"
        if w.mask and self.chance(0.6) and self.warps:
            m, t = self.fresh("m"), self.fresh("t")
            body = self.list_of(w.inner(m))
            if self.chance(0.3):
                body.insert(r.randrange(len(body) + 1), f"if ({self.cond()}) {t} = 0;")
            return [Block([(f"u32 {t} = {trips}, {m} = {w.mask};\nfor (u32 {i} = 0;; {i}++) {{\nconst bool go = {i} < {t};\n{m} = __ballot_sync({m}, go);\nif (!go) break;\nMARK(\"loop, lanes named\");", body)], open_=False)]
        body = self.list_of(w.inner(None, False, True))
        kind = r.randrange(5)
        if self.chance(0.4):
            body.insert(r.randrange(len(body) + 1), f"if ({self.cond()}) {r.choice(['break', 'continue'])};" if kind < 2 else f"if ({self.cond()}) break;")
        if kind == 0:
            head = f"for (u32 {i} = 0; {i} < {trips}; {i}++) {{"
        elif kind == 1:
            t = r.choice(["u8", "u64", "s32", "s16"])
            head = f"for ({t} {i} = ({t}){trips}; {i} > 0; {i}--) {{"
        elif kind == 2:
            head = f"u32 {i} = (u32)({self.num(1)[0]}) & 0xffu;\nwhile ({i}) {{\n{i} >>= {r.choice([1, 2, 3])};"
        elif kind == 3:
            return [Block([(f"u32 {i} = {trips};\ndo {{\nMARK(\"do loop\");", body)], tail=f"}} while ({i}-- > 0);")]
        else:
            j = self.fresh("j")
            head = f"for (u32 {i} = 0, {j} = (u32)({self.num(1)[0]}) & 3u; {i} < 6u; {i}++) {{\nif ({i} > {j}) break;"
        return [Block([(head + "\nMARK(\"loop\");\nh = mix(h, 3u);", body)])]

    def switch(self, w):
        r = self.r
        of = r.choice([2, 4, 7])
        keys = r.sample(range(of), min(of, r.randrange(2, 5)))
        spread = r.choice([1, 1, 10, 1000])
        inner = w.inner()
        arms = [(f"switch (((u32)({self.num()[0]}) % {of}u) * {spread}u) {{\ncase {keys[0] * spread}:\nMARK(\"switch\");\n{{", self.list_of(inner, 1, 2))]
        for k in keys[1:]:
            arms.append((("} break;" if self.chance(0.7) else "}") + f"\ncase {k * spread}: {{", self.list_of(inner, 1, 2)))
        if self.chance(0.6):
            arms.append(("} break;\ndefault: {", self.list_of(inner, 1, 2)))
        return [Block(arms, tail="}\n}", open_=False)]

    def jump(self, w):
        """A jump forward out of two nested statements"""
        label = self.fresh("L")
        inner = Where(None, False, w.budget - 1)
        first, second = self.list_of(inner, 1, 2), self.list_of(inner, 1, 2)
        return [Block([(f"{{\nif ({self.cond()}) {{\nMARK(\"goto\");\nif ({self.cond()}) goto {label};\n{{", first),
                       (f"}}\nif ({self.cond()}) goto {label};\n}}\n{{", second)], tail=f"}}\n{label}:;\n}}", open_=False)]

    # ---- Between threads ----
    def shuffle(self, w):
        r = self.r
        m, v = w.mask, self.fresh()
        t = r.choice(["u32", "s32", "u64", "s64", "f32", "f64"] if self.likes("floats") else ["u32", "s32", "u64", "s64"])
        a = self.value(t, 1) if t in ("f32", "f64") else f"({t})({self.num(1)[0]})"
        self_ = self.fresh("x")
        kind = r.randrange(5)
        wd = r.choice(["", "", ", 32", ", 16", ", 8", ", 4", ", 2"])
        width = int(wd[2:] or 32)
        if kind == 0 and not w.full:
            text = f"const {t} {self_} = {a};\n{t} {v} = __shfl_sync({m}, {self_}, (int)nth({m}, (u32)({self.num(1)[0]})));"
        else:
            d = r.randrange(width)
            call, src = [(f"__shfl_sync({m}, {self_}, {d}{wd})", f"(lane & ~{width - 1}u) + {d}u"), (f"__shfl_up_sync({m}, {self_}, {d}{wd})", f"(lane & {width - 1}u) < {d}u ? lane : lane - {d}u"),
                         (f"__shfl_down_sync({m}, {self_}, {d}{wd})", f"(lane & {width - 1}u) + {d}u > {width - 1}u ? lane : lane + {d}u"), (f"__shfl_xor_sync({m}, {self_}, {d}{wd})", f"lane ^ {d}u"),
                         (f"__shfl_sync({m}, {self_}, (int)(lane * {r.choice([3, 5, 7])}u + {d}u){wd})", None)][kind]
            if src is None:
                src = call[call.index("(int)(") + 5:]
                src = "(lane & ~%du) + (%s & %du)" % (width - 1, src[:src.index(")") + 1], width - 1)
            if w.full:
                text = f"{t} {v} = {call if True else ''};".replace(self_, a)
            else:
                text = f"const {t} {self_} = {a};\n{t} {v} = {call};\nif (!(({m} >> ({src})) & 1u)) {v} = {self_};"
        self.later.append((v, t))
        return [text]

    def shuffle_struct(self, w):
        s, d = self.fresh("st"), self.r.randrange(1, 32)
        return [f"mixed5 {s} = {{(u8)h, (s16)({self.num(1)[0]}), (u32)({self.num(1)[0]}), (u64)h * 3u, {{1, 2, (s8)h}}}};\n{{ u32 w[6];\n  MARK(\"struct by words\");\n  memcpy(w, &{s}, 24);\n"
                f"  for (u32 i = 0; i < 6; i++) w[i] = __shfl_xor_sync({w.mask}, w[i], {d});\n  memcpy(&{s}, w, 24); }}\nh = mix(h, {s}.d + {s}.c + (u64)(s64)({s}.b + {s}.a + {s}.e[2]));"]

    def vote(self, w):
        r = self.r
        m, v = w.mask, self.fresh()
        self.later.append((v, "u32"))
        x = r.randrange(8)
        a = self.num(1)[0]
        if x < 3:
            return [f"u32 {v} = (u32)__{['ballot', 'any', 'all'][x]}_sync({m}, {self.cond(1)});"]
        if x == 3:
            return [f"u32 {v} = __match_any_sync({m}, {r.choice(['(u32)', '(u64)', '(s32)'])}(({a}) & {r.choice([1, 3, 7])}));"]
        if x == 4:
            p = self.fresh("q")
            return [f"int {p};\nu32 {v} = __match_all_sync({m}, {r.choice(['(u32)', '(u64)'])}(({a}) & {r.choice([1, 0, 7])}), &{p});\nh = mix(h, (u32){p});"]
        if x == 5:
            return [f"__syncwarp({m});\nu32 {v} = nth({m}, (u32)({a}));"]
        op, t = r.choice([("add", "u32"), ("min", "u32"), ("max", "s32"), ("min", "s32"), ("and", "u32"), ("or", "u32"), ("xor", "u32"), ("max", "u32")])
        return [f"u32 {v} = (u32)__reduce_{op}_sync({m}, ({t})({a}));"]

    def warp_shared(self, w):
        """Through shared memory, between the lanes that are here"""
        t = self.r.choice(["u32", "u64", "u8", "s16"])
        s, v = self.share(t, self.threads), self.fresh()
        self.later.append((v, self.r.choice(INTS[:8])))
        return [f"__syncwarp({w.mask});\n{s}[tid] = ({t})({self.num(1)[0]});\n__syncwarp({w.mask});\nMARK(\"exchange in a warp\");\n{self.later[-1][1]} {v} = ({self.later[-1][1]}){s}[(tid & ~31u) + nth({w.mask}, (u32)h)];\n__syncwarp({w.mask});"]

    def warp_function(self, w):
        name = self.fresh(f"w{self.k}_")
        t = self.r.choice(["u32", "s64", "u16"])
        self.pre.append(f"static __device__ {self.inline()} u32 {name}(u32 x, u32 m, {t} y)\n{{\n    MARK(\"function that shuffles\");\n    u32 z = __shfl_sync(m, x, (int)nth(m, x ^ (u32)y));\n"
                        f"    if ((z & 3) == 0)\n        return z + (u32)y;\n    return z * 3u ^ __ballot_sync(__ballot_sync(m, true) & m, (x & 1) != 0);\n}}".replace(
                            "    if ((z & 3) == 0)\n        return z + (u32)y;\n    return z * 3u ^ __ballot_sync(__ballot_sync(m, true) & m, (x & 1) != 0);",
                            "    u32 odd = __ballot_sync(m, (x & 1) != 0);\n    if ((z & 3) == 0)\n        return z + (u32)y;\n    return z * 3u ^ odd;"))
        return [f"h = mix(h, {name}((u32)({self.num(1)[0]}), {w.mask}, ({t})({self.num(1)[0]})));"]

    def tile(self, w):
        n = self.r.choice([2, 4, 8, 16, 32])
        v, g = self.fresh(), self.fresh("g")
        self.later.append((v, "u32"))
        e = self.r.choice([f"shfl_xor((u32)({self.num(1)[0]}), {self.r.randrange(1, n)})", f"shfl((u32)({self.num(1)[0]}), {self.r.randrange(n)})",
                           f"ballot({self.cond(1)})", f"any({self.cond(1)})", f"shfl_down((u32)({self.num(1)[0]}), 1)"])
        return [f"auto {g} = cg::tiled_partition<{n}>(cg::this_thread_block());\nu32 {v} = (u32){g}.{e};"]

    def share(self, t, n):
        name = self.fresh("sh")
        self.shared.append(f"__shared__ {t} {name}[{n}];")
        return name

    def barrier(self):
        c = self.cond(1)
        return self.r.choice(["__syncthreads();"] * 4 + ["cg::this_thread_block().sync();", "cg::sync(cg::this_thread_block());", f"h = mix(h, (u32)__syncthreads_count({c}));",
                             f"h = mix(h, __syncthreads_and({c}) ? 1u : 2u);", f"h = mix(h, __syncthreads_or({c}) ? 1u : 2u);", "meet_here();"] + ([f"bar_some<0>({self.threads}u);"] if self.threads % 32 == 0 else []))

    def exchange(self, w):
        """All write a slot of their own, meet, read any, and meet again"""
        r, n = self.r, self.threads
        t = r.choice(INTS[:8] + ["bool", "f32", "f64"])
        s, v = self.share(t, n), self.fresh()
        slot = r.choice(["tid", f"({n - 1}u - tid)", f"(tid + {r.randrange(n)}u) % {n}u"])
        value = f"({t})({self.num(1)[0]})" if t not in ("f32", "f64") else self.real(t, 1)[0]
        put = f"{s}[{slot}] = {value};"
        if self.chance(0.3):
            put = f"if ({self.cond(1)}) {s}[{slot}] = {value}; else {s}[{slot}] = ({t}){r.randrange(9)};"
        u = t if t in ("f32", "f64") else r.choice(INTS[:8])
        self.later.append((v, u))
        more = f"\nif (tid == {r.randrange(n)}u) {s}[{r.randrange(n)}] = ({t})5;\n{self.barrier()}\nh = mix(h, (u32)(s32)small_f((f32){s}[{self.index(n, 1)}]));" if self.chance(0.2) else ""
        return [f"{put}\n{self.barrier()}\n{u} {v} = {s}[{self.index(n, 1)}];\n{self.barrier()}{more and more + chr(10) + self.barrier()}"]

    def vector_exchange(self, w):
        n, s, v = self.threads, self.share("uint4", self.threads), self.fresh()
        self.later.append((v, "u32"))
        return [f"{s}[tid] = make_uint4((u32)({self.num(1)[0]}), (u32)({self.num(1)[0]}), h, tid);\n{self.barrier()}\nMARK(\"vectors in shared memory\");\nu32 {v} = ((const u32 *){s})[{self.index(4 * n, 1)}] ^ {s}[{self.index(n, 1)}].{self.r.choice('xyzw')} ^ "
                f"((const u8 *){s})[{self.index(16 * n, 1)}];\n{self.barrier()}"]

    def some_barrier(self, w):
        """The first warp hands over to the others"""
        r, n = self.r, self.threads
        if n % 32 or n < 64:
            return self.exchange(w)
        s, v = self.share("u32", 32), self.fresh()
        self.later.append((v, "u32"))
        first = r.choice([f"bar_some<1>({n}u);", f"bar_arrive<1>({n}u);"])
        return [f"u32 {v} = 7u;\nif (tid < 32u) {{ {s}[tid] = (u32)({self.num(1)[0]}); {first} }}\nelse {{ bar_some<1>({n}u); {v} = {s}[(u32)({self.num(1)[0]}) & 31u]; }}\n__syncthreads();"]

    def tickets(self, w):
        """Slots that an atomic gives out, in any order; what is read is a sum over all"""
        n = self.threads
        cnt, lst, v = self.share("u32", 1), self.share("u32", n), self.fresh()
        self.later.append((v, "u32"))
        body = f"if ({self.cond(1)}) {lst}[atomicAdd(&{cnt}[0], 1u)] = (u32)({self.num(1)[0]});"
        if self.chance(0.3) and self.warps and w.mask:
            body = (f"{{ const bool go = {self.cond(1)}; const u32 m = __ballot_sync({w.mask}, go); if (go) {{ u32 at = 0; if (lane == (u32)__ffs((int)m) - 1u) at = atomicAdd(&{cnt}[0], (u32)__popc(m));\n"
                    f"  at = __shfl_sync(m, at, __ffs((int)m) - 1) + (u32)__popc(m & ((1u << lane) - 1u)); {lst}[at] = (u32)({self.num(1)[0]}); }} }}")
        return [f"if (tid == 0) {cnt}[0] = 0;\n__syncthreads();\nMARK(\"tickets\");\n{body}\n__syncthreads();\nu32 {v} = {cnt}[0];\nfor (u32 i = 0; i < {cnt}[0]; i++) {v} += {lst}[i] * ({lst}[i] | 1u);\n__syncthreads();"]

    def swaps(self, w):
        t = self.r.choice(["u32", "u64"])
        s = self.share(t, 2)
        return [f"if (tid < 2u) {s}[tid] = {self.r.randrange(99)};\n__syncthreads();\nMARK(\"swaps\");\n{{ {t} was = atomicExch(&{s}[0], ({t})({self.num(1)[0]})); atomicXor(&{s}[1], was); }}\n"
                f"__syncthreads();\nh = mix(h, {s}[0] ^ {s}[1]);\n__syncthreads();"]

    def shared_atomics(self, w):
        t = self.r.choice(["u32", "s32", "u64", "s64", "f32", "f64"])
        ops = {"u32": ["Add", "Min", "Max", "And", "Or", "Xor", "Sub", "Inc"], "s32": ["Add", "Min", "Max", "Xor"], "u64": ["Add", "Max", "Min", "Xor", "Or"], "s64": ["Max", "Min"], "f32": ["Add"], "f64": ["Add"]}[t]
        op = self.r.choice(ops)
        s, v = self.share(t, 4), self.fresh()
        real = t in ("f32", "f64")
        value = f"({t})(s32)(({self.num(1)[0]}) & 255)" if real else f"({t})({self.num(1)[0]})" if op != "Inc" else "11u"
        then = f"if ({self.cond(1)}) " if self.chance(0.4) else ""
        self.later.append((v, t))
        return [f"if (tid < 4u) {s}[tid] = ({t})(in[tid] & 255u);\n__syncthreads();\nMARK(\"shared atomics\");\n{then}atomic{op}(&{s}[{self.index(4, 1)}], {value});\n__syncthreads();\n{t} {v} = {s}[{self.index(4, 1)}];\n__syncthreads();"]

    def cas(self, w):
        s, v = self.share("u32", 1), self.fresh()
        self.later.append((v, "u32"))
        new = self.r.choice(["seen + x", "seen ^ x", "seen < x ? x : seen"])
        return [f"if (tid == 0) {s}[0] = 5;\n__syncthreads();\nMARK(\"loop of CAS\");\n{{ const u32 x = (u32)({self.num(1)[0]}); u32 was = *(volatile u32 *)&{s}[0], seen; do {{ seen = was; was = atomicCAS(&{s}[0], seen, {new}); }} while (was != seen); }}\n"
                f"__syncthreads();\nu32 {v} = {s}[0];\n__syncthreads();"]

    def cells(self, w):
        """Words of global memory that only ever take in, each by one kind of atomic"""
        r = self.r
        if self.in_function:
            return self.use(w)
        kinds = ["Add", "Xor", "Max", "Min", "Or", "And"]
        x = r.randrange(len(kinds) + 4)
        if x < len(kinds):
            return [f"atomic{kinds[x]}(&cells[{4 * x} + (({self.num(1)[0]}) & 3)], (u32)({self.num(1)[0]}));"]
        if x == len(kinds):
            return [f"atomicAdd((u64 *)cells + 12 + (({self.num(1)[0]}) & 1), (u64)({self.num(1)[0]}));"]
        if x == len(kinds) + 1:
            return [f"atomicMax((s32 *)cells + 28 + (({self.num(1)[0]}) & 3), (s32)({self.num(1)[0]}));"]
        if x == len(kinds) + 2:
            return [f"atomicAdd((f32 *)cells + 48 + (({self.num(1)[0]}) & 3), (f32)(s32)(({self.num(1)[0]}) & 255));"]
        return [f"atomicMax((s64 *)cells + 16 + (({self.num(1)[0]}) & 1), (s64)({self.num(1)[0]}));"]

    def copies(self, w):
        n = self.threads
        size = self.r.choice([4, 8, 16])
        s, v = self.share("uint4", n), self.fresh()
        self.later.append((v, "u32"))
        second = f"\ncopy_async<4>((u8 *)&{s}[tid] + {16 - 4}, in + ((tid * 3u) & 255u));\ncopy_commit();\ncopy_wait<1>();" if self.chance(0.3) and size < 16 else ""
        return [f"{s}[tid] = make_uint4(tid, h, 1u, 2u);\ncopy_async<{size}>(&{s}[tid], (const u8 *)in + (((u32)({self.num(1)[0]}) % {1024 // size}u) * {size}u));\ncopy_commit();{second}\ncopy_wait<0>();\n__syncthreads();\n"
                f"u32 {v} = ((const u32 *){s})[{self.index(4 * n, 1)}];\n__syncthreads();"]

    def products(self, w):
        r = self.r
        x = r.randrange(4)
        d = self.fresh("d")
        words = [f"(u32)({self.num(2)[0]})" for _ in range(3)]
        if x < 2:
            name = ["mma_s8", "mma_u8"][x]
            return [f"s32 {d}[4] = {{1, (s32)lane, (s32)({words[0]}), -3}};\n{{ u32 a[4] = {{{words[1]}, h, {words[2]}, h * 3u}}, b[2] = {{h ^ {words[1]}, {words[0]}}};\n  {name}({d}, a, b); }}\nfor (u32 i = 0; i < 4; i++) h = mix(h, (u32){d}[i]);"]
        if x == 2:
            of, name = r.choice([("h_of_s32", "mma_f16"), ("b_of_f32", "mma_bf16")])
            pair = lambda e: f"(u32){of}((s32)(({e}) & 15u) - 7) | (u32){of}((s32)(({e}) >> 8 & 15u) - 7) << 16"
            return [f"f32 {d}[4] = {{1.0f, (f32)lane, -2.0f, 0.0f}};\n{{ const u32 p = {words[0]}, q = {words[1]};\n  u32 a[4] = {{{pair('p')}, {pair('p >> 3')}, {pair('q')}, {pair('q >> 7')}}}, b[2] = {{{pair('p + q')}, {pair('p ^ q >> 2')}}};\n"
                    f"  {name}({d}, a, b); }}\nfor (u32 i = 0; i < 4; i++) h = mix(h, fu({d}[i]));"]
        s = self.share("uint4", 64)
        k = self.fresh("d")
        return [f"__syncthreads();\n{s}[tid] = make_uint4({words[0]}, {words[1]}, h, tid);\n__syncthreads();\nu32 {d}[4], {k}[2];\nldmatrix4({d}, &{s}[(tid & 32u) + lane]);\nldmatrix2_trans({k}, &{s}[(lane * 3u) & 63u]);\n"
                f"h = mix(h, {d}[0] + {d}[1] * 3u);\nh = mix(h, ((u64){d}[2] << 32 | {d}[3]) ^ {k}[0] ^ (u64){k}[1] << 7);\n__syncthreads();"]

    # ---- A statement of any kind, a kernel ----
    def statement(self, w):
        rows = [(self.declare, 4, "declare"), (self.assign, 5, "assign"), (self.use, 3, "use"), (self.array, 3, "array"), (self.array_use, 3, "array"), (self.structs, 2, "structs"),
                (self.own, 2, "own"), (self.cells, 1, "cells"), (self.shortcut, 1, "shortcut"), (self.generic, 1, "generic")]
        if not self.in_function:
            rows += [(self.function, 1, "function"), (self.recursion, 1, "recursion"), (self.pointer, 1, "pointer")]
        if w.budget > 0:
            rows += [(self.branch, 5, "branch"), (self.loop, 4, "loop"), (self.switch, 2, "switch"), (self.jump, 1, "jump")]
        if w.mask and self.warps:
            rows += [(self.shuffle, 3, "shuffle"), (self.vote, 3, "vote"), (self.warp_shared, 1, "warp_shared"), (self.warp_function, 1, "warp_function")]
            if w.full:
                rows += [(self.tile, 1, "tile"), (self.shuffle_struct, 1, "tile")]
        if w.uniform and not self.in_function:
            rows += [(self.exchange, 3, "exchange"), (self.vector_exchange, 1, "exchange"), (self.tickets, 1, "tickets"), (self.swaps, 1, "swaps"), (self.shared_atomics, 2, "satom"), (self.cas, 1, "cas"),
                     (self.copies, 1, "copies"), (self.some_barrier, 1, "some_barrier")]
            if self.tensor and w.full:
                rows += [(self.products, 6, "products")]
        rows = [(f, n * (self.likes(what) if what not in ("declare", "assign", "use", "products") else 1)) for f, n, what in rows]
        items = self.r.choices([f for f, _ in rows], [n for _, n in rows])[0](w)
        self.vars, self.later = self.vars + self.later, []      # what it declares is there behind it
        return items

    def body(self):
        r = self.r
        full = self.threads % 32 == 0
        w = Where("full", True, 3, full=full)
        items = []
        for _ in range(2):
            items += self.declare(w)
        if self.narrow and self.chance(0.5):
            items += self.array(w)
        for _ in range(r.randrange(2, 8) if self.narrow else r.randrange(5, 14)):
            items += self.statement(w)
        if self.chance(0.3):
            items.append(f"if ({self.cond()}) {{ mine[0] = h; mine[1] = 3u; return; }}")
            late = Where(None, False, 1)
            items += self.statement(late)
        return items

    def head(self):
        r = random.Random(f"{self.k}/head")
        k = self.k
        words = lambda n, top, suffix="": ", ".join(str(r.randrange(top)) + suffix for _ in range(n))
        last = self.threads % 32
        full = "0xffffffffu" if not last else f"(tid / 32u == {self.threads // 32}u ? {(1 << last) - 1}u : 0xffffffffu)"
        return (f"static __constant__ u32 fix{k}[16] = {{{words(16, 1 << 32, 'u')}}};\nstatic __constant__ s8 bytes{k}[16] = {{{words(16, 128)}}};\nstatic __constant__ u64 wide{k}[8] = {{{words(8, 1 << 64, 'ull')}}};",
                f"extern \"C\" __global__ void k{k}(const u32 *in, const s16 *in2, u32 *out, u32 *cells, texture_t tx1, texture_t tx2, texture_t tx3, int n)\n{{",
                f"const u32 tid = threadIdx.x + threadIdx.y * {self.block[0]}u, lane = tid & 31u, full = {full};\nu32 *const mine = out + (blockIdx.x * {self.threads}u + tid) * {OWN}u;\nu32 h = tid * 77u + blockIdx.x;\n(void)lane; (void)full; (void)tx1; (void)tx2; (void)tx3; (void)n; (void)in2; (void)cells;")


class OpsKernel(Kernel):
    """A few rows of ops.h, each with many operands, its results' sum in a word of its own"""

    def __init__(self, index, ops):
        self.r, self.k, self.n = random.Random(f"ops {index}"), index, 0
        self.pre, self.shared, self.block, self.threads, self.grid = [], [], (64, 1), 64, 2
        self.items = []
        for i, (result, name, types, _) in enumerate(ops):
            bits = "du" if result == "f64" else "fu" if result == "f32" else ""
            args = ", ".join(self.operand(t, i) for i, t in enumerate(types))
            self.items.append(f"{{ h = {i}u;\n  for (u32 i = 0; i < 24u; i++) {{\n    const u64 x = ((u64)in[(tid * 5u + i) & 255] << 32 | in[(tid + i * 11u) & 255]) * (i & 1 ? 1u : 0x9e3779b97f4a7c15ull) ^ i;\n"
                              f"    h = mix(h, {bits}({name}({args})));\n  }}\n  mine[{2 + i}] = h; }}".replace("mix(h, (", "mix(h, (u64)("))

    @staticmethod
    def operand(t, i):
        x = f"(x >> {7 * i} | x << {64 - 7 * i})" if i else "x"
        edge = f"(i % 4u == {i}u ? (u64)edges[(i + tid) & 15] : {x})"
        if t == "f32":
            return f"(i % 3u ? uf((u32){edge}) : (f32)(s32)({x} & 1023u) * 0.25f)"
        if t == "f64":
            return f"(i % 3u ? ud({edge}) : (f64)(s32)({x} & 0xfffffu) * 0.125)"
        return f"({t}){edge}"

    def head(self):
        consts, head, begin = super().head()
        return (consts + f"\nstatic __constant__ u64 edges{self.k}[16] = {{0, 1, 2, 31, 32, 33, 63, 64, 0x7fffffff, 0x80000000ull, 0xffffffffull, 0x7f800000, 0x8000000000000000ull, 0xffffffffffffffffull, 0x3f800000bf800000ull, 0x7ff0000000000000ull}};",
                head, begin + f"\nconst u64 *const edges = edges{self.k};")


def lines_of(items, depth, marks):
    out = []
    for it in items:
        if isinstance(it, Block):
            for head, inner in it.arms:
                out += [("    " * depth) + x for x in head.split("\n") if marks or not x.startswith("MARK(")]
                out += lines_of(inner, depth + 1, marks)
            out += [("    " * depth) + x for x in it.tail.split("\n")]
        else:
            out += [("    " * depth) + x for x in it.split("\n") if marks or not x.strip().startswith("MARK(")]
    return out


def text_of(kernel, marks=True):
    consts, head, begin = kernel.head()
    out = [f"// kernel k{kernel.k}: grid {kernel.grid}, block {kernel.block[0]} x {kernel.block[1]}", consts]
    out += lines_of(kernel.pre, 0, marks) + [head] + ["    " + x for x in kernel.shared + begin.split("\n")]
    out += lines_of(kernel.items, 1, marks) + ["    mine[0] = h;", "    mine[1] = 1u;", "}"]
    return "\n".join(out) + "\n"
