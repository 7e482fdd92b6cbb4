package io.paxosstore.cli.top;

import tools.jackson.databind.JsonNode;

import java.util.List;

/** What stands out among a node's requests: the hottest entities, and the slowest ones. */
record Standouts(List<Hot> hot, List<Slow> slow) {
    static final Standouts NONE = new Standouts(List.of(), List.of());

    /**
     * A key or an entity that is asked for often.
     *
     * @param name with its space before it
     */
    record Hot(String name, double perSecond) {}

    /**
     * A request.
     *
     * @param millis when it ended, since 1970, by the clock of its node
     * @param name of what it asked for, with its space before it
     * @param what it was, as in "write, map"
     * @param isDone false if it was not done, or that is unknown
     */
    record Slow(long millis, String name, String what, double micros, boolean isDone) {}

    /** Copies the lists. */
    Standouts {
        hot = List.copyOf(hot);
        slow = List.copyOf(slow);
    }

    /** Reads them; nothing of it needs to be there. */
    static Standouts of(JsonNode root) {
        return new Standouts(
                Fields.list(
                        root.path("hot"),
                        each -> new Hot(name(each), Fields.number(each.path("rate")))),
                Fields.list(
                        root.path("slow"),
                        each ->
                                new Slow(
                                        Fields.whole(each, "millis"),
                                        name(each),
                                        Fields.text(each, "operation")
                                                + ", "
                                                + Fields.text(each, "model").replace('_', ' '),
                                        Fields.number(each.path("micros")),
                                        Fields.isTrue(each, "done"))));
    }

    /** Keys that are no text come in hexadecimal digits. */
    private static String name(JsonNode each) {
        JsonNode key = each.path("key");
        String shown =
                key.path("hex").isString()
                        ? "0x" + Fields.text(key, "hex")
                        : Fields.text(key, "text");
        return Fields.text(each, "space") + " / " + shown;
    }
}
