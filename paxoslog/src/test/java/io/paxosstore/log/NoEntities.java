package io.paxosstore.log;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ChangedObjects;
import io.paxosstore.protocol.model.Command;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;

/** The part of entity spaces where a test has none: it is empty, and nothing is asked of it. */
public class NoEntities implements EntityShard {
    private static IllegalStateException unexpected() {
        return new IllegalStateException("this test has no entity spaces");
    }

    @Override
    public long page(long cursor, int entities, boolean withChecksums, PageVisitor visitor) {
        return 0;
    }

    @Override
    public void commit() {}

    @Override
    public int drain(DurableListener listener) {
        return 0;
    }

    @Override
    public long pendingBytes() {
        return 0;
    }

    @Override
    public Stored load(EntityKey key, boolean withValue) {
        throw unexpected();
    }

    @Override
    public void quarantine(EntityKey key) {
        throw unexpected();
    }

    @Override
    public void append(LogRecord record, long ticket) {
        throw unexpected();
    }

    @Override
    public void forget(IntPredicate slots, Runnable onEnd) {
        onEnd.run();
    }

    @Override
    public void markChosen(EntityKey key, long entry) {
        throw unexpected();
    }

    @Override
    public ChangedObjects changedObjects(byte[] changes, long entry, int objectsMax) {
        throw unexpected();
    }

    @Override
    public void apply(Effects.Apply entry) {
        throw unexpected();
    }

    @Override
    public Input.Evaluated evaluate(Effects.Evaluate question) {
        throw unexpected();
    }

    @Override
    public LongWork evaluateLong(
            Effects.Evaluate question, long nanos, Consumer<Input.Evaluation> answer) {
        throw unexpected();
    }

    @Override
    public ReadAnswer read(EntityKey key, Command query) {
        throw unexpected();
    }

    @Override
    public LongWork readLong(
            EntityKey key, Command query, long nanos, Consumer<ReadAnswer> answer) {
        throw unexpected();
    }

    @Override
    public List<EntryValue> entriesAbove(EntityKey key, long above, int bytesMax) {
        throw unexpected();
    }

    @Override
    public ImageSource exportImage(EntityKey key, long above) {
        throw unexpected();
    }

    @Override
    public ImageTarget installImage(EntityKey key) {
        throw unexpected();
    }
}
