# Sourced by ./run and ./test: messages, and the installation of packages. Bash, coreutils, dpkg and apt only.

say() { printf '\033[1m==> %s\033[0m\n' "$*"; }
die() {
  printf 'error: %s\n' "$*" >&2
  exit 1
}

# Prints the packages of the named lists for this Debian release.
packages_of() {
  local release=$1 list line
  shift
  for list in "$@"; do
    while read -r line; do
      case $line in
        '' | '#'*) ;;
        "$release":*) echo "${line#*:}" ;;
        [0-9]*:*) ;;
        *) echo "$line" ;;
      esac
    done <"scripts/packages/$list"
  done
}

# Installs what is missing of the named lists. With nothing missing, apt is not called at all.
install_packages() {
  [ -n "${DOLBANG_NO_INSTALL:-}" ] && return
  local ID=unknown VERSION_ID=''
  [ -r /etc/os-release ] && . /etc/os-release
  local release=$VERSION_ID
  if [ "$ID" != debian ] || { [ "$release" != 12 ] && [ "$release" != 13 ]; }; then
    die "this is ${PRETTY_NAME:-an unknown system}; packages are installed for Debian 12 and 13 only.
Elsewhere install the counterparts of scripts/packages/* by hand, then use --no-install."
  fi

  local wanted installed missing='' name
  wanted=$(packages_of "$release" "$@")
  # dpkg-query calls packages it has never heard of an error; what matters is what it does call installed.
  installed=$(dpkg-query -W -f '${Package} ${db:Status-Status}\n' $wanted 2>/dev/null || true)
  for name in $wanted; do
    case $'\n'$installed$'\n' in *$'\n'"$name installed"$'\n'*) ;; *) missing+=" $name" ;; esac
  done
  [ -z "$missing" ] && return

  local as_root=()
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || die "these packages are missing and there is no sudo; as root run:
apt-get install$missing"
    as_root=(sudo)
    say "sudo is used to install packages"
  fi
  say "installing$missing"
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300)
  local log
  log=$(mktemp)
  if ! { "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends $missing; } >"$log" 2>&1 </dev/null; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    die "the packages could not be installed (the last lines of apt are above). Is the network up, are the Debian
sources in order? When they are installed already, --no-install goes on without."
  fi
  rm -f "$log"
}

# configure_and_build PRESET [cmake --build option...]: a build tree that is up to date takes a second or two.
configure_and_build() {
  local preset=$1 log=build/configure-$1.log
  shift
  # The same objects for every checkout of the same sources, where ccache is installed.
  export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
  mkdir -p build
  if ! cmake --preset "$preset" >"$log" 2>&1; then
    cat "$log" >&2
    die "cmake could not configure the preset $preset"
  fi
  cmake --build --preset "$preset" "$@"
}
