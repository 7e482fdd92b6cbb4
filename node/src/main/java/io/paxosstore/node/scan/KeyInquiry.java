package io.paxosstore.node.scan;

import io.paxosstore.node.call.KeysAnswer;
import io.paxosstore.node.call.KeysQuery;
import io.paxosstore.node.repair.Listing;
import io.paxosstore.node.slot.SlotView;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A query for names under way: the voters of some slots list what they hold of them, until nothing
 * that was chosen can be missing. Not thread-safe.
 */
final class KeyInquiry {
    private final KeysQuery query;
    private final SlotRun run;
    private final Consumer<KeysAnswer> answer;
    private final GatheredNames names;

    /** What each voter lists, by node. */
    private final Map<Integer, NodeList> lists = new TreeMap<>();

    /**
     * @param run the slots, from the query's on
     */
    KeyInquiry(KeysQuery query, SlotRun run, Consumer<KeysAnswer> answer) {
        this.query = query;
        this.run = run;
        this.answer = answer;
        this.names = new GatheredNames(query, run.end());
        run.nodes().forEach(node -> lists.put(node, new NodeList(node, run.of(node))));
    }

    KeysQuery query() {
        return query;
    }

    Consumer<KeysAnswer> answer() {
        return answer;
    }

    /** What each voter lists. */
    List<NodeList> lists() {
        return List.copyOf(lists.values());
    }

    /** A page of one of them has come. */
    void add(NodeList list, Listing.Page page) {
        page.items().forEach(item -> names.add(item.key()));
        list.add(page);
    }

    /** Begins with a node again, which may not remember where it was. */
    NodeList again(NodeList list) {
        NodeList anew = list.again();
        lists.put(anew.nodeId(), anew);
        return anew;
    }

    /** Whether the slots are still in the epochs in which their voters were asked. */
    boolean isOf(SlotView view) {
        return run.isOf(view);
    }

    /**
     * Gives the names, if nothing can be missing.
     *
     * @param isPartEnough whether those of the first slots will do
     * @return whether they were given
     */
    boolean giveAnswer(boolean isPartEnough) {
        int known =
                run.knownUpTo((nodeId, slot) -> {
                    NodeList list = lists.get(nodeId);
                    return list != null && list.has(slot);
                });
        boolean isGiven = known == run.end() || (isPartEnough && known > query.place());
        if (isGiven) {
            answer.accept(names.answer(known));
        }
        return isGiven;
    }
}
