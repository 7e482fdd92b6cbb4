package io.paxosstore.node.balance;

import io.paxosstore.log.ShardStorage;
import io.paxosstore.log.StorageShard;
import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.host.Recurring;
import io.paxosstore.protocol.key.Slots;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many bytes each slot of a shard takes on the disk, and its entities by space: walks over the
 * shard's entities in small steps, and again after a rest. On the shard's loop, but for {@link
 * #get}, {@link #entityBytes} and {@link #isKnown}.
 */
final class ShardSizes {
    /**
     * How it goes.
     *
     * @param keys about how many keys a step looks at, which are in memory
     * @param entities about how many entities, of which each may cost a read
     * @param stepNanos from one step to the next
     * @param restNanos from one walk to the next
     */
    record Pace(int keys, int entities, long stepNanos, long restNanos) {
        /** Some thousand keys a second, and a hundred entities. */
        static final Pace STANDARD = new Pace(256, 8, 100_000_000L, 300_000_000_000L);
    }

    /** A part of the storage, how many of it a step looks at, and who is shown them. */
    private record Part(StorageShard storage, int step, StorageShard.SizeVisitor visitor) {}

    private final List<Part> parts;
    private final LoopScheduler loop;
    private final Pace pace;
    private int part;
    private long cursor;
    private long[] counting = new long[Slots.COUNT];
    private Map<Integer, Long> countingSpaces = new HashMap<>();
    private volatile long @Nullable [] known;
    private volatile Map<Integer, Long> knownSpaces = Map.of();
    private boolean isStopped;

    ShardSizes(ShardStorage storage, LoopScheduler loop, Pace pace) {
        this.parts =
                List.of(
                        new Part(storage.keys(), pace.keys(), this::add),
                        new Part(storage.entities(), pace.entities(), this::addEntity));
        this.loop = loop;
        this.pace = pace;
    }

    /** Begins. */
    void start() {
        new Recurring(loop, "sizes", this::step).beginIn(pace.stepNanos());
    }

    /** Ends: the store is about to be closed. */
    void stop() {
        isStopped = true;
    }

    private long step() {
        if (isStopped) {
            return Recurring.NEVER;
        }
        Part now = parts.get(part);
        cursor = now.storage().sizes(cursor, now.step(), now.visitor());
        part += cursor == 0 ? 1 : 0;
        boolean isOver = part == parts.size();
        if (isOver) {
            part = 0;
            knownSpaces = Map.copyOf(countingSpaces);
            countingSpaces = new HashMap<>();
            known = counting;
            counting = new long[Slots.COUNT];
        }
        return isOver ? pace.restNanos() : pace.stepNanos();
    }

    private void add(int space, int slot, long bytes) {
        if (slot < Slots.COUNT) {
            counting[slot] += bytes;
        }
    }

    private void addEntity(int space, int slot, long bytes) {
        add(space, slot, bytes);
        countingSpaces.merge(space, bytes, Long::sum);
    }

    /**
     * What the entities of each space took when the last walk that is over passed them; nothing
     * before.
     */
    Map<Integer, Long> entityBytes() {
        return knownSpaces;
    }

    /** Whether a walk is over. */
    boolean isKnown() {
        return known != null;
    }

    /** What a slot took when the last walk that is over passed it; 0 before. */
    long get(int slot) {
        long[] sizes = known;
        return sizes == null ? 0 : sizes[slot];
    }
}
