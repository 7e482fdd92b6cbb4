package io.paxosstore.node;

import io.paxosstore.log.DueObject;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.log.identity.Lives;
import io.paxosstore.log.identity.PeerMemory;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.Standing;

import java.io.IOException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** A store of which only the identity is asked, and which may have no room for that. */
final class IdentityStore implements NodeStore {
    static final int FIRST = 600;

    /** How many of the next writes find no room. */
    int failingWrites;

    private final boolean isNew;
    private final long keys;
    private Standing standing;
    private int incarnation = FIRST;
    private int[] dropped = {};
    private boolean hasRejoined;
    private final SortedMap<Integer, SlotRecord> slots = new TreeMap<>();

    IdentityStore(Standing standing, boolean isNew, long keys) {
        this.standing = standing;
        this.isNew = isNew;
        this.keys = keys;
    }

    private void write() throws IOException {
        if (failingWrites > 0) {
            failingWrites--;
            throw new IOException("No space left on device");
        }
    }

    @Override
    public Standing standing() {
        return standing;
    }

    @Override
    public void standing(Standing now) throws IOException {
        write();
        standing = now;
    }

    @Override
    public void rebuild(int above) throws IOException {
        write();
        standing = Standing.REBUILDING;
        hasRejoined = false;
        incarnation = above + 1;
    }

    @Override
    public boolean hasRejoined() {
        return hasRejoined;
    }

    @Override
    public void rejoined() throws IOException {
        write();
        hasRejoined = true;
    }

    @Override
    public int incarnation() {
        return incarnation;
    }

    @Override
    public Lives lives() {
        return new Lives(List.of(new Lives.Life(incarnation, 1)));
    }

    @Override
    public int raiseIncarnation(int above) throws IOException {
        write();
        incarnation = Math.max(incarnation, above) + 1;
        return incarnation;
    }

    @Override
    public boolean isNew() {
        return isNew;
    }

    @Override
    public long keys() {
        return keys;
    }

    @Override
    public List<SlotRecord> slots() {
        return List.copyOf(slots.values());
    }

    @Override
    public void enter(List<SlotRecord> changed) throws IOException {
        write();
        changed.forEach(record -> slots.put(record.slot(), record));
    }

    @Override
    public boolean reborn() {
        return standing == Standing.REBUILDING;
    }

    @Override
    public Room room() {
        return Room.ENOUGH;
    }

    @Override
    public UUID storeId() {
        return new UUID(1, 1);
    }

    @Override
    public long usableBytes() {
        return Long.MAX_VALUE;
    }

    @Override
    public void dropSpaces(int[] spaces) throws IOException {
        write();
        dropped = IntStream.concat(IntStream.of(dropped), IntStream.of(spaces)).toArray();
    }

    @Override
    public int[] droppedSpaces() {
        return dropped.clone();
    }

    @Override
    public void onDueObjects(Consumer<List<DueObject>> listener) {}

    @Override
    public ShardStorage shard(int index) {
        throw new UnsupportedOperationException();
    }

    @Override
    public PeerMemory peers() {
        throw new UnsupportedOperationException();
    }
}
