# Three servers of this checkout on the loopback interface, for the scripts beside this file.
# Source it with these set: home (the checkout), parent (of the temporary directory) and port (the
# first of nine). start_cluster sets targets and servers (their process ids); all of it is stopped
# and removed when the script ends.
# shellcheck shell=bash disable=SC2154

directory=$(mktemp -d "$parent/paxosstore-bench.XXXXXX")
servers=()

stop() {
    for server in "${servers[@]}"; do
        kill "$server" 2>/dev/null || true
    done
    for server in "${servers[@]}"; do
        wait "$server" 2>/dev/null || true
    done
    rm -rf -- "$directory"
}
trap stop EXIT
trap 'exit 130' INT TERM

# Whether the admin port $1 answers /readyz with 200.
ready() (
    exec 2>/dev/null 3<>"/dev/tcp/127.0.0.1/$1" || exit 1
    printf 'GET /readyz HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3
    IFS=' ' read -r -t 2 _ status _ <&3 && [ "$status" = 200 ]
)

start_cluster() {
    "$home/bin/paxosstore" --version >/dev/null # builds before three processes want to
    targets=
    for id in 1 2 3; do
        base=$((port + 10 * (id - 1)))
        targets=$targets${targets:+,}localhost:$base
        mkdir "$directory/$id"
        {
            echo "cluster:"
            echo "  id: bench"
            echo "  nodes:"
            for node in 1 2 3; do
                echo "    - {id: $node, host: localhost, client-port: $((port + 10 * (node - 1)))}"
            done
            echo "node:"
            echo "  id: $id"
            echo "  directory: '$directory/$id/data'"
        } >"$directory/$id/node.yaml"
        "$home/bin/paxosstore" server --config "$directory/$id/node.yaml" \
            >"$directory/$id/server.log" 2>&1 &
        servers+=($!)
    done
    for id in 1 2 3; do
        for ((attempt = 0; ; attempt++)); do
            ready $((port + 10 * (id - 1) + 2)) && break
            if ! kill -0 "${servers[id - 1]}" 2>/dev/null || [ "$attempt" -ge 150 ]; then
                tail -n 30 "$directory/$id/server.log" >&2
                fail "replica $id does not become ready; its log is above."
            fi
            sleep 0.2
        done
    done
}
