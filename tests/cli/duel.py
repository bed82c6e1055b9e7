#!/usr/bin/env python3
"""duel.py SLUICE ROOT: tools/duel runs sluice beside what others measured, and a GPGPU-Sim that stands in for a real one. TAP."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tap

build, root = os.path.dirname(os.path.realpath(sys.argv[1])), pathlib.Path(sys.argv[2])
duel = str(root / "tools" / "duel")
os.chdir(tempfile.mkdtemp())


def run(words, status, part, what, **more):
    p = subprocess.run([sys.executable, duel, build, *words], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **more)
    tap.ok(p.returncode == status and part in p.stdout, what, f"status {p.returncode}\n{p.stdout[-1500:]}")
    return p.stdout


said = run(["hotspot-f"], 0, "1 kernels", "cycles of one workload beside GPGPU-Sim's")
m = re.search(r"hotspot-f +hotspot_shared +([\d,]+) +([\d,]+) +([-+][\d.]+)%", said)
tap.ok(m and m.group(1) == "2,705" and abs(float(m.group(3))) < 20, "its kernel is near", said)
run(["hotspots"], 1, "'hotspots' is not in bench/gpgpusim/gtx480.csv", "a workload that is none")
run(["--gpgpusim", ".", "hotspot-f"], 1, "no libcudart.so is in it", "a folder without GPGPU-Sim")
pathlib.Path("sim/configs/tested-cfgs/SM2_GTX480").mkdir(parents=True)
pathlib.Path("sim/lib").mkdir()
pathlib.Path("sim/lib/libcudart.so").write_text("")
pathlib.Path("sim/configs/tested-cfgs/SM2_GTX480/gpgpusim.config").write_text("")
bare = {**os.environ, "PATH": "/usr/bin:/bin"}
run(["--gpgpusim", "sim", "hotspot-f"], 1, "nvcc is not in PATH", "no compiler for it", env=bare) if not os.path.exists("/usr/bin/nvcc") else None
pathlib.Path("bin").mkdir()
pathlib.Path("bin/nvcc").write_text("""#!/bin/sh
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\\necho kernel_name = _Z14hotspot_sharedPf\\necho gpu_sim_cycle = 2000\\necho gpgpu_n_tot_w_icount = 43596\\n' > $2
printf 'echo kernel_name = _Z14hotspot_sharedPf\\necho gpu_sim_cycle = 700\\necho gpgpu_n_tot_w_icount = 50000\\n' >> $2
printf '[ -f gpgpusim.config ] && case $LD_LIBRARY_PATH in */sim/lib) ;; *) echo no library; esac\\n' >> $2
chmod +x $2
""")
os.chmod("bin/nvcc", 0o755)
said = run(["--gpgpusim", "sim", "hotspot-f"], 0, "GPGPU-Sim took", "a build of it is run", env={**os.environ, "PATH": f"{os.getcwd()}/bin:{os.environ['PATH']}"})
tap.ok(re.search(r"hotspot_shared +2,705 +2,700 ", said), "and the cycles of a kernel's launches are added up", said)
readme = (root / "README.md").read_text()
tap.ok("<!-- tools/duel: begin -->" in readme and re.search(r"atax of 2048 threads by 256 columns \| [1-9]\d\d \| [1-9]\d+ \|\n", readme), "the README has its table")
tap.end()
