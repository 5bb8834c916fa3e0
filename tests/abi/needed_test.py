#!/usr/bin/env python3
"""A plugin is loaded into a debugger that may have its own C++ library, or none: it may need nothing but the C library.

    needed_test.py LIBRARY
"""

import re
import subprocess
import sys

ALLOWED = re.compile(r"(libc|libm|ld-linux-[\w-]+|ld64)\.so\.\d+$")

output = subprocess.run(["readelf", "-dW", sys.argv[1]], check=True, capture_output=True, text=True).stdout
needed = re.findall(r"\(NEEDED\).*\[(.*)\]", output)
foreign = [name for name in needed if not ALLOWED.match(name)]
searched = re.findall(r"\((?:RPATH|RUNPATH)\).*\[(.*)\]", output)
print("needs", " ".join(needed))
if foreign:
    print("should not need", " ".join(foreign))
if searched:
    print("should not carry a search path:", " ".join(searched))
sys.exit(1 if foreign or searched or not needed else 0)
