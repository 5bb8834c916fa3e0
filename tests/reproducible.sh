#!/bin/bash
# Builds the committed sources twice, in directories with names of different lengths, and compares all that is installed, and the
# packages for Debian, byte by byte. With debug information, which has the most paths. Some ten minutes of two processors;
# tests/run.sh does not run it: there, the test `install` looks for paths of the build in what is installed.
#
#   tests/reproducible.sh [CMAKE_OPTION...]
set -euo pipefail

tree="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
where="$(mktemp -d)"
trap 'rm -rf "$where"' EXIT
revision="$(git -C "$tree" rev-parse HEAD)"
SOURCE_DATE_EPOCH="$(git -C "$tree" log -1 --format=%ct)"
export SOURCE_DATE_EPOCH CCACHE_DISABLE=1

for place in one another/place/further/down; do
  mkdir -p "$where/$place"
  git -C "$tree" archive "$revision" | tar -x -C "$where/$place"
  (
    cd "$where/$place"
    cmake --preset debian -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCPACK_STRIP_FILES=OFF "$@"
    cmake --build --preset debian
    DESTDIR="$where/${place%%/*}-installed" cmake --install build/debian
    cpack --preset debian
  ) > "$where/log" 2>&1 || {
    tail -n 20 "$where/log" >&2
    exit 1
  }
done
diff -r --no-dereference "$where/one-installed" "$where/another-installed"
for package in "$where/one/build/debian/packages"/*.deb; do
  cmp "$package" "$where/another/place/further/down/build/debian/packages/$(basename "$package")"
done
echo "the same bytes: $(find "$where/one-installed" -type f | wc -l) files, $(find "$where/one/build/debian/packages" -name "*.deb" | wc -l) packages"
