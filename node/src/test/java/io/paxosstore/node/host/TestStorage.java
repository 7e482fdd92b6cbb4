package io.paxosstore.node.host;

import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.StorageShard;
import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.IntPredicate;

/** Storage whose records become durable when they are drained, and are forgotten then. */
class TestStorage implements StorageShard {
    private record Ticket(EntityKey key, long ticket) {}

    private final List<Ticket> appended = new ArrayList<>();

    /** Which slots were forgotten, one time after the other. */
    final List<IntPredicate> forgets = new ArrayList<>();

    private final Queue<Runnable> forgetting = new ArrayDeque<>();

    /** Whether forgetting ends with {@link #endForgetting} only. */
    boolean forgetsSlowly;

    /** The oldest forgetting ends. */
    void endForgetting() {
        forgetting.remove().run();
    }

    /** What is held of every entity. */
    Stored stored = Stored.NOTHING;

    /** How many records are drained at a time. */
    int drainMax = Integer.MAX_VALUE;

    /** How many records have been appended and not drained. */
    int underWay() {
        return appended.size();
    }

    @Override
    public Stored load(EntityKey key, boolean withValue) {
        return stored;
    }

    @Override
    public long page(long cursor, int entities, boolean withChecksums, PageVisitor visitor) {
        return 0;
    }

    @Override
    public void quarantine(EntityKey key) {}

    @Override
    public void append(LogRecord record, long ticket) {
        appended.add(new Ticket(record.key(), ticket));
    }

    @Override
    public void forget(IntPredicate slots, Runnable onEnd) {
        forgets.add(slots);
        forgetting.add(onEnd);
        if (!forgetsSlowly) {
            endForgetting();
        }
    }

    @Override
    public void markChosen(EntityKey key, long entry) {}

    @Override
    public void commit() {}

    @Override
    public int drain(DurableListener listener) {
        List<Ticket> landing = appended.subList(0, Math.min(drainMax, appended.size()));
        List<Ticket> durable = List.copyOf(landing);
        landing.clear();
        durable.forEach(each -> listener.durable(each.key(), each.ticket()));
        return durable.size();
    }

    @Override
    public long pendingBytes() {
        return 0;
    }
}
