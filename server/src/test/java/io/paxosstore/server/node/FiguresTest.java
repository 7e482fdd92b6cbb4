package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.node.host.SpaceCounts;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What figures are called, and how many there are. */
final class FiguresTest {
    private static final int SPACES = SpaceCounts.SPACES_MAX + 10;

    private static EmbeddedCluster cluster;

    @BeforeAll
    static void start() throws Exception {
        cluster = EmbeddedCluster.builder(1).storage(MemoryStorage::open).start();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static List<String> lines(String pattern) {
        Pattern wanted = Pattern.compile(pattern);
        return cluster.node(1)
                .metrics()
                .lines()
                .filter(line -> wanted.matcher(line).matches())
                .toList();
    }

    private static Set<String> names() {
        Set<String> names = new TreeSet<>();
        lines("# TYPE .*").forEach(line -> names.add(line.split(" ", -1)[2]));
        assertTrue(names.size() > 100, "the figures are where they are looked for");
        return names;
    }

    /** Those of libraries, too. */
    @Test
    void everyFigureHasHelp() {
        Set<String> helped = new TreeSet<>();
        lines("# HELP \\S+ \\S.*").forEach(line -> helped.add(line.split(" ", -1)[2]));
        assertEquals(names(), helped);
    }

    /** Seconds and bytes, never parts or multiples of them; libraries do as they like. */
    @Test
    void unitsAreBaseUnits() {
        Pattern other =
                Pattern.compile(
                        "paxosstore_.*_(nanos?|micros?|millis?|ms|ns|minutes|hours|[kmg]i?b)(_.*|$)");
        assertEquals(
                List.of(), names().stream().filter(name -> other.matcher(name).matches()).toList());
        assertTrue(other.matcher("paxosstore_stall_millis_total").matches(), "it can fail");
    }

    @Test
    void theNodeTellsItsReleaseAndThatItIsReady() {
        assertEquals(
                1,
                lines("paxosstore_build_info\\{java=\"[^\"]+\",version=\"[^\"]+\"} 1(.0)?").size(),
                () -> lines("paxosstore_build.*").toString());
        assertEquals(1, lines("paxosstore_ready 1.0").size());
        assertEquals(1, lines("process_files_open_files \\d.*").size());
        assertEquals(4, lines("paxosstore_log_lines_total\\{level=\"\\w+\"} .*").size());
        double seconds =
                Double.parseDouble(
                        lines("paxosstore_clock_seconds .*").getFirst().split(" ", -1)[1]);
        assertEquals(System.currentTimeMillis() / 1e3, seconds, 60);
    }

    @Test
    void spacesAreCountedWithinABound() throws Exception {
        try (WireClient client = WireClient.connect(cluster, 1)) {
            for (int i = 0; i < SPACES; i++) {
                Response made = client.create("space-" + i);
                int id = ((Response.Space) made).space().id();
                client.put(id, "key", "value");
                client.read(id, "key");
            }
            assertEquals(
                    2 * (SpaceCounts.SPACES_MAX + 1),
                    lines("paxosstore_space_requests_total\\{.*").size());
            assertEquals(
                    List.of(
                            "paxosstore_space_requests_total{operation=\"write\",space=\"space-0\"}"
                                    + " 1.0"),
                    lines(".*operation=\"write\",space=\"space-0\".*"));
            assertEquals(
                    List.of(
                            "paxosstore_space_requests_total{operation=\"read\",space=\"(others)\"}"
                                    + " "
                                    + (SPACES - SpaceCounts.SPACES_MAX)
                                    + ".0"),
                    lines(".*operation=\"read\",space=\"\\(others\\)\".*"));
            client.drop("space-0");
            assertEquals(List.of(), lines(".*space=\"space-0\".*"), "it is gone");
        }
    }
}
