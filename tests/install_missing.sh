# Sourced by run.sh and samples/demo.sh.

# install_missing LIST...: installs the Debian packages that are named in these files and missing on this machine.
install_missing() {
  local packages missing=() package
  packages="$(grep -hv '^#' "$@")"
  if ! command -v dpkg-query > /dev/null; then
    echo "No dpkg here, so nothing is installed; needed are the equivalents of:" $packages
    return 0
  fi
  for package in $packages; do
    dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null | grep -qx installed || missing+=("$package")
  done
  if [ ${#missing[@]} -eq 0 ]; then return 0; fi

  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if command -v sudo > /dev/null && sudo -n true 2> /dev/null; then
      as_root=(sudo -n)
    elif command -v sudo > /dev/null && [ -t 0 ]; then
      as_root=(sudo)
    else
      echo "Packages are missing, and this is neither root nor a user with sudo. As root, run:" >&2
      echo "  apt-get update && apt-get install -y ${missing[*]}" >&2
      return 1
    fi
  fi
  echo "Installing: ${missing[*]}"
  local log
  log="$(mktemp)"
  if ! { "${as_root[@]}" apt-get update &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"; } > "$log" 2>&1; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    echo "Installing failed. By hand, as root: apt-get update && apt-get install -y ${missing[*]}" >&2
    return 1
  fi
  rm -f "$log"
}
