# shellcheck shell=bash
# Sourced by ./play and ./check in the package root: what Parlour needs from the system.
#
#   setup_build   what compiling needs: Rust, a linker, the sound and Wayland headers
#   setup_run     that, and what a window needs: a Vulkan driver and the X11 libraries
#   setup_tests   that, and what the window tests need, a virtual X server with a window manager; and xdotool, for scripts that
#                 measure the window and try the package
#
# Each looks first, installs only what is missing, and where it may not install says what to run and stops.

#
# Afterwards the array `features` holds what cargo is to be told of features: gamepads are left out where libudev is missing.

setup_build() { setup_rust; setup_packages build; setup_gamepads; }
setup_run()   { setup_rust; setup_packages build run; setup_gamepads; }
setup_tests() { setup_rust; setup_packages build run tests; setup_gamepads; }

# Messages go to stderr: stdout belongs to the game.
say()  { printf '%s\n' "$@" >&2; }
stop() { say "$@"; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# The folder cargo builds into, wherever the environment or cargo's configuration puts it.
target_dir() {
    local dir
    dir=$(cargo metadata --format-version 1 --no-deps 2>/dev/null |
        sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p') || true
    printf '%s\n' "${dir:-${CARGO_TARGET_DIR:-target}}"
}

setup_rust() {
    local bin=${CARGO_HOME:-${HOME:-}/.cargo}/bin want
    want=$(sed -n 's/^rust-version *= *"\([0-9.]*\)".*/\1/p' Cargo.toml)
    # rustup's folder is not on PATH before the next login, and an older Rust may stand before it.
    if ! rust_is "$want" && [ -x "$bin/cargo" ]; then export PATH="$bin:$PATH"; fi
    if rust_is "$want"; then return; fi
    have cargo || stop "Parlour needs Rust $want or newer, and cargo was not found." \
        "Get it from https://rustup.rs, then run this again."
    say "Parlour needs Rust $want or newer; here, rustc --version says: $(rustc --version 2>&1 || true)"
    if have rustup; then
        stop "Update it with:" "  rustup update stable && rustup default stable"
    fi
    stop "This Rust did not come from rustup; get a newer one from https://rustup.rs, then run this again."
}

# Whether cargo is there and rustc is at least version $1.
rust_is() {
    local found
    have cargo || return 1
    found=$(rustc --version 2>/dev/null | sed -n 's/^rustc \([0-9.]*\).*/\1/p') || return 1
    [ "$(printf '%s\n' "$1" "$found" | sort -V | head -n 1)" = "$1" ]
}

# debian, fedora, arch, macos or unknown; their descendants (Ubuntu, Mint, Manjaro, ...) name them in ID_LIKE.
system() {
    local like=""
    if [ "$(uname -s)" = Darwin ]; then echo macos; return; fi
    if [ -r /etc/os-release ]; then
        # shellcheck source=/dev/null
        like=$(. /etc/os-release; echo "${ID:-} ${ID_LIKE:-}")
    fi
    case " $like " in
        *" debian "* | *" ubuntu "*) echo debian ;;
        *" fedora "*) echo fedora ;;
        *" arch "*) echo arch ;;
        *) echo unknown ;;
    esac
}

# The packages of system $1 for purpose $2. A window's libraries are opened at run time: no linker would miss them.
packages() {
    case $1-$2 in
        # The -dev packages bring the libraries themselves, which have other names in newer releases (libasound2t64).
        debian-build) echo gcc libc6-dev pkg-config libasound2-dev libwayland-dev libxkbcommon-dev ;;
        debian-run) echo libvulkan1 mesa-vulkan-drivers libxkbcommon-x11-0 libxcursor1 libxi6 libxrandr2 libx11-xcb1 ;;
        debian-tests) echo xvfb xauth xdotool openbox ;;

        debian-gamepads) echo libudev-dev ;;

        fedora-build) echo gcc glibc-devel pkgconf-pkg-config alsa-lib-devel wayland-devel libxkbcommon-devel ;;
        fedora-run) echo vulkan-loader mesa-vulkan-drivers libxkbcommon-x11 libXcursor libXi libXrandr libX11-xcb ;;
        fedora-tests) echo xorg-x11-server-Xvfb xorg-x11-xauth xdotool openbox ;;

        fedora-gamepads) echo systemd-devel ;;

        arch-build) echo gcc pkgconf alsa-lib wayland libxkbcommon ;;
        arch-run) echo vulkan-icd-loader vulkan-swrast libxkbcommon-x11 libxcursor libxi libxrandr libx11 ;;
        arch-tests) echo xorg-server-xvfb xorg-xauth xdotool openbox ;;

        arch-gamepads) echo systemd-libs ;;

        unknown-build) echo "a C compiler (cc), pkg-config, the development files of ALSA, Wayland and xkbcommon" ;;
        unknown-run) echo "a Vulkan loader and driver, libxkbcommon-x11, libXcursor, libXi, libXrandr, libX11-xcb" ;;
        unknown-tests) echo "Xvfb, xauth, xdotool, openbox" ;;
    esac
}

# Whether package $2 is installed on system $1 (under this name, or by a package that provides it).
installed() {
    case $1 in
        # Not dpkg -s: it also succeeds for a package that was removed and left its settings.
        debian) dpkg-query -W -f='${db:Status-Status}\n' "$2" 2>/dev/null | grep -qx installed ;;
        fedora) rpm -q --whatprovides "$2" >/dev/null 2>&1 ;;
        arch) pacman -T "$2" >/dev/null 2>&1 ;;
    esac
}

# Prints those of the packages $2... that system $1 lacks.
missing() {
    local system=$1 package list=""
    shift
    for package in "$@"; do
        installed "$system" "$package" || list="$list $package"
    done
    printf '%s\n' "${list# }"
}

# Makes sure of the packages for the purposes named (build, run, tests), in one go.
setup_packages() {
    local system wanted="" lacking purpose
    system=$(system)
    case $system in
        macos) setup_macos; return ;;
        unknown) setup_unknown "$@"; return ;;
    esac
    for purpose in "$@"; do wanted="$wanted $(packages "$system" "$purpose")"; done
    # shellcheck disable=SC2086 # a list of words
    lacking=$(missing "$system" $wanted)
    if [ -z "$lacking" ]; then return; fi

    say "Parlour needs packages that are not installed: $lacking"
    # shellcheck disable=SC2086
    if as_root true && install_packages "$system" $lacking; then
        # shellcheck disable=SC2086
        lacking=$(missing "$system" $lacking)
        if [ -z "$lacking" ]; then return; fi
    fi
    stop "" "Could not install: $lacking" "As root, run:" "  $(by_hand "$system") $lacking"
}

# Gamepads need libudev on Linux. They are not worth stopping for.
setup_gamepads() {
    local system
    features=()
    if [ "$(uname -s)" != Linux ] || pkg-config --exists libudev; then return; fi
    system=$(system)
    if [ "$system" != unknown ] && as_root true && install_packages "$system" "$(packages "$system" gamepads)" &&
        pkg-config --exists libudev; then
        return
    fi
    say "libudev's development files are missing: Parlour is built without gamepads."
    # shellcheck disable=SC2034 # for the script that sources this
    features=(--no-default-features --features desktop)
}

# sudo may ask for a password only where someone can type it.
as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"
    elif ! have sudo; then say "This needs root, and there is no sudo here."; return 1
    elif [ -t 0 ]; then sudo "$@"
    else sudo -n "$@"
    fi
}

install_packages() {
    local system=$1
    shift
    # Package managers talk on stdout; the game's own output has to stay clean.
    case $system in
        debian)
            # One broken source of many must not be the end: the packages may come from another.
            as_root apt-get update >&2 || say "apt-get update had problems; going on with what it has."
            as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "$@" >&2 ;;
        fedora) as_root dnf install -y --setopt=install_weak_deps=False "$@" >&2 ;;
        arch) as_root pacman -S --needed --noconfirm "$@" >&2 ;;
    esac
}

# The same as a command line for a person.
by_hand() {
    local sudo=""
    if [ "$(id -u)" != 0 ] && have sudo; then sudo="sudo "; fi
    case $1 in
        debian) echo "${sudo}apt-get update && ${sudo}apt-get install -y --no-install-recommends" ;;
        fedora) echo "${sudo}dnf install -y --setopt=install_weak_deps=False" ;;
        # Arch supports no partial updates: refreshing the lists means updating the system, which is the owner's to do.
        arch) echo "${sudo}pacman -Syu --needed" ;;
    esac
}

# macOS brings everything but the linker.
setup_macos() {
    if xcode-select -p >/dev/null 2>&1; then return; fi
    xcode-select --install >&2 || true
    stop "Parlour needs the Xcode command line tools (xcode-select --install)." \
        "When they are installed, run this again."
}

# A system without known package names: say what is needed, and go on only with what can be seen to be there.
setup_unknown() {
    local purpose tool tools="cc pkg-config" absent=""
    say "The package names of this system are not known here. What Parlour needs:"
    for purpose in "$@"; do
        say "  $purpose: $(packages unknown "$purpose")"
        if [ "$purpose" = tests ]; then tools="$tools Xvfb xauth xdotool openbox"; fi
    done
    for tool in $tools; do
        have "$tool" || absent="$absent $tool"
    done
    if have pkg-config && ! pkg-config --exists alsa; then absent="$absent alsa.pc"; fi
    if [ -n "$absent" ]; then stop "Not found:$absent. Install what is missing, then run this again."; fi
    say "The tools looked for are there: going on."
}
