package io.paxosstore.node.scan;

import io.paxosstore.log.StorageShard;
import io.paxosstore.node.call.KeysQuery;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Gathers the first keys of a query that this node holds, in order, a few at a time: as many as a
 * page has room for. Not thread-safe.
 */
final class OwnKeys implements StorageShard.StateVisitor {
    private static final byte[] NOTHING = {};

    private final KeysQuery query;
    private final int end;
    private final List<HeldKey> keys = new ArrayList<>();

    /** Those of the slot that is gone through, in no order. */
    private final List<HeldKey> ofSlot = new ArrayList<>();

    private int place;
    private long cursor;
    private int shown;

    /** Of names and values of the slots that are gone through. */
    private long bytes;

    /**
     * @param end the place behind that of the last slot
     */
    OwnKeys(KeysQuery query, int end) {
        this.query = query;
        this.end = end;
        this.place = query.place();
    }

    /**
     * Goes through some more of what is held.
     *
     * @param entities about how many are looked at
     * @return whether all is gathered
     */
    boolean step(StorageShard storage, int entities) {
        shown = 0;
        while (!isDone() && shown < entities) {
            cursor = storage.slotStates(Slots.atPlace(place), cursor, entities, this);
            if (cursor == 0) {
                endSlot();
                place++;
            }
        }
        return isDone();
    }

    private boolean isDone() {
        return place == end || keys.size() > query.keysMax() || bytes >= query.valueBytesMax();
    }

    @Override
    public void entity(EntityKey key, long version, boolean isSettled, int valueBytes) {
        shown++;
        boolean isWanted =
                query.wants(key)
                        && (place != query.place()
                                || Arrays.compareUnsigned(key.key(), query.from()) >= 0);
        if (!isWanted) {
            return;
        }
        ofSlot.add(new HeldKey(place, key, version, isSettled, valueBytes));
        int room = query.keysMax() + 1 - keys.size();
        if (ofSlot.size() > 2 * room) {
            sortSlot();
            ofSlot.subList(Math.min(room, ofSlot.size()), ofSlot.size()).clear();
        }
    }

    private void endSlot() {
        sortSlot();
        for (HeldKey key : ofSlot) {
            keys.add(key);
            bytes += key.name().length + key.bytes();
        }
        ofSlot.clear();
    }

    /** A key that was shown twice is there once. */
    private void sortSlot() {
        ofSlot.sort(null);
        int kept = 0;
        for (HeldKey next : ofSlot) {
            if (kept > 0 && ofSlot.get(kept - 1).compareTo(next) == 0) {
                HeldKey before = ofSlot.get(kept - 1);
                ofSlot.set(kept - 1, before.equals(next) ? before : next.unsettled());
            } else {
                ofSlot.set(kept++, next);
            }
        }
        ofSlot.subList(kept, ofSlot.size()).clear();
    }

    /** What fits on the page of all that was gathered. */
    Page page() {
        int count = 0;
        long taken = 0;
        while (count < keys.size() && count < query.keysMax() && taken < query.valueBytesMax()) {
            HeldKey key = keys.get(count);
            taken += key.name().length + key.bytes();
            count++;
        }
        if (count == keys.size()) {
            return new Page(List.copyOf(keys), range(place - 1, NOTHING), place, NOTHING);
        }
        HeldKey next = keys.get(count);
        boolean isOfSlotBefore = count == 0 || keys.get(count - 1).place() < next.place();
        KeyRange range =
                isOfSlotBefore
                        ? range(next.place() - 1, NOTHING)
                        : range(next.place(), next.name());
        byte[] from = isOfSlotBefore ? NOTHING : next.name();
        return new Page(List.copyOf(keys.subList(0, count)), range, next.place(), from);
    }

    private KeyRange range(int last, byte[] to) {
        return new KeyRange(query.space(), query.prefix(), query.place(), query.from(), last, to);
    }

    /**
     * A page.
     *
     * @param range all that lies before the rest
     * @param nextPlace where the rest begins
     * @param nextFrom and from which name on
     */
    @SuppressWarnings("ArrayRecordComponent") // never changed
    record Page(List<HeldKey> keys, KeyRange range, int nextPlace, byte[] nextFrom) {}
}
