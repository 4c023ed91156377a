# Sourced by ./play and ./test: makes the environment in .venv and keeps it up to date.
# Usage: prepare NAME PIP-ARGUMENT...   (NAME tells one set of packages from another)

set -euo pipefail

say() { printf '\033[2m%s\033[0m\n' "$*" >&2; }

find_python() {
  local candidate
  for candidate in "${PYTHON:-}" python3.13 python3.12 python3.11 python3 python; do
    if [ -n "$candidate" ] && command -v "$candidate" >/dev/null 2>&1 &&
      "$candidate" -c 'import sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      echo "$candidate"
      return
    fi
  done
  echo "Snow Tails needs Python 3.11 or newer with venv; none was found. Set PYTHON to name one." >&2
  exit 1
}

prepare() {
  local name=$1 python fingerprint stamp
  shift
  stamp=.venv/.prepared-$name
  fingerprint=$(cat pyproject.toml scripts/environment.sh | cksum)
  if [ ! -x .venv/bin/python ]; then
    python=$(find_python)
    say "Making an environment in .venv with $("$python" --version) …"
    "$python" -m venv --clear .venv
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --upgrade pip
  fi
  if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$fingerprint" ]; then
    say "Installing (once; later starts skip this) …"
    .venv/bin/python -m pip install --disable-pip-version-check --progress-bar on \
      --no-warn-conflicts "$@" | grep -vE '^(Requirement|Looking|  (Building|Created|Stored))' >&2 ||
      [ "${PIPESTATUS[0]}" -eq 0 ]
    echo "$fingerprint" >"$stamp"
  fi
}
