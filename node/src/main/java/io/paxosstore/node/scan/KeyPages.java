package io.paxosstore.node.scan;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.StateMachine;
import io.paxosstore.core.data.StoredImage;
import io.paxosstore.core.kv.KvMachine;
import io.paxosstore.log.StorageShard;
import io.paxosstore.node.call.KeysAnswer;
import io.paxosstore.node.call.KeysQuery;
import io.paxosstore.node.call.ShardKeys;
import io.paxosstore.node.slot.SlotEpochs;
import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Pages of a shard's keys with their values, from this node's store alone, and linearizable all the
 * same (Rule R1): as many other voters as make a majority with this one tell a digest of which keys
 * they hold in which version. Where the digests of a slot are equal, whatever was chosen before the
 * query is in what this node holds: a majority has accepted it durably, and one of them is among
 * those that were asked, who would have it as a later version, or as an entry of which it does not
 * know whether it was chosen. A key of which anybody holds such an entry is left out of the digests
 * and named unread, for the asker to read by itself. Where digests differ, names are listed.
 *
 * <p>On the shard's loop only.
 */
public final class KeyPages implements ShardKeys, RangeTalk {
    /** So many pages are made at once; each takes a MiB or two. */
    static final int PAGES_MAX = 16;

    /** A node that has not answered for so long is waited for no more: names are listed. */
    static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final long TICK_NANOS = PATIENCE_NANOS / 4;

    /** So much is done of a page before others have their turn. */
    private static final int GATHERED_MAX = 1024;

    private static final int READ_MAX = 64;
    private static final int READ_BYTES_MAX = 256 << 10;

    /** What it needs of its shard beside what lists of names need. */
    public interface Host extends KeyListing.Host {
        /** The wall clock, milliseconds since 1970. */
        long wallMillis();

        /** Whether a node can be reached and asked for digests. */
        boolean comparesRanges(int nodeId);

        /** Asks another node; the question or the answer may get lost. */
        void ask(int nodeId, RangeFrame.Ask ask);

        /** Of slots in epochs, those of which this node must say nothing (Rules A5, M6). */
        SlotEpochs refused(SlotEpochs slots);
    }

    private final int self;
    private final Host host;
    private final StorageShard storage;
    private final KeyListing names;
    private final RangeDigests digests;
    private final StateMachine machine = new KvMachine();

    /** All that are not answered, with when they heard of another node, or asked it. */
    private final Map<PageInquiry, Long> waiting = new LinkedHashMap<>();

    private final Map<Long, Question> questions = new HashMap<>();
    private long lastQuestion;
    private int underWay;
    private boolean isTicking;
    private boolean isStopped;

    private record Question(PageInquiry inquiry, int nodeId) {}

    /**
     * @param storage the shard's part for keys
     * @param names lists names where this is no way
     */
    public KeyPages(int self, Host host, StorageShard storage, KeyListing names) {
        this.self = self;
        this.host = host;
        this.storage = storage;
        this.names = names;
        this.digests = new RangeDigests(storage, host::refused);
    }

    /** Reads nothing any more; before the store is closed. */
    public void stop() {
        isStopped = true;
    }

    @Override
    public void list(KeysQuery query, Consumer<KeysAnswer> answer) {
        boolean isRead =
                query.valueBytesMax() > 0 && SpaceKind.of(query.space()) == SpaceKind.KEY_VALUE;
        if (!isRead) {
            names.list(query, answer);
        } else if (underWay >= PAGES_MAX) {
            answer.accept(new KeysAnswer.NotDone(Outcome.Reason.OVERLOADED));
        } else {
            begin(query, answer);
        }
    }

    private void begin(KeysQuery query, Consumer<KeysAnswer> answer) {
        SlotRun run = names.runOf(query);
        if (run.isEmpty() || !isOwnWhole(run)) {
            names.list(query, answer);
            return;
        }
        underWay++;
        gather(
                run,
                query,
                new OwnKeys(query, run.end()),
                given -> {
                    underWay--;
                    answer.accept(given);
                });
    }

    private boolean isOwnWhole(SlotRun run) {
        return run.isOf(host.view()) && host.refused(run.of(self)).isEmpty();
    }

    private void gather(SlotRun run, KeysQuery query, OwnKeys keys, Consumer<KeysAnswer> answer) {
        if (isStopped) {
            return;
        }
        if (host.nowNanos() - query.deadlineNanos() >= 0) {
            answer.accept(new KeysAnswer.NotDone(Outcome.Reason.DEADLINE));
        } else if (keys.step(storage, GATHERED_MAX)) {
            compare(new PageInquiry(query, run, keys.page(), answer));
        } else {
            host.schedule(() -> gather(run, query, keys, answer), 0);
        }
    }

    private void compare(PageInquiry inquiry) {
        Set<Integer> voters = inquiry.voters(self, host::comparesRanges);
        if (!inquiry.isFirstReadable(self, voters)) {
            listNames(inquiry, Integer.MAX_VALUE);
            return;
        }
        waiting.put(inquiry, host.nowNanos());
        long seed = SlotDigest.mix(host.nowNanos() + (lastQuestion << Integer.SIZE));
        for (int nodeId : voters) {
            long id = ++lastQuestion;
            questions.put(id, new Question(inquiry, nodeId));
            host.ask(nodeId, inquiry.ask(nodeId, id, seed));
        }
        tickLater();
        read(inquiry);
    }

    private void read(PageInquiry inquiry) {
        if (isStopped || !waiting.containsKey(inquiry)) {
            return;
        }
        if (inquiry.read(READ_MAX, READ_BYTES_MAX, this::state)) {
            endIfComplete(inquiry);
        } else {
            host.schedule(() -> read(inquiry), 0);
        }
    }

    private byte @Nullable [] state(HeldKey key) {
        EntryValue newest = storage.newestValue(key.key(), key.version());
        return newest == null ? null : StoredImage.state(newest, machine, host.wallMillis());
    }

    @Override
    public RangeFrame.Answer asked(RangeFrame.Ask ask) {
        return digests.answer(ask);
    }

    @Override
    public void answered(int nodeId, RangeFrame.Answer answer) {
        Question question = questions.remove(answer.id());
        if (question == null || question.nodeId() != nodeId) {
            return;
        }
        PageInquiry inquiry = question.inquiry();
        TheirDigests theirs = inquiry.of(nodeId);
        if (!theirs.add(answer) || inquiry.isTooMuch()) {
            listNames(inquiry, Integer.MAX_VALUE);
        } else if (theirs.isComplete()) {
            endIfComplete(inquiry);
        } else {
            long id = ++lastQuestion;
            questions.put(id, question);
            waiting.put(inquiry, host.nowNanos());
            host.ask(nodeId, theirs.next(id, answer));
        }
    }

    private void endIfComplete(PageInquiry inquiry) {
        if (!inquiry.isRead() || !inquiry.areOthersComplete()) {
            return;
        }
        if (!isOwnWhole(inquiry.run())) {
            listNames(inquiry, Integer.MAX_VALUE);
            return;
        }
        int differing = inquiry.giveAnswer(self);
        if (differing > 0) {
            listNames(inquiry, differing);
        } else {
            waiting.remove(inquiry);
        }
    }

    /** The other way: names alone, of so many slots at most. */
    private void listNames(PageInquiry inquiry, int slotsMax) {
        forget(inquiry);
        names.list(inquiry.query(), slotsMax, inquiry.answer());
    }

    private void forget(PageInquiry inquiry) {
        waiting.remove(inquiry);
        questions.values().removeIf(question -> question.inquiry() == inquiry);
    }

    private void tickLater() {
        if (!isTicking && !waiting.isEmpty()) {
            isTicking = true;
            host.schedule(this::tick, TICK_NANOS);
        }
    }

    private void tick() {
        isTicking = false;
        long now = host.nowNanos();
        for (Map.Entry<PageInquiry, Long> one : List.copyOf(waiting.entrySet())) {
            PageInquiry inquiry = one.getKey();
            boolean isLate = !inquiry.areOthersComplete() && now - one.getValue() >= PATIENCE_NANOS;
            if (now - inquiry.query().deadlineNanos() >= 0) {
                forget(inquiry);
                inquiry.answer().accept(new KeysAnswer.NotDone(Outcome.Reason.DEADLINE));
            } else if (isLate) {
                listNames(inquiry, Integer.MAX_VALUE);
            }
        }
        tickLater();
    }
}
