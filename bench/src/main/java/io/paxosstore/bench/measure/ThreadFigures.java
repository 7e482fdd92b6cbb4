package io.paxosstore.bench.measure;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What the threads of processes have used so far, as Linux counts it, by what they are for.
 *
 * @param uses of each role
 */
public record ThreadFigures(Map<Role, Use> uses) {
    private static final long NANOS_PER_TICK = 10_000_000;
    private static final int USER_FIELD = 11;
    private static final int SYSTEM_FIELD = 12;
    private static final String WAITS = "voluntary_ctxt_switches:";

    /** What a thread of a replica is for. */
    public enum Role {
        /** The loops of the shards: network, protocol, index. */
        SHARDS("shards' loops"),
        /** Group commit. */
        LOG_WRITER("log writers"),
        /** Merges, hint files, and whatever else of ours goes on behind. */
        UPKEEP("upkeep"),
        /** The just-in-time compilers. */
        COMPILER("compilers"),
        /** The garbage collector. */
        COLLECTOR("garbage collectors"),
        /** What is none of these. */
        OTHER("other threads");

        private final String label;

        Role(String label) {
            this.label = label;
        }

        /** As tables name it. */
        public String label() {
            return label;
        }

        static Role of(String thread) {
            if (thread.contains("-shard-")) {
                return SHARDS;
            }
            if (thread.startsWith("paxosstore-log")) {
                return LOG_WRITER;
            }
            if (thread.startsWith("paxosstore-")) {
                return UPKEEP;
            }
            if (thread.contains("Compiler")) {
                return COMPILER;
            }
            return thread.startsWith("GC ") ? COLLECTOR : OTHER;
        }
    }

    /**
     * What threads have used.
     *
     * @param userNanos of processor time in the program
     * @param systemNanos of processor time in the kernel
     * @param waits how often they waited for something and were woken
     */
    public record Use(long userNanos, long systemNanos, long waits) {
        static final Use NOTHING = new Use(0, 0, 0);

        Use plus(Use other, int sign) {
            return new Use(
                    userNanos + sign * other.userNanos,
                    systemNanos + sign * other.systemNanos,
                    waits + sign * other.waits);
        }
    }

    /** Takes a copy. */
    public ThreadFigures {
        uses = Map.copyOf(uses);
    }

    /**
     * Reads the figures; threads that end meanwhile are left out.
     *
     * @throws IOException when one of the processes has ended
     */
    public static ThreadFigures of(List<Long> pids) throws IOException {
        Map<Role, Use> uses = new EnumMap<>(Role.class);
        for (Role role : Role.values()) {
            uses.put(role, Use.NOTHING);
        }
        for (long pid : pids) {
            Path tasks = Path.of("/proc", Long.toString(pid), "task");
            try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
                for (Path thread : threads) {
                    add(thread, uses);
                }
            }
        }
        return new ThreadFigures(uses);
    }

    private static void add(Path thread, Map<Role, Use> uses) throws IOException {
        try {
            String stat = Files.readString(thread.resolve("stat"));
            int nameEnd = stat.lastIndexOf(')');
            String name = stat.substring(stat.indexOf('(') + 1, nameEnd);
            String[] fields = stat.substring(nameEnd + 2).split(" ", -1);
            long waits = 0;
            for (String line : Files.readAllLines(thread.resolve("status"))) {
                if (line.startsWith(WAITS)) {
                    waits = Long.parseLong(line.substring(WAITS.length()).trim());
                }
            }
            Use use =
                    new Use(
                            Long.parseLong(fields[USER_FIELD]) * NANOS_PER_TICK,
                            Long.parseLong(fields[SYSTEM_FIELD]) * NANOS_PER_TICK,
                            waits);
            uses.merge(Role.of(name), use, (one, other) -> one.plus(other, 1));
        } catch (NoSuchFileException e) {
            // The thread has ended.
        }
    }

    /** What the threads of a role have used. */
    public Use of(Role role) {
        return uses.getOrDefault(role, Use.NOTHING);
    }

    /** What was used since an earlier look. */
    public ThreadFigures since(ThreadFigures earlier) {
        Map<Role, Use> grown = new EnumMap<>(Role.class);
        uses.forEach((role, use) -> grown.put(role, use.plus(earlier.of(role), -1)));
        return new ThreadFigures(grown);
    }
}
