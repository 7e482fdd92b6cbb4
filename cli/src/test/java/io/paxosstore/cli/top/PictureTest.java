package io.paxosstore.cli.top;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What is made of what was heard. */
final class PictureTest {
    private static final String PROBLEM =
            """
            [{"check": "%s", "serious": %s, "since": %d, "says": "it is so"}]
            """;

    private static List<String> troubles(Heard heard) {
        return Picture.of(heard).troubles().stream()
                .map(each -> each.check() + " " + each.ageMillis() + " " + each.saidBy())
                .toList();
    }

    @Test
    void nothingIsWrongWhereNobodySaysSo() {
        Picture picture = Picture.of(Clusters.well(3));
        assertTrue(picture.isWell());
        assertEquals(List.of(), picture.notes());
        Voice asked = new Voice(Clusters.place(2), new Answer.Awaited(), Standouts.NONE);
        Picture awaited = Picture.of(Clusters.heard(null, Clusters.told(1), asked));
        assertFalse(awaited.isWell(), "one has not answered yet");
        assertEquals(List.of(), awaited.troubles());
        assertFalse(
                Picture.of(new Heard(0, List.of(), null, 0, List.of(), "")).isWell(),
                "nobody has answered");
    }

    @Test
    void aProblemIsToldOnceAndTheSeriousOnesFirst() {
        Heard heard =
                Clusters.heard(
                        null,
                        Clusters.told(1, PROBLEM.formatted("heap", false, Clusters.NOW - 9000)),
                        Clusters.told(2, PROBLEM.formatted("disk", true, Clusters.NOW - 3000)),
                        Clusters.told(3, PROBLEM.formatted("heap", false, Clusters.NOW - 5000)));
        assertEquals(List.of("disk 3000 [2]", "heap 9000 [1, 3]"), troubles(heard));
        assertEquals("not ready", Picture.of(heard).nodes().get(1).standing());
        assertFalse(Picture.of(heard).isWell());
    }

    /** The others have heard of it 90 seconds before, by their clocks. */
    @Test
    void aSilentNodeIsSilentSinceTheOthersHeardIt() {
        Heard heard =
                Clusters.heard(null, Clusters.told(1), Clusters.silent(3), Clusters.silent(4));
        assertEquals(List.of("silent 90000 []", "silent -1 []"), troubles(heard));
        assertEquals("silent", Picture.of(heard).nodes().get(1).standing());
    }

    @Test
    void whoOthersLackIsCutOff() {
        Shape shape = Clusters.shape(3, List.of(2, 3), "{}");
        Picture picture =
                Picture.of(
                        Clusters.heard(
                                shape, Clusters.told(1), Clusters.told(2), Clusters.silent(3)));
        assertEquals(
                List.of("whole", "cut off", "down"),
                picture.nodes().stream().map(NodeRow::standing).toList());
    }

    private static Voice known(int id, String status, boolean isFault) {
        return new Voice(
                Clusters.place(id),
                new Answer.Known(NodeStatus.of(Clusters.json(status)), "has no console", isFault),
                Standouts.NONE);
    }

    /** An earlier release has none, and a node may be told to have none: that is not wrong. */
    @Test
    void aNodeWithoutAConsoleIsJudgedByWhatItTellsClients() {
        String well = "{\"standing\": \"whole\", \"room\": \"enough\", \"noMajority\": \"\"}";
        Picture picture = Picture.of(Clusters.heard(null, Clusters.told(1), known(2, well, false)));
        assertTrue(picture.isWell());
        assertEquals("Node 2 has no console.", picture.notes().getFirst());
        assertEquals("whole", picture.nodes().get(1).standing());
        assertEquals(
                List.of("standing -1 [2]"),
                troubles(Clusters.heard(null, known(2, "{}", false))),
                "what is not known is not well");

        String ill =
                "{\"standing\": \"rebuilding\", \"room\": \"low\", \"noMajority\": \"1 of 3\"}";
        assertEquals(
                List.of("peers -1 [2]", "disk -1 [2]", "console -1 []", "standing -1 [2]"),
                troubles(Clusters.heard(null, known(2, ill, true))));
    }

    @Test
    void modelsAreSummedOverNodes() {
        List<ModelRow> models = Picture.of(Clusters.well(3)).models();
        assertEquals(
                List.of("read key value", "write map", "write key value"),
                models.stream().map(row -> row.operation() + " " + row.model()).toList());
        assertEquals(new Pace(3000, 900, 4100), models.get(1).pace());
    }

    @Test
    void anOldListOfNodesIsSaidToBe() {
        Heard heard =
                new Heard(
                        Clusters.NOW,
                        List.of(Clusters.told(1)),
                        Clusters.shape(1, List.of(), "{}"),
                        12_000,
                        List.of(),
                        "");
        assertEquals(
                List.of("Who votes and what moves is as it was 12s ago."),
                Picture.of(heard).notes());
    }
}
