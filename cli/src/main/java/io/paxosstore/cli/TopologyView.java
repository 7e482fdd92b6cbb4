package io.paxosstore.cli;

import io.paxosstore.cli.probe.NodeProbe;
import io.paxosstore.cli.progress.Progress;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/** The topology as a node tells it, for people; programs get what the node says. */
final class TopologyView {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final List<String> MEMBERS =
            List.of(
                    "node",
                    "address",
                    "zone",
                    "mini-cluster",
                    "membership",
                    "weight",
                    "connected",
                    "slots",
                    "preferred",
                    "coming");

    private final JsonNode root;

    private TopologyView(JsonNode root) {
        this.root = root;
    }

    /**
     * Reads what a node has answered.
     *
     * @param json the object of TOPOLOGY_SHOWN
     */
    static TopologyView of(String json) {
        return new TopologyView(JSON.readTree(json));
    }

    /**
     * How much the slots can lose, by the word of the node that {@link #bestOf} chooses.
     *
     * @return empty when none says it
     */
    static String redundancy(List<NodeProbe> nodes) {
        JsonNode known = bestOf(nodes);
        return known == null ? "" : new TopologyView(known).redundancyText();
    }

    /**
     * What the node says that knows the newest list of nodes; of several that which is connected to
     * most of the slots' voters, since one that is cut off sees nobody else.
     *
     * @return null when none says it
     */
    static @Nullable JsonNode bestOf(List<NodeProbe> nodes) {
        return nodes.stream()
                .map(NodeProbe::topology)
                .filter(Objects::nonNull)
                .max(
                        Comparator.<JsonNode>comparingLong(known -> known.path("version").asLong())
                                .thenComparingLong(TopologyView::connectedVoters))
                .orElse(null);
    }

    private static long connectedVoters(JsonNode known) {
        long sum = 0;
        for (JsonNode each : known.path("slots").path("redundancy")) {
            sum += each.path("connected").asLong() * each.path("slots").asLong();
        }
        return sum;
    }

    /** Whether nothing is under change, and nothing is to be begun. */
    boolean isAtRest() {
        boolean isCancelled = course().equals("cancelled");
        return root.path("settled").asBoolean()
                || (isCancelled && slots().path("joint").asInt() == 0 && systemComing() == 0);
    }

    /** Whether nothing is begun, and nothing is under way either. */
    boolean isPaused() {
        return course().equals("paused")
                && slots().path("joint").asInt() == 0
                && systemComing() == 0;
    }

    /** The answer of {@code members list}. */
    ShellAnswer members() {
        return ShellAnswer.ok(membersText())
                .with("version", root.path("version"))
                .with("nodes", root.path("nodes"));
    }

    /** The answer of {@code topology show}. */
    ShellAnswer all() {
        List<String> lines = new ArrayList<>();
        lines.add(
                "Version "
                        + root.path("version").asLong()
                        + " of the list of nodes, as node "
                        + root.path("node").asInt()
                        + " knows it.");
        lines.add(membersText());
        lines.add("goal:       " + goalText());
        lines.add("system:     " + systemText());
        lines.add("slots:      " + slotsText());
        lines.add("redundancy: " + redundancyText());
        lines.add("plan:       " + planText());
        return whole(lines);
    }

    /** The answer of {@code topology plan}. */
    ShellAnswer plan() {
        JsonNode plan = root.path("plan");
        List<String> lines = new ArrayList<>();
        lines.add("plan:       " + planText());
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (JsonNode node : plan.path("nodes")) {
            List<@Nullable Object> row = new ArrayList<>();
            row.add(node.path("id").asInt());
            row.add(node.path("done").asInt());
            row.add(node.path("moving").asInt());
            row.add(node.path("left").asInt());
            rows.add(row);
        }
        if (!rows.isEmpty()) {
            lines.add(Grid.answer(List.of("node", "done", "moving", "left"), rows).text());
        }
        return ShellAnswer.ok(String.join(System.lineSeparator(), lines))
                .with("goal", root.path("goal"))
                .with("plan", plan);
    }

    /** The answer of {@code topology status}. */
    ShellAnswer status() {
        return whole(statusLines());
    }

    /**
     * The answer of a wait that has ended early.
     *
     * @param why a sentence
     */
    ShellAnswer notAtRest(String why) {
        List<String> lines = statusLines();
        lines.add(why);
        String text = String.join(System.lineSeparator(), lines);
        return ShellAnswer.failed(text).with("error", why).with("topology", root);
    }

    /** How far the slots are that the present plan moves. */
    Progress progress() {
        JsonNode plan = root.path("plan");
        long done = plan.path("done").asLong();
        JsonNode left = plan.path("remainingMillis");
        return Progress.told(
                "moving slots",
                done,
                done + plan.path("moving").asLong() + plan.path("left").asLong(),
                left.isNumber() ? left.asLong() : Progress.UNKNOWN);
    }

    private List<String> statusLines() {
        List<String> lines = new ArrayList<>();
        lines.add("goal:       " + goalText());
        lines.add("plan:       " + planText());
        lines.add("slots:      " + slotsText());
        lines.add("redundancy: " + redundancyText());
        return lines;
    }

    private ShellAnswer whole(List<String> lines) {
        return ShellAnswer.ok(String.join(System.lineSeparator(), lines)).with("topology", root);
    }

    private JsonNode slots() {
        return root.path("slots");
    }

    private String course() {
        return root.path("goal").path("course").asString();
    }

    private int systemComing() {
        return root.path("system").path("coming").size();
    }

    private String membersText() {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (JsonNode node : root.path("nodes")) {
            List<@Nullable Object> row = new ArrayList<>();
            row.add(node.path("id").asInt());
            row.add(address(node));
            row.add(node.path("zone").asString());
            row.add(node.path("miniCluster").asInt());
            row.add(node.path("membership").asString());
            row.add(node.path("weight").asInt());
            row.add(node.path("connected").asBoolean() ? "yes" : "no");
            row.add(node.path("votes").asInt());
            row.add(node.path("preferred").asInt());
            row.add(node.path("coming").asInt());
            rows.add(row);
        }
        return Grid.answer(MEMBERS, rows).text();
    }

    /** As operators write it. */
    private static String address(JsonNode node) {
        String host = node.path("host").asString();
        int client = node.path("clientPort").asInt();
        int peer = node.path("peerPort").asInt();
        int admin = node.path("adminPort").asInt();
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host)
                + ":"
                + client
                + (peer == client + 1 && admin == client + 2 ? "" : ":" + peer + ":" + admin);
    }

    private String goalText() {
        JsonNode goal = root.path("goal");
        StringBuilder text = new StringBuilder();
        text.append(goal.path("number").asLong());
        text.append(", ").append(goal.path("voters").asInt()).append(" voters for each slot");
        text.append(goal.path("spread").asBoolean() ? ", slots are spread" : "");
        text.append(", changes are ").append(course());
        for (JsonNode each : goal.path("replacements")) {
            text.append(", node ").append(each.path("joining").asInt());
            text.append(" replaces node ").append(each.path("leaving").asInt());
        }
        return Printable.plain(text.toString());
    }

    private String systemText() {
        JsonNode system = root.path("system");
        String coming = list(system.path("coming"));
        return "nodes "
                + list(system.path("voters"))
                + " vote for the topology"
                + (coming.isEmpty() ? "" : "; " + coming + " of them come");
    }

    private static String list(JsonNode ids) {
        List<String> all = new ArrayList<>();
        ids.forEach(id -> all.add(id.asString()));
        return Printable.plain(String.join(", ", all));
    }

    private String slotsText() {
        return String.format(
                Locale.ROOT,
                "%,d stable, %,d under change",
                slots().path("stable").asInt(),
                slots().path("joint").asInt());
    }

    /** How many slots can lose how much. */
    private String redundancyText() {
        List<String> parts = new ArrayList<>();
        for (JsonNode each : slots().path("redundancy")) {
            parts.add(
                    String.format(
                            Locale.ROOT,
                            "%,d slots have %d of %d voters connected",
                            each.path("slots").asInt(),
                            each.path("connected").asInt(),
                            each.path("voters").asInt()));
        }
        int without = slots().path("noMajority").asInt();
        if (without > 0) {
            parts.add(String.format(Locale.ROOT, "%,d have no majority and do not serve", without));
        }
        return String.join("; ", parts);
    }

    private String planText() {
        JsonNode plan = root.path("plan");
        int done = plan.path("done").asInt();
        int moving = plan.path("moving").asInt();
        int left = plan.path("left").asInt();
        int dropped = plan.path("dropped").asInt();
        String head = plan.path("version").asLong() + " for goal " + plan.path("goal").asLong();
        if (done + moving + left + dropped == 0) {
            return head + ", nothing to move";
        }
        String counts =
                String.format(
                        Locale.ROOT, ", %,d slots done, %,d moving, %,d left", done, moving, left);
        return head
                + counts
                + (dropped == 0 ? "" : String.format(Locale.ROOT, ", %,d dropped", dropped))
                + (moving + left == 0 ? "" : ", " + timeLeft(plan.path("remainingMillis")));
    }

    private static String timeLeft(JsonNode millis) {
        if (!millis.isNumber()) {
            return "time left unknown";
        }
        Duration left = Duration.ofMillis(millis.asLong());
        if (left.toMinutes() >= 120) {
            return "about " + left.toHours() + " hours left";
        }
        return left.toMinutes() >= 2
                ? "about " + left.toMinutes() + " minutes left"
                : "about " + (left.toSeconds() + 1) + " seconds left";
    }
}
