package io.paxosstore.node.scan;

import io.paxosstore.node.call.KeysAnswer;
import io.paxosstore.node.call.KeysQuery;
import io.paxosstore.node.repair.Listing;
import io.paxosstore.node.slot.SlotView;

import java.util.ArrayList;
import java.util.List;
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
    private final List<NodeList> lists = new ArrayList<>();

    /**
     * @param run the slots, from the query's on
     */
    KeyInquiry(KeysQuery query, SlotRun run, Consumer<KeysAnswer> answer) {
        this.query = query;
        this.run = run;
        this.answer = answer;
        this.names = new GatheredNames(query, run.end());
        run.nodes().forEach(node -> lists.add(new NodeList(node, run.of(node))));
    }

    KeysQuery query() {
        return query;
    }

    Consumer<KeysAnswer> answer() {
        return answer;
    }

    /** What each voter lists. */
    List<NodeList> lists() {
        return lists;
    }

    /** A page of one of them has come. */
    void add(NodeList list, Listing.Page page) {
        page.items().forEach(item -> names.add(item.key()));
        list.add(page);
    }

    /** Begins with a node again, which may not remember where it was. */
    NodeList again(NodeList list) {
        NodeList anew = new NodeList(list.nodeId(), run.of(list.nodeId()));
        lists.replaceAll(one -> one == list ? anew : one);
        return anew;
    }

    /** Whether nothing can be missing. */
    boolean isKnown() {
        return knownUpTo() == run.end();
    }

    /** Whether nothing can be missing of the first slots. */
    boolean isKnownInPart() {
        return knownUpTo() > query.place();
    }

    private int knownUpTo() {
        return run.knownUpTo((nodeId, slot) ->
                lists.stream().anyMatch(list -> list.nodeId() == nodeId && list.has(slot)));
    }

    /** Whether the slots are still in the epochs in which their voters were asked. */
    boolean isOf(SlotView view) {
        return run.isOf(view);
    }

    /** The names, as far as nothing can be missing. */
    void giveAnswer() {
        answer.accept(names.answer(knownUpTo()));
    }
}
