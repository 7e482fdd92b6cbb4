# Builds a driver beside this file: the module $1 below bench, with every jar it needs, in
# bench/$1/target/driver. Source it with these set: home (the checkout) and a function fail; it sets
# jdk (the home of a JDK 25).
# shellcheck shell=bash disable=SC2154

# shellcheck source=../bin/jdk.sh
. "$home/bin/jdk.sh"

build_driver() {
    local target=$home/bench/$1/target
    if [ -f "$target/driver/built" ] && [ -z "$(find "$home/pom.xml" "$home"/*/pom.xml \
        "$home"/*/src "$home/bench/$1/pom.xml" "$home/bench/$1/src" \
        -newer "$target/driver/built" -print -quit)" ]; then
        return
    fi
    echo "building..." >&2
    rm -rf "$target/driver" && mkdir -p "$target"
    touch "$target/build-started"
    (cd "$home" && JAVA25_HOME=$jdk mvn -B -q -DskipTests -DskipAnalysis -Plauncher \
        -Dmaven.source.skip -Dmaven.javadoc.skip \
        -Ddriver.only=true -pl "bench/$1" -am package) >"$target/build.log" 2>&1 ||
        { cat "$target/build.log" >&2; fail "the build failed; its output is above."; }
    mv "$target/build-started" "$target/driver/built"
}
