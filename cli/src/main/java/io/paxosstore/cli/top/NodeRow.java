package io.paxosstore.cli.top;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * A node on the screen.
 *
 * @param standing how it is, in a word or two
 * @param tone of that
 * @param listed in the list of nodes; null before that is known
 * @param status null if it tells none
 * @param sample null if it tells none
 * @param upMillis how long it has been running; 0 if it does not say it
 */
record NodeRow(
        NodePlace place,
        String standing,
        Tone tone,
        @Nullable ListedNode listed,
        @Nullable NodeStatus status,
        @Nullable Sample sample,
        long upMillis) {
    /** Of what was heard of it. */
    static NodeRow of(Voice voice, @Nullable Shape shape, long nowMillis) {
        ListedNode listed = null;
        for (ListedNode each : shape == null ? List.<ListedNode>of() : shape.nodes()) {
            if (each.place().id() == voice.place().id()) {
                listed = each;
            }
        }
        boolean isCutOff =
                shape != null
                        && listed != null
                        && !listed.isConnected()
                        && listed.place().id() != shape.teller();
        return switch (voice.answer()) {
            case Answer.Told told -> told(voice.place(), told.portrait(), listed, isCutOff);
            case Answer.Known known -> {
                String standing = known.status().standing();
                long started = known.status().startedMillis();
                yield new NodeRow(
                        voice.place(),
                        word(standing, isCutOff, false),
                        tone(standing, isCutOff, false),
                        listed,
                        known.status(),
                        null,
                        started == 0 ? 0 : nowMillis - started);
            }
            case Answer.Silent _ ->
                    new NodeRow(
                            voice.place(),
                            isCutOff ? "down" : "silent",
                            Tone.BAD,
                            listed,
                            null,
                            null,
                            0);
            case Answer.Awaited _ ->
                    new NodeRow(voice.place(), "asked", Tone.SOFT, listed, null, null, 0);
        };
    }

    private static NodeRow told(
            NodePlace place, Portrait portrait, @Nullable ListedNode listed, boolean isCutOff) {
        NodeStatus status = portrait.status();
        boolean isUnready = portrait.problems().stream().anyMatch(NodeProblem::isSerious);
        return new NodeRow(
                place,
                word(status.standing(), isCutOff, isUnready),
                tone(status.standing(), isCutOff, isUnready),
                listed,
                status,
                portrait.sample(),
                status.startedMillis() == 0 ? 0 : portrait.millis() - status.startedMillis());
    }

    private static String word(String standing, boolean isCutOff, boolean isUnready) {
        if (isCutOff) {
            return "cut off";
        } else if (isUnready) {
            return "not ready";
        }
        return standing.isEmpty() ? "unknown" : standing;
    }

    private static Tone tone(String standing, boolean isCutOff, boolean isUnready) {
        if (isCutOff || isUnready) {
            return Tone.BAD;
        }
        return standing.equals(NodeStatus.WHOLE) ? Tone.GOOD : Tone.WARN;
    }
}
