package io.paxosstore.server.front.redis;

import io.paxosstore.redis.script.RedisLibrary;
import io.paxosstore.server.Version;

import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** What INFO tells. Thread-safe. */
final class ServerFacts {
    /** The version of Redis whose commands and replies these are. */
    static final String REDIS_VERSION = RedisLibrary.VERSION;

    private static final long MILLIS_PER_SECOND = 1000;
    private static final long SECONDS_PER_DAY = 24 * 3600;

    /** Names that stand for all sections. */
    private static final Set<String> OF_ALL = Set.of("DEFAULT", "ALL", "EVERYTHING");

    private final RedisOptions options;
    private final ClusterView cluster;
    private final IntSupplier connections;
    private final IntSupplier blocked;
    private final Map<String, Supplier<String>> sections = new LinkedHashMap<>();

    /**
     * @param connections how many clients are connected
     * @param blocked how many of them have a command that waits
     */
    ServerFacts(
            RedisOptions options,
            ClusterView cluster,
            IntSupplier connections,
            IntSupplier blocked) {
        this.options = options;
        this.cluster = cluster;
        this.connections = connections;
        this.blocked = blocked;
        sections.put("SERVER", this::server);
        sections.put("CLIENTS", this::clients);
        sections.put("MEMORY", ServerFacts::memory);
        sections.put("PERSISTENCE", ServerFacts::persistence);
        sections.put("REPLICATION", this::replication);
        sections.put("CLUSTER", () -> "# Cluster\r\n" + line("cluster_enabled", 0));
    }

    ClusterView cluster() {
        return cluster;
    }

    /**
     * The sections of these names, each once and in the order that Redis tells them in; all of them
     * if there is no name. A name of none is passed over.
     */
    String info(Set<String> names) {
        boolean isAll = names.isEmpty() || !Collections.disjoint(names, OF_ALL);
        return sections.entrySet().stream()
                .filter(section -> isAll || names.contains(section.getKey()))
                .map(section -> section.getValue().get())
                .collect(Collectors.joining("\r\n"));
    }

    private String server() {
        long upSeconds = ManagementFactory.getRuntimeMXBean().getUptime() / MILLIS_PER_SECOND;
        return "# Server\r\n"
                + line("redis_version", REDIS_VERSION)
                + line("redis_mode", "standalone")
                + line("paxosstore_version", Version.text())
                + line("paxosstore_node", cluster.self())
                + line("os", System.getProperty("os.name") + " " + System.getProperty("os.arch"))
                + line("arch_bits", 64)
                + line("process_id", ProcessHandle.current().pid())
                + line("tcp_port", options.port())
                + line("uptime_in_seconds", upSeconds)
                + line("uptime_in_days", upSeconds / SECONDS_PER_DAY);
    }

    private String clients() {
        return "# Clients\r\n"
                + line("connected_clients", connections.getAsInt())
                + line("blocked_clients", blocked.getAsInt())
                + line("maxclients", options.connectionsMax());
    }

    private static String memory() {
        Runtime runtime = Runtime.getRuntime();
        return "# Memory\r\n"
                + line("used_memory", runtime.totalMemory() - runtime.freeMemory())
                + line("maxmemory", 0)
                + line("maxmemory_policy", "noeviction");
    }

    private static String persistence() {
        return "# Persistence\r\n" + line("loading", 0) + line("aof_enabled", 1);
    }

    private String replication() {
        return "# Replication\r\n"
                + line("role", "master")
                + line("connected_slaves", Math.max(0, cluster.nodes().size() - 1));
    }

    private static String line(String name, Object value) {
        return name + ":" + value + "\r\n";
    }
}
