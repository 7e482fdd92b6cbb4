# Finds a JDK 25. Source it with a function fail; it sets jdk to the JDK's home. With jdk_program=java
# an installation that cannot compile will do.
# shellcheck shell=sh

jdk_program=${jdk_program:-javac}

# Whether $1 is the home of a complete JDK 25: its `release` file says so without starting a JVM.
is_jdk_25() {
    [ -x "$1/bin/$jdk_program" ] && grep -q '^JAVA_VERSION="25[".+-]' "$1/release" 2>/dev/null
}

find_jdk() {
    on_path=$(command -v "$jdk_program" 2>/dev/null || true)
    if [ -n "$on_path" ]; then
        on_path=$(readlink -f -- "$on_path")
        on_path=${on_path%/bin/"$jdk_program"}
    fi
    for candidate in "${JAVA_HOME:-}" "${JAVA25_HOME:-}" "$on_path" /usr/lib/jvm/*; do
        if [ -n "$candidate" ] && is_jdk_25 "$candidate"; then
            echo "$candidate"
            return
        fi
    done
}

jdk=$(find_jdk)
[ -n "$jdk" ] || fail "no JDK 25 found; install one under /usr/lib/jvm or set JAVA_HOME to it."
