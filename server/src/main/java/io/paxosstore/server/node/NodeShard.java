package io.paxosstore.server.node;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.ContentDigest;
import io.paxosstore.log.EntityShard;
import io.paxosstore.log.StorageShard;
import io.paxosstore.lsm.entity.EntityEngineShard;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Consumer;

/** A shard's stores as one: each key goes to the engine of its space's kind. On the loop only. */
final class NodeShard implements EntityShard {
    /** A cursor with this bit is one of the entities' engine, which comes second. */
    private static final long SECOND = 1L << 62;

    private final StorageShard keys;
    private final EntityEngineShard entities;
    private volatile boolean spaceDropped;

    NodeShard(StorageShard keys, EntityEngineShard entities) {
        this.keys = keys;
        this.entities = entities;
    }

    private StorageShard of(EntityKey key) {
        return switch (SpaceKind.of(key.space())) {
            case KEY_VALUE -> keys;
            case ENTITY -> entities;
        };
    }

    @Override
    public int valueBytes(EntityKey key) {
        return of(key).valueBytes(key);
    }

    @Override
    public void willLoad(List<Effects.Load> loads) {
        keys.willLoad(loads);
    }

    @Override
    public Stored load(EntityKey key, boolean withValue) {
        return of(key).load(key, withValue);
    }

    @Override
    public Stored look(EntityKey key) {
        return of(key).look(key);
    }

    @Override
    public int checksum(EntityKey key) {
        return of(key).checksum(key);
    }

    @Override
    public long page(long cursor, int count, boolean withChecksums, PageVisitor visitor) {
        if ((cursor & SECOND) == 0) {
            long next = keys.page(cursor, count, withChecksums, visitor);
            return next == 0 ? SECOND : next;
        }
        long next = entities.page(cursor & ~SECOND, count, withChecksums, visitor);
        return next == 0 ? 0 : next | SECOND;
    }

    @Override
    public void quarantine(EntityKey key) {
        of(key).quarantine(key);
    }

    @Override
    public void append(LogRecord record, long ticket) {
        of(record.key()).append(record, ticket);
    }

    @Override
    public void markChosen(EntityKey key, long entry) {
        of(key).markChosen(key, entry);
    }

    @Override
    public void commit() {
        keys.commit();
        entities.commit();
    }

    @Override
    public int drain(DurableListener listener) {
        if (spaceDropped && !entities.isFull()) {
            spaceDropped = false;
            if (!entities.forgetDroppedSpaces()) {
                spaceDropped = true;
            }
        }
        return keys.drain(listener) + entities.drain(listener);
    }

    /** A space was dropped: the next drain forgets its entities. Any thread. */
    void spaceDropped() {
        spaceDropped = true;
    }

    @Override
    public long pendingBytes() {
        return keys.pendingBytes() + entities.pendingBytes();
    }

    @Override
    public void apply(Effects.Apply entry) {
        entities.apply(entry);
    }

    @Override
    public Input.Evaluated evaluate(Effects.Evaluate question) {
        return entities.evaluate(question);
    }

    @Override
    public LongWork evaluateLong(
            Effects.Evaluate question, long nanos, Consumer<Input.Evaluation> answer) {
        return entities.evaluateLong(question, nanos, answer);
    }

    @Override
    public ReadAnswer read(EntityKey key, Command query) {
        return entities.read(key, query);
    }

    @Override
    public LongWork readLong(
            EntityKey key, Command query, long nanos, Consumer<ReadAnswer> answer) {
        return entities.readLong(key, query, nanos, answer);
    }

    @Override
    public List<EntryValue> entriesAbove(EntityKey key, long above, int bytesMax) {
        return entities.entriesAbove(key, above, bytesMax);
    }

    @Override
    public @Nullable ImageSource exportImage(EntityKey key, long above) {
        return entities.exportImage(key, above);
    }

    @Override
    public ContentDigest digest(EntityKey key, long version) {
        return entities.digest(key, version);
    }

    @Override
    public long contentVersion(EntityKey key) {
        return entities.contentVersion(key);
    }

    @Override
    public long contentPage(long cursor, int count, PageVisitor visitor) {
        return entities.contentPage(cursor, count, visitor);
    }

    @Override
    public ImageTarget installImage(EntityKey key) {
        return entities.installImage(key);
    }
}
