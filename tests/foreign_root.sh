# Sourced by libraries.sh: a root directory with the MPI libraries of another suite of Debian, and programs run in it.

# archive_of_this_machine: where the packages come from: $MPIDBG_MIRROR, or the first archive of Debian that apt uses here.
archive_of_this_machine() {
  if [ -n "${MPIDBG_MIRROR:-}" ]; then
    echo "$MPIDBG_MIRROR"
    return
  fi
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | sort -u | head -n 1
}

# make_root SUITE DIRECTORY PACKAGE...: unpacks the packages, and those that they depend on, below DIRECTORY/root. Nothing is
# installed, configured or changed on this machine. Does nothing if it was done before.
make_root() {
  local suite="$1" directory="$2" root="$2/root" archive file link
  shift 2
  if [ -e "$directory/complete" ]; then return 0; fi
  archive="$(archive_of_this_machine)"
  rm -rf "$directory"
  mkdir -p "$directory"/{state/lists/partial,cache/archives/partial,etc} "$root"/{usr/{bin,lib,lib64,sbin},etc,proc,dev,sys,tmp,run}
  : > "$directory/state/status"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $archive $suite main" > "$directory/etc/sources.list"
  local apt=(apt-get -q -o Dir::State="$directory/state" -o Dir::State::status="$directory/state/status"
             -o Dir::Cache="$directory/cache" -o Dir::Etc="$directory/etc" -o Dir::Etc::SourceList="$directory/etc/sources.list"
             -o Dir::Etc::SourceParts=- -o APT::Sandbox::User=root -o APT::Install-Recommends=false)
  "${apt[@]}" update || return
  "${apt[@]}" install -y -d "$@" || return
  for link in bin lib lib64 sbin; do ln -s "usr/$link" "$root/$link"; done
  for file in "$directory"/cache/archives/*.deb; do
    dpkg-deb --fsys-tarfile "$file" | tar -x -C "$root" --keep-directory-symlink || return
    dpkg-deb --show --showformat '${Package} ${Version}\n' "$file" >> "$directory/versions"
  done
  echo 'root:x:0:0:root:/root:/bin/sh' > "$root/etc/passwd"
  printf '127.0.0.1 localhost %s\n' "$(hostname)" > "$root/etc/hosts"
  ldconfig -r "$root" || return
  rm -rf "$directory/cache"
  touch "$directory/complete"
}

# in_root ROOT SHARED PROGRAM ARGUMENT...: replaces this shell by the program, which sees ROOT as its root directory, as a
# process in a container does; of this machine it sees its processes, devices, /tmp and SHARED, a directory.
in_root() {
  local root="$1" shared="$2" script
  shift 2
  mkdir -p "$root$shared" "$root/.outside"
  script='
    set -e
    root="$1" shared="$2" where="$PWD"
    shift 2
    mount --make-rprivate /
    mount --bind "$root" "$root"
    for directory in /proc /dev /sys /tmp "$shared"; do mount --rbind "$directory" "$root$directory"; done
    cd "$root"
    pivot_root . .outside
    exec chroot . /bin/sh -c '\''umount -l /.outside; cd "$1"; shift; PATH=/usr/sbin:/usr/bin:/sbin:/bin exec "$@"'\'' sh "$where" "$@"'
  exec unshare --mount bash -c "$script" bash "$root" "$shared" "$@"
}

# mpich_abi_cc ROOT SHARED ARGUMENT...: compiles with MPICH's mpi.h of the standard ABI, where the functions for Fortran handles
# have other names. Such a program finds MPICH's library with LD_PRELOAD=$mpich_abi: the suite's libmpi_abi.so.1 may be another's.
mpich_abi=/usr/lib/x86_64-linux-gnu/libmpi_abi_mpich.so.1.0.0
mpich_abi_cc() {
  local root="$1" shared="$2" kind names=()
  shift 2
  for kind in Comm Errhandler File Group Info Message Op Request Session Type Win; do names+=("-DMPI_${kind}_c2f=MPI_${kind}_toint"); done
  in_root "$root" "$shared" gcc -g -O1 "${names[@]}" -I/usr/lib/x86_64-linux-gnu/mpi_abi_mpich/include "$@" "$mpich_abi"
}
