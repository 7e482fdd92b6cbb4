package io.paxosstore.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What an operator gets to read of members and topology: tables, sentences, exit codes. */
final class MembersCommandTest {
    private static final String STILL = "This moves no slots.";

    private final CommandRun command = new CommandRun();
    private final StringWriter out = command.out();
    private final StringWriter err = command.err();
    private String target = "127.0.0.1:1";

    /** The words of a line, and where the cluster is. */
    private int run(String line) {
        List<String> words = new ArrayList<>(Arrays.asList(line.split(" ")));
        words.add("--target");
        words.add(target);
        return command.run(words.toArray(String[]::new));
    }

    private void answers(int exit, String line, String... lines) {
        assertEquals(exit, run(line), () -> line + ": " + out + err);
        assertEquals(List.of(lines), out.toString().lines().toList(), line);
        assertEquals("", err.toString(), line);
    }

    private void refuses(String line, String sentence) {
        assertEquals(1, run(line), () -> line + ": " + out + err);
        assertTrue(
                err.toString().startsWith("The change of the cluster was not done: " + sentence),
                () -> line + ": " + err);
        assertEquals(1, err.toString().lines().count(), line);
    }

    private void isMistaken(String line, String sentence) {
        assertEquals(2, run(line), () -> line + ": " + out + err);
        assertEquals(List.of(sentence), err.toString().lines().toList(), line);
    }

    /** Until all are connected, as each other's and the client's peers. */
    private void await(int nodes) throws InterruptedException {
        long deadline = System.nanoTime() + 60_000_000_000L;
        String redundancy = " have " + nodes + " of " + nodes + " ";
        while (run("topology status") != 0 || !out.toString().contains(redundancy)) {
            assertTrue(System.nanoTime() < deadline, () -> "in vain waited for all nodes: " + out);
            Thread.sleep(50);
        }
    }

    @Test
    void mistakesNeedNoCluster() {
        isMistaken(
                "members add 4 somewhere",
                "'somewhere' is no address of a node; write HOST:PORT, or"
                        + " HOST:PORT:PEER-PORT:ADMIN-PORT.");
        isMistaken(
                "members add 4 b:0 --yes",
                "Port 0 of node 4 is out of range; ports are 1 to 65535.");
        isMistaken(
                "members add 4 b:7400 --weight 0",
                "The weight 0 of node 4 is out of range; weights are 1 to 10000.");
        assertEquals(2, run("members lst"));
        String meant = "Did you mean: paxosstore members list?";
        assertTrue(err.toString().contains(meant), err.toString());
        assertEquals(1, run("members list"), "nobody answers");
        assertEquals(1, err.toString().lines().count(), err.toString());
    }

    @Test
    void anOperatorLooksAddsDrainsAndRemoves() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(3)) {
            target = cluster.connectString();
            await(3);
            answers(
                    0,
                    "topology wait --timeout 1m",
                    "goal:       1, 3 voters for each slot, changes are running",
                    "plan:       1 for goal 1, nothing to move",
                    "slots:      16,384 stable, 0 under change",
                    "redundancy: 16,384 slots have 3 of 3 voters connected");
            assertEquals(0, run("members list"));
            assertEquals(6, out.toString().lines().count(), out.toString());
            assertEquals(0, run("topology show"));
            assertTrue(
                    out.toString().startsWith("Version 1 of the list of nodes, as node "),
                    out.toString());

            refuses("members drain 3 --yes", "No group has nodes for 3 voters in 1 zone;");
            refuses("members drain 9 --dry-run", "There is no node 9; name one of the list,");
            refuses("topology voters 2 --yes", "A slot is to have 2 voters; it needs 1, 3 or 5");
            answers(
                    0,
                    "members add 4 127.0.0.1:9 --dry-run",
                    STILL,
                    "Nothing is changed: this was a dry run.");
            answers(
                    0,
                    "members add 4 127.0.0.1:9 --yes",
                    STILL,
                    "Done: the list of nodes has version 2.");
            refuses("members add 4 127.0.0.1:99 --yes", "Node id 4 is taken;");
            refuses("members remove 4 --yes", "Node 4 is active; drain it first");
            refuses("members replace 1 4 --dry-run", "Node 4 cannot be reached; start it first");

            assertEquals(1, run("topology plan --balance"));
            assertTrue(
                    err.toString()
                            .startsWith(
                                    "The evening out of loads was not done: Node 4 has not said"
                                            + " what slots carry there:"),
                    err.toString());

            assertEquals(0, run("members weight 4 50 --yes --json"));
            assertTrue(
                    out.toString()
                            .startsWith(
                                    "{\"command\":\"members weight\",\"ok\":true,\"changed\":true,"
                                            + "\"slots\":0,\"orders\":0,\"copies\":0,\"nodes\":["),
                    out.toString());
            assertEquals(0, run("members address 4 127.0.0.1:10:12:13 --yes"));
            assertEquals(0, run("members place 4 --zone east --mini-cluster 1 --yes"));
            assertEquals(0, run("members list"));
            assertTrue(
                    out.toString()
                            .lines()
                            .anyMatch(line ->
                                    line.matches(
                                            " +4 \\| 127.0.0.1:10:12:13 +\\| east +\\| +1"
                                                    + " \\| active .*\\| no .*")),
                    out.toString());

            assertEquals(0, run("members place 4 --zone default --mini-cluster 0 --yes"));
            assertEquals(0, run("members drain 4 --yes"), err.toString());
            assertEquals(0, run("members keep 4 --yes"), err.toString());
            assertEquals(0, run("members drain 4 --yes"), err.toString());
            assertEquals(0, run("members remove 4 --yes"), err.toString());
            refuses("members keep 4 --yes", "Node 4 was removed and does not come back;");
        }
    }

    @Test
    void nothingIsChangedWithoutAWord() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(1)) {
            target = cluster.connectString();
            await(1);
            assertEquals(0, run("topology pause --dry-run"), err.toString());
            assertEquals(2, run("topology pause"), "nobody can be asked");
            assertEquals(STILL + System.lineSeparator(), out.toString());
            assertEquals(
                    List.of("Nothing is changed: add --yes where nobody can be asked."),
                    err.toString().lines().toList());
            assertEquals(2, run("topology pause --json"));
            assertEquals(
                    "{\"command\":\"topology pause\",\"ok\":false,\"error\":\"Nothing is changed:"
                            + " add --yes where nobody can be asked.\"}",
                    out.toString().strip());
            assertEquals(0, run("topology pause --yes"), err.toString());
            refuses("topology pause --yes", "That is so already; nothing is changed");
            assertEquals(0, run("topology cancel --yes"), err.toString());
            assertEquals(0, run("topology resume --yes"), err.toString());
            assertEquals(0, run("topology plan --balance"), err.toString());
            String still = "Nothing to move: the nodes are even enough, or nothing would help.";
            assertTrue(out.toString().startsWith(still), out.toString());
            assertEquals(0, run("topology balance"), "there is nothing to ask");
            assertTrue(out.toString().startsWith(still), out.toString());
            assertEquals(0, run("topology balance --dry-run --json"), err.toString());
            assertTrue(
                    out.toString()
                            .startsWith(
                                    "{\"command\":\"topology balance\",\"ok\":true,"
                                            + "\"changed\":false,\"version\":"),
                    out.toString());
            assertEquals(0, run("topology plan --json"));
            assertTrue(out.toString().contains("\"course\":\"running\""), out.toString());
        }
    }
}
