# Builds what bin/paxosstore runs in a checkout, when it is missing or the sources have changed.
# Source it with these set: home (the checkout), jdk (the home of a JDK 25), classes (where the jars
# go), cache (the file in which the JVM keeps what it loads at start) and a function fail.
# shellcheck shell=sh disable=SC2154

stamp="$classes/built"

# Lists the sources of what it runs, which some modules are no part of; takes further conditions of
# find.
find_sources() {
    (cd "$home" && find pom.xml ./*/pom.xml ./*/src ! -path './jepsen/*' ! -path './dist/*' \
        ! -path './bom/*' ! -path './examples/*' ! -path './micrometer/*' \
        ! -path './opentelemetry/*' ! -path './test-support/*' "$@")
}

# What the sources say: their names and checksums, whatever their dates.
sources() {
    (cd "$home" && find_sources -type f -print0 | LC_ALL=C sort -z | xargs -0 cksum | cksum)
}

# Nothing built yet, or the sources are not those of the last build. A source that is newer may say
# the same: a copy of the checkout has new dates.
must_build() {
    [ -f "$stamp" ] || return 0
    [ -n "$(find_sources -newer "$stamp" -print -quit)" ] || return 1
    now="$home/bench/target/sources.$$"
    : >"$now"
    sources >>"$now"
    if cmp -s "$now" "$stamp"; then
        mv "$now" "$stamp"
        return 1
    fi
    rm -f "$now"
}

# Lets the JVM keep what it loads at start; servers then start with half the work. When that does
# not succeed, they start without.
prepare() {
    "$jdk/bin/java" "@$home/bin/jvm.options" "@$home/bin/jvm-tool.options" \
        "-Dpaxosstore.home=$home" -cp "$classes/*" \
        io.paxosstore.bench.Launcher prepare --output "$cache" >>"$log" || :
}

# Whether somebody looks at a terminal that can erase a line.
at_terminal() {
    [ -t 2 ] && [ "${TERM:-dumb}" != dumb ]
}

# Takes away what show_module has left at a terminal.
erase_line() {
    if at_terminal; then
        printf '\r\033[K' >&2
    fi
}

# So many times the same character.
repeat() {
    printf '%*s' "$1" '' | tr ' ' "$2"
}

# Shows the module that Maven is at, such as "PaxosStore: client 0.1 [5/14]", at a terminal: in place
# of the one before, with a bar and about how long the rest takes.
show_module() {
    count=${1##*[}
    count=${count%]}
    total=${count#*/}
    finished=$((${count%/*} - 1))
    name=${1%% [0-9]*}
    name=${name#"PaxosStore: "}
    spent=$(($(date +%s) - began))
    left=
    if [ "$finished" -gt 0 ]; then
        left=", about $((spent_before * (total - finished) / finished + 1)) s left"
    fi
    filled=$((finished * 20 / total))
    printf '\r\033[K  [%s%s] %d of %d, %d s%s: %s' "$(repeat "$filled" '#')" \
        "$(repeat $((20 - filled)) '-')" "$finished" "$total" "$spent" "$left" "$name" >&2
}

# Shows it again each second, so that something moves while a module takes long. It ignores an
# interrupt, as all that runs beside a script does, so it ends when the script has.
tick() {
    while sleep 1 && kill -0 $$ 2>/dev/null; do
        show_module "$1"
    done
}

stop_ticking() {
    if [ -n "$ticking" ]; then
        kill "$ticking" 2>/dev/null || :
        wait "$ticking" 2>/dev/null || :
        ticking=
    fi
}

# Maven begins with a module.
begin_module() {
    if ! at_terminal; then
        echo "  $1" | tr -s ' ' >&2
        return
    fi
    stop_ticking
    spent_before=$(($(date +%s) - began))
    show_module "$1"
    tick "$1" </dev/null >/dev/null 9>&- &
    ticking=$!
}

# Shows how far Maven is, from its output; all of it goes to the log.
progress() {
    fetching=
    ticking=
    began=$(date +%s)
    while IFS= read -r line; do
        printf '%s\n' "$line" >>"$log"
        case "$line" in
            "[INFO] Building "*"["*"/"*"]")
                begin_module "${line#"[INFO] Building "}"
                ;;
            Downloading* | "[INFO] Downloading"*)
                if [ -z "$fetching" ]; then
                    erase_line
                    echo "  fetching libraries..." >&2
                    fetching=1
                fi
                ;;
        esac
    done
    stop_ticking
    erase_line
}

build() {
    command -v mvn >/dev/null 2>&1 || fail "mvn is not on the PATH; install Maven 3.8.7 or newer."
    if [ -f "$stamp" ]; then
        echo "building (sources have changed)..." >&2
    else
        echo "building (first use; this takes some minutes)..." >&2
    fi
    started="$home/bench/target/sources.$$"
    : >"$started"
    sources >>"$started"
    # New files, not new contents: a running server keeps its jars.
    rm -rf "$classes"
    log="$home/bench/target/launcher-build.log"
    : >"$log"
    failed="$home/bench/target/build-failed.$$"
    commit=$(git -C "$home" describe --always --dirty --exclude '*' 2>/dev/null || true)
    {
        (cd "$home" && JAVA25_HOME="$jdk" mvn -B -DskipTests -DskipAnalysis -Plauncher \
            -Dmaven.source.skip -Dmaven.javadoc.skip \
            "-Dbuild.suffix=${commit:++$commit}" -pl bench -am package) 2>&1 || : >"$failed"
    } | progress
    if [ -f "$failed" ]; then
        rm -f "$failed" "$started"
        grep '^\[ERROR\]' "$log" >&2 || tail -n 20 "$log" >&2
        fail "the build failed; all of its output is in $log."
    fi
    echo "  preparing a faster start..." >&2
    prepare
    # The date of the stamp is that of the build's begin: what changed meanwhile is newer.
    mv "$started" "$stamp"
}

if must_build; then
    mkdir -p "$home/bench/target"
    exec 9>"$home/bench/target/launcher.lock"
    if command -v flock >/dev/null 2>&1; then
        flock 9
    fi
    # Another command may have built meanwhile.
    if must_build; then
        build
    fi
    exec 9>&-
fi
