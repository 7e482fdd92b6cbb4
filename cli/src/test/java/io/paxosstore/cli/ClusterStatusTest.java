package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.cli.probe.NodeProbe;
import io.paxosstore.server.embedded.EmbeddedCluster;
import io.paxosstore.server.front.binary.EntityServer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import tools.jackson.databind.json.JsonMapper;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What `status` makes of what the nodes say, and what a person gets to read. */
final class ClusterStatusTest {
    private static final String PEER =
            """
            {"node":1,"standing":"whole","noMajority":"","startedMillis":60000,
             "peers":[{"id":3,"connected":false,"lastSeenMillis":%s}]}
            """;

    private static NodeProbe up(int id, String json) {
        return new NodeProbe(
                "n" + id + ":1", id, List.of(), JsonMapper.shared().readTree(json), null, "");
    }

    private static NodeProbe down(int id) {
        return new NodeProbe("n" + id + ":1", id, List.of(), null, null, "refused");
    }

    private static List<String> lines(ShellAnswer answer) {
        return answer.text().lines().toList();
    }

    /**
     * W whole, F whole with a disk that is nearly full, R rebuilding, A alone: without connection
     * to a majority, D down.
     */
    @ParameterizedTest
    @CsvSource({
        "WWWWW, OK, all 5 of 5 voters up: may lose 2 more",
        "WWWWD, OK, 4 of 5 voters up: may lose 1 more",
        "WWWWA, OK, 4 of 5 voters up: may lose 1 more",
        "WWWRD, OK, 3 of 5 voters up: may lose none",
        "WWF, OK, all 3 of 3 voters up: may lose none; only 2 of 3 have room: nothing that adds"
                + " data is taken after the next loss",
        "WFD, OK, 2 of 3 voters up: may lose none; only 1 of 3 have room: nothing that adds"
                + " data is taken",
        "WWWWF, OK, all 5 of 5 voters up: may lose 1 more; only 4 of 5 have room: nothing that"
                + " adds data is taken after 2 more",
        "WWRRR, FAILED, '2 of 5 voters up: no majority, 3 are needed'",
        "AAA, FAILED, '0 of 3 voters up: no majority, 2 are needed'",
        "ADD, FAILED, '1 of 3 voters up: no majority, 2 are needed'",
        "DDD, FAILED, no node answers: nothing can be done",
    })
    void saysWhatMayBeLost(String nodes, ShellAnswer.Kind kind, String redundancy) {
        List<NodeProbe> probes = new ArrayList<>();
        for (int id = 1; id <= nodes.length(); id++) {
            char node = nodes.charAt(id - 1);
            String standing = node == 'R' ? "rebuilding" : "whole";
            String noMajority = node == 'A' ? "1 of 3 nodes is connected" : "";
            probes.add(
                    node == 'D'
                            ? down(id)
                            : up(
                                    id,
                                    "{\"standing\":\"%s\",\"noMajority\":\"%s\",\"room\":\"%s\"}"
                                            .formatted(
                                                    standing,
                                                    noMajority,
                                                    node == 'F' ? "low" : "enough")));
        }
        ShellAnswer answer = new ClusterStatus(probes).answer();
        assertEquals(redundancy, lines(answer).getLast());
        assertEquals(kind, answer.kind());
        Matcher more = Pattern.compile("may lose (\\d)").matcher(redundancy);
        int mayLose = more.find() ? Integer.parseInt(more.group(1)) : 0;
        assertEquals(mayLose, answer.fields().get("mayLose"), "programs are told the same");
    }

    /** What a node says of itself is text from elsewhere. */
    @Test
    void noNodeDrivesTheTerminal() {
        NodeProbe hostile =
                up(1, "{\"standing\":\"wh\\u001b[2Jole\",\"noMajority\":\"a\\nnode 2\"}");
        List<String> lines = lines(new ClusterStatus(List.of(hostile)).answer());
        assertEquals(2, lines.size(), lines::toString);
        assertTrue(lines.getFirst().contains(", wh\\x1b[2Jole, "), lines::toString);
        assertTrue(lines.getFirst().endsWith(", a\\x0anode 2"), lines::toString);
    }

    @Test
    void saysSinceWhenANodeWasNotSeen() {
        String head = "node 3  n3:1                     not connected (refused), ";
        assertEquals(
                head + "never seen since 1970-01-01T00:01:00Z",
                lines(new ClusterStatus(List.of(up(1, PEER.formatted("null")), down(3))).answer())
                        .get(1));
        assertEquals(
                head + "last seen by the others at 1970-01-01T00:01:30Z",
                lines(new ClusterStatus(List.of(up(1, PEER.formatted("90000")), down(3))).answer())
                        .get(1));
    }

    private static NodeProbe sees(int id, long version, int connected) {
        return new NodeProbe(
                "n" + id + ":1",
                id,
                List.of(),
                JsonMapper.shared().readTree(PEER.formatted("null")),
                JsonMapper.shared()
                        .readTree(
                                """
                                {"version": %d, "slots": {"noMajority": 0, "redundancy":
                                  [{"voters": 3, "connected": %d, "slots": 16384}]}}
                                """
                                        .formatted(version, connected)),
                "");
    }

    @Test
    void theSlotsAreTheNewestListsOfNodes() {
        List<String> lines =
                lines(new ClusterStatus(List.of(sees(1, 4, 3), sees(2, 5, 2), down(3))).answer());
        assertEquals("16,384 slots have 2 of 3 voters connected", lines.get(3));
        assertEquals("2 of 3 voters up: may lose none", lines.get(4));
    }

    /**
     * What a node knows of six nodes with three voters for each slot, of which the last votes
     * nowhere yet.
     *
     * @param connected nodes that it hears
     * @param voters connected voters of a third of the slots each
     */
    private static NodeProbe among(
            int id, String standing, List<Integer> connected, int... voters) {
        StringBuilder nodes = new StringBuilder();
        for (int node = 1; node <= 6; node++) {
            nodes.append(node == 1 ? "" : ",")
                    .append(
                            "{\"id\":%d,\"votes\":%d,\"connected\":%b}"
                                    .formatted(
                                            node, node == 6 ? 0 : 9830, connected.contains(node)));
        }
        StringBuilder groups = new StringBuilder();
        int without = 0;
        for (int each : voters) {
            groups.append(groups.isEmpty() ? "" : ",")
                    .append("{\"voters\":3,\"connected\":%d,\"slots\":5000}".formatted(each));
            without += each < 2 ? 5000 : 0;
        }
        String topology =
                ("{\"node\":%d,\"version\":7,\"nodes\":[%s],"
                                + "\"slots\":{\"noMajority\":%d,\"redundancy\":[%s]}}")
                        .formatted(id, nodes, without, groups);
        String status =
                "{\"standing\":\"%s\",\"noMajority\":\"%s\"}"
                        .formatted(standing, without == 0 ? "" : "some slots have none");
        JsonMapper json = JsonMapper.shared();
        return new NodeProbe(
                "n" + id + ":1", id, List.of(), json.readTree(status), json.readTree(topology), "");
    }

    private static String strength(NodeProbe... probes) {
        ShellAnswer answer = new ClusterStatus(List.of(probes)).answer();
        return answer.kind() + ": " + lines(answer).getLast();
    }

    @Test
    void ofMoreNodesThanASlotHasVotersTheWeakestSlotCounts() {
        List<Integer> all = List.of(1, 2, 3, 4, 5, 6);
        NodeProbe[] whole = new NodeProbe[6];
        for (int id = 1; id <= 6; id++) {
            whole[id - 1] = among(id, "whole", all, 3, 3);
        }
        assertEquals("OK: all 5 of 5 voters up: may lose 1 more", strength(whole));
        whole[1] = among(2, "rebuilding", all, 3, 3);
        assertEquals("OK: 4 of 5 voters up: may lose none", strength(whole));
        NodeProbe second = among(2, "whole", all, 3, 3);
        whole[1] =
                new NodeProbe(
                        second.address(),
                        2,
                        List.of(),
                        JsonMapper.shared().readTree("{\"standing\":\"whole\",\"room\":\"low\"}"),
                        second.topology(),
                        "");
        assertEquals(
                "OK: all 5 of 5 voters up: may lose none; only 4 of 5 have room: some slots may"
                        + " take nothing that adds data after the next loss",
                strength(whole));
        List<Integer> four = List.of(1, 2, 3, 6);
        NodeProbe[] two = new NodeProbe[6];
        for (int id = 1; id <= 6; id++) {
            two[id - 1] = id == 4 || id == 5 ? down(id) : among(id, "whole", four, 3, 2, 1);
        }
        assertEquals("FAILED: 3 of 5 voters up: 5,000 slots have no majority", strength(two));
    }

    @Test
    void aNodeThatIsCutOffDoesNotSayWhatTheOthersHave() {
        NodeProbe alone = among(1, "whole", List.of(), 1, 1);
        List<Integer> others = List.of(2, 3, 4, 5, 6);
        NodeProbe two = among(2, "whole", others, 3, 2);
        NodeProbe three = among(3, "whole", others, 3, 2);
        NodeProbe four = among(4, "whole", others, 3, 2);
        NodeProbe five = among(5, "whole", others, 3, 2);
        NodeProbe six = among(6, "whole", others, 3, 2);
        assertEquals(
                "OK: 4 of 5 voters up: may lose none",
                strength(alone, two, three, four, five, six));
    }

    private final CommandRun command = new CommandRun();
    private final StringWriter out = command.out();
    private final StringWriter err = command.err();

    private int run(String... arguments) {
        return command.run(arguments);
    }

    @Test
    void statusAsksEveryNodeAndSaysWhatMayBeLost() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3)) {
            String one = cluster.member(1).clientAddress();
            assertEquals(0, run("cli", "--target", one, "-c", "status"), err::toString);
            List<String> lines = out.toString().lines().toList();
            assertEquals("all 3 of 3 voters up: may lose 1 more", lines.getLast());
            for (int node = 1; node <= 3; node++) {
                String line = lines.get(node - 1);
                assertTrue(line.startsWith("node " + node + "  "), line);
                assertTrue(line.matches(".* connected, version \\d+\\.\\S+, .*"), line);
                assertTrue(line.matches(".*, whole, lag \\d+, room enough \\(.*"), line);
            }
            cluster.node(3).kill();
            assertEquals(0, run("cli", "--target", one, "-c", "spaces", "-c", "status"));
            lines = out.toString().lines().toList();
            assertEquals("2 of 3 voters up: may lose none", lines.getLast());
            assertTrue(lines.get(3).contains(" not connected ("), out.toString());
            assertTrue(lines.get(3).contains(", last seen by the others at "), out.toString());
            cluster.node(2).kill();
            assertEquals(1, run("cli", "--target", one, "-c", "status"));
            assertTrue(
                    err.toString().endsWith("1 of 3 voters up: no majority, 2 are needed\n"),
                    err.toString());
            assertEquals(1, run("cli", "--target", one, "--json", "-c", "status"));
            assertTrue(out.toString().contains("\"votersUp\":1,\"mayLose\":0"), out.toString());
            cluster.node(1).kill();
            assertEquals(1, run("cli", "--target", one, "-c", "status"));
            assertTrue(
                    err.toString().endsWith("no node answers: nothing can be done\n"),
                    err.toString());
        }
        for (String wrong : List.of("nonsense", "localhost:0", "localhost:99999")) {
            assertEquals(2, run("cli", "--target", wrong, "-c", "status"));
            assertTrue(err.toString().startsWith("'" + wrong + "' is no address;"), wrong);
        }
    }

    @Test
    void aNodeOfAnEarlierReleaseIsShown() throws Exception {
        try (EntityServer server = new EntityServer()) {
            assertEquals(0, run("cli", "--target", server.address(), "-c", "status"));
            List<String> lines = out.toString().lines().toList();
            assertTrue(lines.getFirst().startsWith("node 1  " + server.address()), out.toString());
            assertTrue(
                    lines.getFirst().endsWith(" connected; its release is too old to say more"),
                    out.toString());
            assertEquals("all 1 of 1 voters up: may lose none", lines.getLast());
        }
    }
}
