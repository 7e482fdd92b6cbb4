package io.paxosstore.cli.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;

import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** What a person gets to see, on terminals of all sizes. */
final class ScreenTest {
    private static final String MOVES =
            "{\"done\": 4000, \"moving\": 96, \"left\": 12288, \"remainingMillis\": 240000}";

    private static Heard oneDown() {
        String redundancy =
                """
                [{"check": "redundancy", "serious": false, "since": %d,
                  "says": "16384 slots have 2 of 3 voters connected"}]
                """
                        .formatted(Clusters.NOW - 80_000);
        return Clusters.heard(
                Clusters.shape(3, List.of(3), MOVES),
                Clusters.told(1, redundancy),
                Clusters.told(2, redundancy),
                Clusters.silent(3));
    }

    @Test
    void threeNodesFitOnASmallTerminal() {
        assertEquals(
                """
                PaxosStore  3 of 3 nodes answer, release 1.2.3                q leaves  22:13:20
                All is well.
                Slots: 16,384 have 3 of 3 voters connected; nothing moves.

                NODE STANDING ROLE    VOTES FIRST  LAG RECOV/S FREE DATA HEAP  CPU    UP
                   1 whole    active 16,384 5,461    0       7  50G 1.0M 256M  12%    2h
                   2 whole    active 16,384 5,461    0       7  50G 1.0M 256M  12%    2h
                   3 whole    active 16,384 5,461    0       7  50G 1.0M 256M  12%    2h

                NODE  WRITES/S    P50    P99  READS/S    P50    P99  FAILED/S  FSYNCS/S  FSYNC
                 all     3,600  900µs  4.1ms   10,200  300µs  1.2ms         0       300  800µs
                   1     1,200  900µs  4.1ms    3,400  300µs  1.2ms         0       100  800µs
                   2     1,200  900µs  4.1ms    3,400  300µs  1.2ms         0       100  800µs
                   3     1,200  900µs  4.1ms    3,400  300µs  1.2ms         0       100  800µs

                REQUESTS  MODEL      EACH SECOND    P50    P99
                read      key value       10,200  300µs  1.2ms
                write     map              3,000  900µs  4.1ms
                write     key value          600  800µs  2.0ms

                EACH SECOND  NODE  HOTTEST ENTITIES AND KEYS
                        513     1  inbox / alice
                        513     2  inbox / alice
                        513     3  inbox / alice
                """,
                String.join("\n", Clusters.lines(Clusters.well(3), 80, 24)) + "\n");
    }

    @Test
    void whatIsWrongComesFirst() {
        List<String> lines = Clusters.lines(oneDown(), 80, 24);
        assertEquals(
                """
                PaxosStore  2 of 3 nodes answer, release 1.2.3                q leaves  22:13:20
                !! silent: Node 3 does not answer at 10.0.0.3:7402 (admin port).
                   Since 22:11:50 (90 s). Start that node, or see why its admin port cannot be
                   reached.
                !  redundancy: 16384 slots have 2 of 3 voters connected.
                   Since 22:12:00 (80 s); nodes 1, 2 say so. Start what is down, or replace it:
                   bin/paxosstore members replace.
                Slots: 16,384 have 2 of 3 voters connected.
                moving slots [#####-------------------]  24 %  4,000 of 16,384, about 4 min left
                """,
                String.join("\n", lines.subList(0, 9)) + "\n");
        assertTrue(lines.get(13).startsWith("   3 down     active"), lines.get(13));
        assertTrue(lines.size() <= 24, () -> String.join("\n", lines));
    }

    @Test
    void fiveNodesFitOnASmallTerminal() {
        List<String> lines = Clusters.lines(Clusters.well(5), 80, 24);
        assertTrue(lines.size() <= 24, () -> String.join("\n", lines));
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("   5 whole")));
        assertTrue(lines.stream().anyMatch(line -> line.startsWith("   5     1,200")));
    }

    @Test
    void onPaperThereIsRoomForAll() {
        List<String> lines = Clusters.lines(oneDown(), 100, View.ENDLESS);
        assertTrue(
                lines.getFirst().endsWith("2 of 3 nodes answer, release 1.2.3  2023-11-14 22:13"),
                lines.getFirst());
        assertTrue(
                lines.stream()
                        .anyMatch(line ->
                                line.matches(
                                        " *41ms  22:13:15 +1  write, sorted set  not done"
                                                + "  inbox / 0x00ff")),
                () -> String.join("\n", lines));
    }

    /** Whatever the size: no line is wider, there are no more, and what is wrong is seen. */
    @Test
    void itKeepsWithinItsBounds() {
        List<Heard> all = new ArrayList<>(List.of(Clusters.well(3), oneDown(), Clusters.well(40)));
        all.add(
                new Heard(
                        Clusters.NOW,
                        List.of(),
                        null,
                        0,
                        List.of(),
                        "No node answers: a:1 (refused)."));
        all.add(new Heard(Clusters.NOW, List.of(), null, 0, List.of(), ""));
        for (Heard heard : all) {
            for (int height = 1; height < 60; height++) {
                for (int width : List.of(1, 2, 5, 10, 20, 40, 79, 80, 81, 132, 400)) {
                    String size = width + "x" + height;
                    View view = new View(width, height, true, ZoneOffset.UTC, "q leaves");
                    List<AttributedString> lines = Screen.lines(Picture.of(heard), view);
                    assertTrue(!lines.isEmpty() && lines.size() <= height, size);
                    for (AttributedString line : lines) {
                        assertTrue(line.columnLength() <= width, () -> size + ": " + line);
                    }
                }
            }
        }
        assertTrue(Clusters.lines(oneDown(), 80, 2).getLast().startsWith("!! silent"));
        List<String> many = Clusters.lines(Clusters.well(40), 80, 24);
        assertTrue(
                many.stream().anyMatch(line -> line.matches("\\.\\.\\. and \\d+ more lines")),
                () -> String.join("\n", many));
    }

    @Test
    void aWideTerminalShowsMore() {
        assertTrue(head(160).endsWith("UP  CLIENTS"), head(160));
        assertEquals("NODE STANDING ROLE    VOTES  LAG FREE  CPU", head(43));
        assertEquals("NODE STANDING", head(13));
    }

    private static String head(int width) {
        return Clusters.lines(Clusters.well(3), width, 40).stream()
                .filter(line -> line.startsWith("NODE STANDING") || line.startsWith("NODE  STAND"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void coloursAreToldByTheView() {
        Picture picture = Picture.of(Clusters.well(3));
        View coloured = new View(80, 24, true, ZoneOffset.UTC, "");
        View plain = new View(80, 24, false, ZoneOffset.UTC, "");
        assertTrue(Screen.lines(picture, coloured).get(1).toAnsi().contains("\033[32m"));
        for (AttributedString line : Screen.lines(picture, plain)) {
            assertEquals(line.toString(), line.toAnsi());
        }
    }
}
