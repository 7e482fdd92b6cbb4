package io.paxosstore.node.scan;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.StorageShard;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/** What a node holds of keys, for tests: said by them, and shown in no order. */
final class HeldKeys implements StorageShard {
    /** A key's newest entry; its value names it. */
    record Held(long version, boolean isSettled, long expiresAtMillis) {}

    private final Map<EntityKey, Held> held = new HashMap<>();
    private int shownMax = Integer.MAX_VALUE;

    void put(EntityKey key, long version) {
        held.put(key, new Held(version, true, 0));
    }

    void put(EntityKey key, Held one) {
        held.put(key, one);
    }

    void remove(EntityKey key) {
        held.remove(key);
    }

    /** So many are shown on a page at most. */
    void showAtMost(int entities) {
        shownMax = entities;
    }

    @Override
    public long slotStates(int slot, long cursor, int entities, StateVisitor visitor) {
        List<EntityKey> keys = new ArrayList<>();
        held.keySet().stream().filter(key -> key.slot() == slot).forEach(keys::add);
        int end = (int) Math.min(keys.size(), cursor + Math.min(shownMax, entities));
        for (EntityKey key : keys.subList((int) cursor, end)) {
            Held one = held.get(key);
            if (one != null) {
                visitor.entity(key, one.version(), one.isSettled(), 10);
            }
        }
        return end == keys.size() ? 0 : end;
    }

    @Override
    public @Nullable EntryValue newestValue(EntityKey key, long version) {
        Held one = held.get(key);
        if (one == null || one.version() != version) {
            return null;
        }
        byte[] value = value(version).getBytes(StandardCharsets.UTF_8);
        int state = 17 + value.length;
        ByteBuffer payload = ByteBuffer.allocate(13 + state);
        payload.put((byte) 1).putLong(1).putInt(state);
        payload.put((byte) 1).putLong(version).putLong(one.expiresAtMillis()).put(value);
        return EntryValue.of(new ValueId(1, 1, version), payload.array());
    }

    /** The value of a version. */
    static String value(long version) {
        return "v" + version;
    }

    @Override
    public long page(long cursor, int entities, boolean withChecksums, PageVisitor visitor) {
        held.forEach((key, one) -> visitor.entity(key, one.version(), 0));
        return 0;
    }

    @Override
    public Stored load(EntityKey key, boolean withValue) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void quarantine(EntityKey key) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void append(LogRecord record, long ticket) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void markChosen(EntityKey key, long entry) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void forget(IntPredicate slots, Runnable onEnd) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void commit() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int drain(DurableListener listener) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long pendingBytes() {
        return 0;
    }
}
