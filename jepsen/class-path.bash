# What the tools need that need no Jepsen: Clojure and our client. Source it with `here` set to this
# directory; it sets jdk and class_path, and builds what is missing.
# shellcheck shell=bash disable=SC2154

home=$(dirname -- "$here")

fail() {
    echo "${0##*/}: $1" >&2
    exit 254
}

# shellcheck source=../bin/jdk.sh
. "$home/bin/jdk.sh"
if [ ! -f "$here/target/class-path" ]; then
    (cd "$home" && JAVA25_HOME="$jdk" mvn -B -q -DskipTests -DskipAnalysis -Dmaven.source.skip \
        -Dmaven.javadoc.skip -pl jepsen -am package) >&2
fi
class_path=$(cat "$here/target/class-path")
