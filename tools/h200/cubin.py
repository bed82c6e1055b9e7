"""Machine code of sm_90 as ptxas writes it to a file: its instructions, 16 bytes each, and where branches lead."""
import struct

EXIT, BRA = 0x94D, 0x947  # the lower 12 bits: what an instruction is, and of what kind its operands are


def instructions(path):
    """By the section's name without ".text.": pairs of 64-bit words."""
    with open(path, "rb") as f:
        d = f.read()
    at, n, names = struct.unpack_from("<Q", d, 0x28)[0], *struct.unpack_from("<HH", d, 0x3C)
    sections = [struct.unpack_from("<IIQQQQ", d, at + 64 * k) for k in range(n)]
    found = {}
    for s in sections:
        start = sections[names][4] + s[0]
        name = d[start : d.index(b"\0", start)].decode()
        if name.startswith(".text."):
            found[name[6:]] = [struct.unpack_from("<QQ", d, s[4] + k) for k in range(0, s[5], 16)]
    return found


def opcodes(path):
    return {name: [low & 0xFFF for low, _ in code] for name, code in instructions(path).items()}


def target(code, k):
    """Of the branch at k: the place that it leads to."""
    low, high = code[k]
    words = (low >> 34 | (high & 0x3FFFF) << 30) - ((high >> 17 & 1) << 48)
    return k + 1 + ((words << 8 | low >> 16 & 0xFF) >> 2)
