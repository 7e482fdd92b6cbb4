package io.paxosstore.node.scan;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.call.KeysAnswer;
import io.paxosstore.node.call.KeysQuery;
import io.paxosstore.node.call.ShardKeys;
import io.paxosstore.node.repair.ContentFrame;
import io.paxosstore.node.repair.ImageFrame;
import io.paxosstore.node.repair.Listing;
import io.paxosstore.node.repair.Listings;
import io.paxosstore.node.slot.SlotView;
import io.paxosstore.protocol.key.Slots;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;

/**
 * Which keys a shard's slots have. No replica knows that alone: what was chosen may have passed it
 * by. So the voters of the slots are asked to list what they hold, as for a store that is rebuilt
 * (Rules A5, M6: who may have lost something lists nothing), until each majority that may have
 * chosen something has somebody among those who have answered. What is put together then has every
 * key in it that was there when it was asked for, and some that are not there: deleted, expired, or
 * written by nobody who was acknowledged. A read of the key says which.
 *
 * <p>It stands before the shard's sweep, which asks the other nodes in the same words, and passes
 * on what is not for it. On the shard's loop only.
 */
public final class KeyListing implements Listings, ShardKeys {
    /** Names are found for so many queries at once; each takes one or two MiB at most. */
    static final int INQUIRIES_MAX = 16;

    /** A run of slots is no longer, however few keys there are: its epochs travel with it. */
    static final int SLOTS_MAX = 1024;

    /** Slots are taken together that have about so many keys, if fewer names are wanted. */
    private static final int NAMES_MIN = 256;

    /** How often it is looked at what is missing. */
    private static final long TICK_NANOS = NodeList.RETRY_NANOS / 4;

    /** The numbers of questions from here on are this one's, the others the sweep's. */
    private static final long FIRST_QUESTION = 1L << 62;

    /** What it needs of its shard. */
    public interface Host {
        /** Monotonic time. */
        long nowNanos();

        /** Runs a task on the loop after a while. */
        void schedule(Runnable task, long delayNanos);

        /** In which epochs the shard stands. */
        SlotView view();

        /** Whether a node can be reached. */
        boolean isUp(int nodeId);

        /** Asks another node; the question or the answer may get lost. */
        void ask(int nodeId, Listing.Request request);
    }

    private final int self;
    private final Host host;
    private final Listings sweep;
    private final IntPredicate isOfShard;
    private final LongSupplier keys;
    private final Set<KeyInquiry> underWay = new LinkedHashSet<>();
    private final Map<Long, Question> questions = new HashMap<>();
    private long lastQuestion = FIRST_QUESTION;
    private boolean isTicking;

    /** A page that was asked for. */
    private record Question(KeyInquiry inquiry, NodeList list, long cursor) {}

    /**
     * @param sweep takes all that is not for this
     * @param isOfShard which slots are the shard's
     * @param keys about how many keys the node has
     */
    public KeyListing(
            int self, Host host, Listings sweep, IntPredicate isOfShard, LongSupplier keys) {
        this.self = self;
        this.host = host;
        this.sweep = sweep;
        this.isOfShard = isOfShard;
        this.keys = keys;
    }

    @Override
    public void list(KeysQuery query, Consumer<KeysAnswer> answer) {
        list(query, SLOTS_MAX, answer);
    }

    /** The same of so many slots at most. */
    void list(KeysQuery query, int slotsMax, Consumer<KeysAnswer> answer) {
        if (underWay.size() >= INQUIRIES_MAX) {
            answer.accept(new KeysAnswer.NotDone(Outcome.Reason.OVERLOADED));
            return;
        }
        begin(query, slotsMax, answer);
        tickLater();
    }

    /** The slots that an answer is about. */
    SlotRun runOf(KeysQuery query) {
        return runOf(query, SLOTS_MAX);
    }

    private SlotRun runOf(KeysQuery query, int slotsMax) {
        int slots = Math.min(slotsMax, slotsOf(query));
        return SlotRun.of(host.view(), isOfShard, query.place(), slots);
    }

    private void begin(KeysQuery query, int slotsMax, Consumer<KeysAnswer> answer) {
        SlotRun run = runOf(query, slotsMax);
        if (run.isEmpty()) {
            answer.accept(new KeysAnswer.NotDone(Outcome.Reason.NOT_A_VOTER));
            return;
        }
        KeyInquiry inquiry = new KeyInquiry(query, run, answer);
        underWay.add(inquiry);
        inquiry.lists().forEach(list -> ask(inquiry, list));
    }

    /** As many as have about the names that are wanted. */
    private int slotsOf(KeysQuery query) {
        if (Slots.isTagged(query.prefix())) {
            return 1; // all others have none
        }
        long names = Math.max(query.keysMax(), NAMES_MIN);
        return Math.clamp(names * Slots.COUNT / Math.max(1, keys.getAsLong()), 1, SLOTS_MAX);
    }

    private void ask(KeyInquiry inquiry, NodeList list) {
        long id = ++lastQuestion;
        Listing.Request request = list.next(id, host.nowNanos());
        questions.put(id, new Question(inquiry, list, list.cursor()));
        if (list.nodeId() == self) {
            // A page in a turn, as for the others.
            host.schedule(() -> answered(self, sweep.asked(request)), 0);
        } else if (host.isUp(list.nodeId())) {
            host.ask(list.nodeId(), request);
        }
    }

    @Override
    public void answered(int nodeId, Listing.Page page) {
        if (page.id() < FIRST_QUESTION) {
            sweep.answered(nodeId, page);
            return;
        }
        Question question = questions.get(page.id());
        if (question == null || question.list().nodeId() != nodeId) {
            return;
        }
        questions.remove(page.id());
        KeyInquiry inquiry = question.inquiry();
        NodeList list = question.list();
        if (list.isComplete() || question.cursor() != list.cursor()) {
            return; // asked for twice, and answered before
        }
        inquiry.add(list, page);
        if (!list.isComplete()) {
            ask(inquiry, list);
        } else if (inquiry.giveAnswer(false)) {
            forget(inquiry);
        }
    }

    private void forget(KeyInquiry inquiry) {
        underWay.remove(inquiry);
        questions.values().removeIf(question -> question.inquiry() == inquiry);
    }

    private void tickLater() {
        if (!isTicking && !underWay.isEmpty()) {
            isTicking = true;
            host.schedule(this::tick, TICK_NANOS);
        }
    }

    private void tick() {
        isTicking = false;
        for (KeyInquiry inquiry : List.copyOf(underWay)) {
            long now = host.nowNanos();
            if (now - inquiry.query().deadlineNanos() >= 0) {
                forget(inquiry);
                inquiry.answer().accept(new KeysAnswer.NotDone(Outcome.Reason.DEADLINE));
            } else if (!inquiry.isOf(host.view())) {
                forget(inquiry);
                begin(inquiry.query(), SLOTS_MAX, inquiry.answer());
            } else {
                askAgain(inquiry, now);
            }
        }
        tickLater();
    }

    /**
     * Asks for what is missing, and what was refused by one who was rebuilding, or in another
     * epoch: as long as that may take, what is known is not kept back for it.
     */
    private void askAgain(KeyInquiry inquiry, long now) {
        List<NodeList> refusing =
                inquiry.lists().stream().filter(list -> list.mayListMore(now)).toList();
        if (!refusing.isEmpty() && inquiry.giveAnswer(true)) {
            forget(inquiry);
            return;
        }
        refusing.forEach(list -> ask(inquiry, begunAgain(inquiry, list)));
        List<NodeList> late = inquiry.lists().stream().filter(list -> list.isLate(now)).toList();
        late.forEach(list -> ask(inquiry, list));
    }

    private NodeList begunAgain(KeyInquiry inquiry, NodeList list) {
        questions.values().removeIf(question -> question.list() == list);
        return inquiry.again(list);
    }

    @Override
    public Listing.Page asked(Listing.Request request) {
        return sweep.asked(request);
    }

    @Override
    public void image(int nodeId, ImageFrame frame) {
        sweep.image(nodeId, frame);
    }

    @Override
    public void content(int nodeId, ContentFrame frame) {
        sweep.content(nodeId, frame);
    }

    @Override
    public void begunAnew(int nodeId) {
        askOnceMore(nodeId);
        sweep.begunAnew(nodeId);
    }

    @Override
    public void peerUp(int nodeId) {
        askOnceMore(nodeId); // it may be another process than the one that was asked
        sweep.peerUp(nodeId);
    }

    @Override
    public void peerDown(int nodeId) {
        askOnceMore(nodeId);
        sweep.peerDown(nodeId);
    }

    /** What it was to list comes no more, and where it was in it nobody knows. */
    private void askOnceMore(int nodeId) {
        for (KeyInquiry inquiry : underWay) {
            for (NodeList list : inquiry.lists()) {
                if (list.nodeId() == nodeId && !list.isComplete()) {
                    begunAgain(inquiry, list);
                }
            }
        }
    }
}
