#!/bin/bash
# Four nodes on this machine, and the tests of jobs that run on them: a cluster of Slurm, and a remote shell that needs no
# network. Needs root, and installs what it lacks (packages below). Its last result is in nodes.md.
#
#   tests/nodes.sh [BUILD-DIRECTORY]                 build/release: runs tests/nodes/test_*.py
#   tests/nodes.sh BUILD-DIRECTORY COMMAND...        runs the command among the nodes instead, to look around
#
# A node (n1 to n4) has its own processes, host name and shared memory; the nodes share files and a network of their own,
# which has the loopback device alone. Nothing of it is seen from outside, and all of it ends with the script. Inside,
# `node_shell NODE COMMAND...` does what ssh would, and is the ssh there.
set -euo pipefail

tree="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
packages="slurm-wlm munge clustershell pdsh iproute2 nftables"
names=(n1 n2 n3 n4)

if [ "${MPIDBG_NODES_INSIDE:-}" = "" ]; then
  build="$(realpath "${1:-$tree/build/release}")"
  shift || true
  if [ "$(id -u)" -ne 0 ]; then
    echo "nodes.sh: needs root, to make nodes" >&2
    exit 2
  fi
  missing=()
  for package in $packages; do
    dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null | grep -qx installed || missing+=("$package")
  done
  where="$(mktemp -d /tmp/mpidbg-nodes-XXXXXX)"
  trap 'rm -rf "$where"' EXIT
  chmod 755 "$where"
  if [ ${#missing[@]} -ne 0 ]; then
    echo "Installing: ${missing[*]}"
    # None of their services is to run here.
    policy=/usr/sbin/policy-rc.d
    if [ ! -e "$policy" ]; then
      trap 'rm -rf "$where" "$policy"' EXIT
      printf '#!/bin/sh\nexit 101\n' > "$policy"
      chmod +x "$policy"
    fi
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"; } \
      > "$where/install.log" 2>&1 || {
      tail -n 20 "$where/install.log" >&2
      exit 1
    }
  fi
  status=0
  MPIDBG_NODES_INSIDE="$where" unshare --mount --net --uts --pid --fork --kill-child --mount-proc \
    "${BASH_SOURCE[0]}" "$build" "$@" || status=$?
  exit $status
fi

build="$1"
shift
where="$MPIDBG_NODES_INSIDE"
unset MPIDBG_NODES_INSIDE

# Name resolution wants an address besides 127.0.0.1.
ip link set lo up
echo "127.0.0.1 localhost head" > "$where/hosts"
for i in "${!names[@]}"; do
  ip addr add "127.0.0.1$((i + 1))/8" dev lo
  echo "127.0.0.1$((i + 1)) ${names[$i]}" >> "$where/hosts"
done
printf '%s: files\n' hosts passwd group shadow > "$where/nsswitch.conf"
mount --bind "$where/hosts" /etc/hosts
mount --bind "$where/nsswitch.conf" /etc/nsswitch.conf
mount -t tmpfs run /run
hostname head

mkdir -p "$where/bin" "$where/munge" "$where/state" /run/munge
dd if=/dev/urandom of="$where/munge/key" bs=1024 count=1 status=none
chmod 400 "$where/munge/key"
chown -R munge "$where/munge" /run/munge
setpriv --reuid munge --regid munge --clear-groups munged --key-file="$where/munge/key" --log-file="$where/munge/log" \
  --pid-file="$where/munge/pid" --seed-file="$where/munge/seed" --socket=/run/munge/munge.socket.2

export SLURM_CONF="$where/slurm.conf"
cat > "$SLURM_CONF" << END
ClusterName=nodes
SlurmctldHost=head(127.0.0.1)
SlurmctldPort=26999
AuthType=auth/munge
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmUser=root
StateSaveLocation=$where/state
SlurmctldPidFile=$where/slurmctld.pid
SlurmctldLogFile=$where/slurmctld.log
SlurmdSpoolDir=$where/spool.%n
SlurmdPidFile=$where/slurmd.%n.pid
SlurmdLogFile=$where/slurmd.%n.log
SlurmdParameters=config_overrides
TmpFS=$where/tmp.%n
ReturnToService=2
KillWait=1
MailProg=/bin/true
$(for i in "${!names[@]}"; do echo "NodeName=${names[$i]} NodeHostname=${names[$i]} NodeAddr=127.0.0.1$((i + 1)) Port=27001 CPUs=4"; done)
PartitionName=all Nodes=n[1-4] Default=YES MaxTime=INFINITE State=UP
END
slurmctld -f "$SLURM_CONF"

# The shell is the node's process 1, which processes without a parent come to.
for name in "${names[@]}"; do
  mkdir -p "$where/spool.$name" "$where/tmp.$name"
  unshare --mount --uts --pid --fork --kill-child --mount-proc bash -c '
    hostname "$1"
    mount -t tmpfs shm /dev/shm
    slurmd -D -N "$1" -f "$2" &
    echo "$!" > "$3/slurmd.$1.inner"
    while :; do wait; sleep 1000; done' bash "$name" "$SLURM_CONF" "$where" > "$where/$name.log" 2>&1 &
  echo "$!" > "$where/$name.outer"
done
for name in "${names[@]}"; do
  for _ in $(seq 500); do
    [ -s "$where/slurmd.$name.inner" ] && break
    sleep 0.02
  done
  pgrep -P "$(cat "$where/$name.outer")" > "$where/$name.pid"
done
cat > "$where/bin/node_shell" << END
#!/bin/bash
# node_shell NODE COMMAND...: as ssh, the words are one line for the node's shell.
while :; do
  case "\$1" in -o) shift 2 ;; -*) shift ;; *) break ;; esac
done
pid="\$(cat "$where/\${1#*@}.pid" 2> /dev/null)" || { echo "node_shell: there is no node \$1" >&2; exit 255; }
shift
exec nsenter --target "\$pid" --mount --uts --pid --wd="\$HOME" sh -c "\$*"
END
chmod +x "$where/bin/node_shell"
ln -s node_shell "$where/bin/ssh"

idle() { [ "$(sinfo -h -o '%T %D' 2> /dev/null)" = "idle ${#names[@]}" ]; }
for _ in $(seq 600); do
  idle && break
  sleep 0.1
done
idle || {
  echo "nodes.sh: the nodes of Slurm did not become idle:" >&2
  tail -n 5 "$where"/*.log >&2
  exit 1
}

export PATH="$where/bin:$build/corefile/command:$PATH"
export MPIDBG_COMMAND="$build/corefile/command/mpidbg" MPIDBG_SAMPLES="$build/samples" MPIDBG_NODES="$where"
# As the nodes are called in host files of mpirun and of hydra.
printf '%s slots=4\n' "${names[@]}" > "$where/openmpi.nodes"
printf '%s\n' "${names[@]}" > "$where/mpich.nodes"
mkdir "$where/files"
cd "$where/files"
if [ $# -ne 0 ]; then
  "$@"
else
  cd "$tree"
  PYTHONDONTWRITEBYTECODE=1 python3 -m unittest discover -s tests/nodes -p 'test_*.py' -v
fi
