#!/bin/bash
# Makes a profile of an Open MPI from its sources and its configuration, without building it: only types are compiled, in
# seconds.
#
#   packaging/profile_from_headers.sh SOURCES CONFIGURED OUTPUT.json
#
# SOURCES is an unpacked release; CONFIGURED is where its configure ran, with the options that the library was built with (SOURCES
# itself if it ran there). Neither is changed. $MPIDBG is the command (mpidbg). The profile names no build: it is used for the
# version, and by the series for patch releases after it.
set -euo pipefail

sources="$(realpath "$1")" configured="$(realpath "$2")" output="$(realpath -m "$3")"
mpidbg="${MPIDBG:-mpidbg}"
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT

version="$(sed -nE 's/^(major|minor|release)=([0-9]+)$/\2/p' "$sources/VERSION" | paste -sd.)"
greek="$(sed -n 's/^greek=//p' "$sources/VERSION")"

# As make would compile a file of ompi.
cd "$configured/ompi"
printf 'include Makefile\nprint-flags:\n\t@echo $(CC) $(DEFAULT_INCLUDES) $(INCLUDES) $(CPPFLAGS) $(common_ucx_CPPFLAGS)\n' \
  > "$scratch/Makefile"
read -ra compile <<< "$(make -s -f "$scratch/Makefile" print-flags)"
romio=()
for directory in "$sources"/{ompi/mca/io/romio321/romio,3rd-party/romio341} "$configured"/{ompi/mca/io/romio321/romio,3rd-party/romio341}; do
  if [ -d "$directory" ]; then romio+=(-I"$directory/adio/include" -I"$directory/include" -I"${directory%/*}"); fi
done
# make copies this one.
cp "$sources/opal/include/opal/opal_portable_platform.h" "$scratch/mpi_portable_platform.h"
compile+=(-w -g -O0 -fPIC -fno-eliminate-unused-debug-types -DHAVE_CONFIG_H -DOMPI_BUILDING=1 -I"$scratch" "${romio[@]}")

# Headers with structs that mpidbg reads, those of one component in a line, and files that have such structs of their own. No
# release has all of them.
headers=(
  "ompi/communicator/comm_request.h ompi/errhandler/errcode-internal.h ompi/request/grequest.h ompi/message/message.h
   ompi/op/op.h ompi/instance/instance.h ompi/info/info.h ompi/file/file.h ompi/win/win.h ompi/mca/io/base/io_base_request.h
   ompi/mca/topo/base/base.h ompi/datatype/ompi_datatype_internal.h opal/datatype/opal_datatype_internal.h opal/util/proc.h
   opal/util/info_subscriber.h opal/mca/base/mca_base_vari.h opal/mca/base/mca_base_pvar.h opal/mca/base/mca_base_var_group.h"
  "ompi/mca/coll/libnbc/nbc_internal.h"
  "ompi/mca/common/ompio/common_ompio.h ompi/mca/common/ompio/common_ompio_request.h ompi/mca/fbtl/posix/fbtl_posix.h"
  "ompi/mca/sharedfp/sm/sharedfp_sm.h"
  "ompi/mca/pml/cm/pml_cm_recvreq.h ompi/mca/pml/cm/pml_cm_sendreq.h"
  "ompi/mca/pml/ob1/pml_ob1.h ompi/mca/pml/ob1/pml_ob1_comm.h ompi/mca/pml/ob1/pml_ob1_recvreq.h
   ompi/mca/pml/ob1/pml_ob1_recvfrag.h ompi/mca/pml/ob1/pml_ob1_sendreq.h"
  "ompi/mca/pml/ucx/pml_ucx.h ompi/mca/pml/ucx/pml_ucx_request.h"
  "ompi/mca/osc/rdma/osc_rdma.h ompi/mca/osc/rdma/osc_rdma_request.h"
  "ompi/mca/osc/pt2pt/osc_pt2pt.h ompi/mca/osc/pt2pt/osc_pt2pt_request.h ompi/mca/osc/pt2pt/osc_pt2pt_sync.h"
  "ompi/mca/part/persist/part_persist.h ompi/mca/part/persist/part_persist_request.h
   ompi/mca/part/persist/part_persist_recvreq.h")
files=(
  ompi/attribute/attribute.c ompi/communicator/comm_request.c ompi/datatype/ompi_datatype_args.c opal/class/opal_hash_table.c
  ompi/mca/osc/pt2pt/osc_pt2pt_passive_target.c ompi/mca/osc/rdma/osc_rdma_active_target.c
  ompi/mca/osc/ucx/osc_ucx_active_target.c ompi/mca/osc/sm/osc_sm_active_target.c
  ompi/mca/io/romio321/src/io_romio321_file_open.c ompi/mca/io/romio341/src/io_romio341_file_open.c
  ompi/mca/io/romio321/romio/adio/common/flatten.c 3rd-party/romio341/adio/common/flatten.c)

# compile_file FILE NAME: one that does not compile, such as that of a component that was not configured, is left out.
compile_file() {
  if ! "${compile[@]}" -c "$1" -o "$scratch/$2.o" 2> "$scratch/errors"; then
    echo "left out: $2 ($(grep -m1 error "$scratch/errors" || head -1 "$scratch/errors"))" >&2
  fi
}
for component in "${headers[@]}"; do
  read -ra names <<< "${component//$'\n'/ }"
  name="${names[0]//\//_}"
  printf '#include "ompi_config.h"\n#include <stddef.h>\n#include "ompi/communicator/communicator.h"\n' > "$scratch/$name.c"
  for header in "${names[@]}"; do
    if [ -e "$sources/$header" ]; then printf '#include "%s"\n' "$header" >> "$scratch/$name.c"; fi
  done
  compile_file "$scratch/$name.c" "$name"
done
for file in "${files[@]}"; do
  if [ -e "$sources/$file" ]; then compile_file "$sources/$file" "${file//\//_}"; fi
done
"${compile[@]}" -shared -Wl,--build-id=none,--unresolved-symbols=ignore-all -o "$scratch/types.so" "$scratch"/*.o
"$mpidbg" profile extract "$scratch/types.so" --library "Open MPI" --library-version "$version$greek" -o "$output"
