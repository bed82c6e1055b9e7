"""Small traces of Accel-Sim, made for tests: a Trace has kernels and copies, and writes itself into a folder."""
import lzma
import os

SHARED, LOCAL = 0x7F7000000000, 0x7F7100000000
FULL = 0xFFFFFFFF


class Warp:
    def __init__(self):
        self.lines = []

    def op(self, opcode, dst=(), src=(), memory="0", mask=FULL):
        regs = lambda of: " ".join([str(len(of))] + [f"R{r}" for r in of])
        self.lines.append(f"{16 * len(self.lines):04x} {mask:08x} {regs(dst)} {opcode} {regs(src)} {memory} 0 ")
        return self

    def stride(self, opcode, dst, src, base, step, width=4, mask=FULL):
        return self.op(opcode, dst, src, f"{width} 1 0x{base:x} {step}", mask)

    def exit(self):
        return self.op("EXIT")


class Kernel:
    """f(cta, warp) is the list of lines of a warp."""

    def __init__(self, f, ctas=1, threads=32, regs=16, shared=0, version=70, name="kernel"):
        self.f, self.ctas, self.threads = f, ctas, threads
        self.head = {"kernel name": name, "kernel id": 1, "grid dim": f"({ctas},1,1)", "block dim": f"({threads},1,1)", "shmem": shared,
                     "nregs": regs, "binary version": version, "cuda stream id": 0, "shmem base_addr": f"0x{SHARED:016x}",
                     "local mem base_addr": f"0x{LOCAL:016x}", "nvbit version": "1.7.1", "accelsim tracer version": 5, "enable lineinfo": 0}

    def text(self):
        out = [f"-{k} = {v}\n" for k, v in self.head.items()] + ["\n#traces format = as usual\n\n"]
        for cta in range(self.ctas):
            out.append(f"#BEGIN_TB\n\nthread block = {cta},0,0\n\n")
            for warp in range((self.threads + 31) // 32):
                lines = self.f(cta, warp)
                out.append(f"warp = {warp}\ninsts = {len(lines)}\n" + "".join(line + "\n" for line in lines) + "\n")
            out.append("#END_TB\n\n")
        return "".join(out)


def write(folder, what, packed=False):
    """what: kernels, and lines of the list as they stand. Returns the path of the list."""
    os.makedirs(folder, exist_ok=True)
    names, n = [], 0
    for w in what:
        if isinstance(w, str):
            names.append(w)
            continue
        n += 1
        name = f"kernel-{n}.traceg" + (".xz" if packed else "")
        data = w.text().encode()
        with open(f"{folder}/{name}", "wb") as f:
            f.write(lzma.compress(data) if packed else data)
        names.append(name)
    with open(f"{folder}/kernelslist.g", "w") as f:
        f.write("\n".join(names) + "\n")
    return f"{folder}/kernelslist.g"
