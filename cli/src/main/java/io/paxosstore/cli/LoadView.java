package io.paxosstore.cli;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What nodes carry and how that can be evened out, for people; programs get what a node says. */
final class LoadView {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final List<String> COLUMNS =
            List.of(
                    "node",
                    "requests/s",
                    "then",
                    "should be",
                    "MB",
                    "then",
                    "should be",
                    "gets",
                    "loses");
    private static final int MOVES_SHOWN = 20;
    private static final double MEGABYTE = 1e6;

    private final JsonNode root;

    private LoadView(JsonNode root) {
        this.root = root;
    }

    /**
     * Reads what a node has answered.
     *
     * @param json the object of BALANCED
     */
    static LoadView of(String json) {
        return new LoadView(JSON.readTree(json));
    }

    /** Whether it says only that it was asked before, and is done. */
    boolean isRepeat() {
        return root.path("repeated").asBoolean();
    }

    /** Whether nothing is to be changed. */
    boolean isStill() {
        return !isRepeat() && root.path("moves").isEmpty();
    }

    /** The answer of {@code topology plan --balance}. */
    ShellAnswer answer() {
        return with(ShellAnswer.ok(text()));
    }

    /** For programs. */
    ShellAnswer with(ShellAnswer answer) {
        root.propertyStream().forEach(field -> answer.with(field.getKey(), field.getValue()));
        return answer;
    }

    /** For people. */
    String text() {
        List<String> lines = new ArrayList<>();
        lines.add(
                isStill()
                        ? "Nothing to move: the nodes are even enough, or nothing would help."
                        : String.format(
                                Locale.ROOT,
                                "%,d slots get another order of preference, %,d other voters"
                                        + " (%,d copies move).",
                                root.path("orders").asInt(),
                                root.path("slots").asInt(),
                                root.path("copies").asInt()));
        lines.add(
                String.format(
                        Locale.ROOT,
                        "The node with most, as a multiple of what it should have: %.2f now, %.2f"
                                + " then.",
                        root.path("worstBefore").asDouble(),
                        root.path("worstAfter").asDouble()));
        if (root.path("more").asBoolean()) {
            lines.add("More is to be done than one plan may; ask again when it is over.");
        }
        lines.add(nodes());
        for (JsonNode heavy : root.path("heavy")) {
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "Slot %d alone has %.1f times the %s that node %d should carry; a slot"
                                    + " cannot be split, so give what is in it other hash tags.",
                            heavy.path("slot").asInt(),
                            heavy.path("parts").asDouble(),
                            Printable.plain(heavy.path("figure").asString()),
                            heavy.path("node").asInt()));
        }
        if (!root.path("withoutBytes").isEmpty()) {
            List<String> nodes = new ArrayList<>();
            root.path("withoutBytes").forEach(node -> nodes.add(node.asString()));
            lines.add(
                    "Bytes do not count: "
                            + (nodes.size() == 1 ? "node " : "nodes ")
                            + String.join(", ", nodes)
                            + " still look how much there is.");
        }
        lines.addAll(moves());
        return String.join(System.lineSeparator(), lines);
    }

    private String nodes() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (JsonNode node : root.path("nodes")) {
            List<@Nullable Object> row = new ArrayList<>();
            row.add(node.path("id").asInt());
            for (String field : List.of("requests", "requestsThen", "requestsPart")) {
                row.add(Math.round(node.path(field).asDouble()));
            }
            for (String field : List.of("bytes", "bytesThen", "bytesPart")) {
                row.add(Math.round(node.path(field).asDouble() / MEGABYTE));
            }
            row.add(node.path("gets").asInt());
            row.add(node.path("loses").asInt());
            rows.add(row);
        }
        return Grid.answer(COLUMNS, rows).text();
    }

    private List<String> moves() {
        List<String> lines = new ArrayList<>();
        JsonNode moves = root.path("moves");
        for (int i = 0; i < Math.min(MOVES_SHOWN, moves.size()); i++) {
            JsonNode move = moves.path(i);
            lines.add(
                    "slot "
                            + move.path("slot").asInt()
                            + ": nodes "
                            + list(move.path("from"))
                            + " -> "
                            + list(move.path("to")));
        }
        if (moves.size() > MOVES_SHOWN) {
            lines.add(
                    String.format(
                            Locale.ROOT,
                            "... and %,d more (--json shows all)",
                            moves.size() - MOVES_SHOWN));
        }
        return lines;
    }

    private static String list(JsonNode ids) {
        List<String> all = new ArrayList<>();
        ids.forEach(id -> all.add(id.asString()));
        return Printable.plain(String.join(" ", all));
    }
}
