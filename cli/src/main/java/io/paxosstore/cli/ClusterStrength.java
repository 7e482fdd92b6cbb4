package io.paxosstore.cli;

import io.paxosstore.cli.probe.NodeProbe;

import tools.jackson.databind.JsonNode;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * How many voters of a cluster are up, and how many more it may lose. Where not every node votes in
 * every slot, the slot that has the least to spare counts.
 *
 * @param voters nodes that vote in any slot; all nodes while none says which do
 * @param up those of them that answer, are whole, and hear a majority
 * @param spare how many more may be lost, whichever they are, before slots do not serve; negative
 *     where some do not
 * @param mayLose how many more may be lost before anything is refused: what adds data is, where
 *     fewer than a majority have room
 * @param text the same, for people
 */
record ClusterStrength(int voters, int up, int spare, int mayLose, String text) {

    /** Of a cluster of which one node answers, at least. */
    static ClusterStrength of(List<NodeProbe> nodes) {
        JsonNode topology = TopologyView.bestOf(nodes);
        if (topology == null) {
            return ofAll(nodes, nodes.size());
        }
        Set<Integer> voting = voting(topology);
        if (voting.isEmpty()) {
            return ofAll(nodes, nodes.size());
        }
        List<NodeProbe> voters =
                nodes.stream().filter(node -> voting.contains(node.nodeId())).toList();
        boolean isEverywhere = true;
        int spare = Integer.MAX_VALUE;
        for (JsonNode group : topology.path("slots").path("redundancy")) {
            int voted = group.path("voters").asInt();
            spare = Math.min(spare, group.path("connected").asInt() - voted / 2 - 1);
            isEverywhere &= voted == voting.size();
        }
        return isEverywhere ? ofAll(voters, voting.size()) : ofSome(voters, topology, spare);
    }

    private static Set<Integer> voting(JsonNode topology) {
        Set<Integer> ids = new HashSet<>();
        for (JsonNode node : topology.path("nodes")) {
            if (node.path("votes").asInt() > 0) {
                ids.add(node.path("id").asInt());
            }
        }
        return ids;
    }

    /** Where each of them votes in each slot. */
    private static ClusterStrength ofAll(List<NodeProbe> voters, int count) {
        int majority = count / 2 + 1;
        int answer = (int) voters.stream().filter(NodeProbe::isVoter).count();
        List<NodeProbe> joined =
                voters.stream()
                        .filter(node -> node.isVoter() && node.text("noMajority").isEmpty())
                        .toList();
        // A node that the others do not hear may answer here: it is no help to them.
        int up = answer >= majority ? joined.size() : answer;
        if (up < majority) {
            String end = "no majority, " + majority + " are needed";
            return new ClusterStrength(count, up, up - majority, 0, counted(up, count) + end);
        }
        int full = up - (int) joined.stream().filter(NodeProbe::hasRoom).count();
        return serving(count, up, up - majority, full, "nothing that adds data is taken");
    }

    /**
     * Where all slots serve.
     *
     * @param full how many of those that are up have no room for what adds data
     * @param refusal what happens when another one is lost than may be
     */
    private static ClusterStrength serving(
            int voters, int up, int spare, int full, String refusal) {
        int withRoom = spare - full;
        int left = Math.max(0, withRoom);
        String text = counted(up, voters) + "may lose " + (left == 0 ? "none" : left + " more");
        if (full > 0) {
            String when = left == 0 ? "the next loss" : (left + 1) + " more";
            text += "; only " + (up - full) + " of " + voters + " have room: " + refusal;
            text += withRoom < 0 ? "" : " after " + when;
        }
        return new ClusterStrength(voters, up, spare, left, text);
    }

    /** Where each votes in some slots: nobody says here in which of them two nodes meet. */
    private static ClusterStrength ofSome(List<NodeProbe> voters, JsonNode topology, int spare) {
        Set<Integer> heard = new HashSet<>();
        heard.add(topology.path("node").asInt());
        for (JsonNode node : topology.path("nodes")) {
            if (node.path("connected").asBoolean()) {
                heard.add(node.path("id").asInt());
            }
        }
        int up = 0;
        int weak = 0;
        int full = 0;
        for (NodeProbe voter : voters) {
            boolean isHeard = heard.contains(voter.nodeId());
            up += isHeard && voter.isVoter() ? 1 : 0;
            weak += isHeard && !voter.isVoter() ? 1 : 0;
            full += isHeard && voter.isVoter() && !voter.hasRoom() ? 1 : 0;
        }
        if (spare < 0) {
            int without = topology.path("slots").path("noMajority").asInt();
            String slots = String.format(Locale.ROOT, "%,d slots have no majority", without);
            String text = counted(up, voters.size()) + slots;
            return new ClusterStrength(voters.size(), up, spare, 0, text);
        }
        int left = Math.max(0, spare - weak);
        return serving(voters.size(), up, left, full, "some slots may take nothing that adds data");
    }

    private static String counted(int up, int voters) {
        return (up == voters ? "all " : "") + up + " of " + voters + " voters up: ";
    }
}
