package io.paxosstore.protocol.range;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.RangeChange;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Makes one stream of changes of what each node tells of its own history, so that each change is
 * told once and none is left out.
 *
 * <p>A node's stream is <em>whole</em> when everything that it applied before the place where the
 * stream stands has been told. A stream that goes on where it was stays whole; one that begins
 * anew, or has come to a version by an image, does not. Every change is applied by all voters of
 * its slot in the end; so as long as fewer streams are not whole than a slot has voters, one of
 * them tells it, and what the others say is dropped as told. When there are no longer enough, the
 * watcher is told to read the range, and all streams that are open count as whole from there on.
 *
 * <p>What was told is remembered until all whole streams of the slot's voters have passed it. Where
 * there are more nodes than voters of a slot it is remembered longer: a node that votes no longer,
 * or only now, may tell it again, and versions must not fall. What such a node tells of a key of
 * which too much was told since is no longer known to be new; then its stream is given up. What a
 * stream tells of a key behind an image waits until others have told what the image hides; one with
 * much that waits should be stopped until they have ({@link #mayTell}). A function of its inputs;
 * not thread-safe.
 */
public final class RangeMerge {
    /** So long nodes that can be reached are waited for before the watcher is told to read. */
    public static final long GATHER_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** So long whole streams may be silent while others are open. */
    public static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** So long a stream that is ahead waits for others. */
    public static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** So much of each pause of the reader counts in all these times; more is left out. */
    public static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final int space;
    private final int keysMax;
    private final Function<byte[], int @Nullable []> votersOf;
    private final RangeReader reader;
    private final Map<Integer, NodeStream> streams = new TreeMap<>();

    /** What was told and not passed by all; what was told longest ago first. */
    private final LinkedHashMap<EntityKey, Told> told = new LinkedHashMap<>();

    /** What was told and passed by all. */
    private final LastTold passed = new LastTold();

    private int voters = 1;

    /** How many changes were told. */
    private long events;

    /** Since when the reader takes nothing. */
    private @Nullable Long pausedNanos;

    /** Since when the watcher is to be told to read; since when too few can tell. */
    private @Nullable Long dueNanos;

    private @Nullable Long silentNanos;

    /** Since when no stream is there: until one is again that is no time of silence. */
    private @Nullable Long goneNanos;

    /** What waited behind a version that a stream owed, and another one has told. */
    private record Later(NodeStream stream, RangeChange change) {}

    /** A version that was told, and by which streams it was seen. */
    private record Told(long version, BitSet seen) {}

    /**
     * Streams of a range of a space.
     *
     * @param keysMax most keys whose versions are remembered; a stream that is further behind is
     *     given up
     * @param votersOf the ids of the nodes that vote for a key; null if that is not known
     */
    public RangeMerge(
            int space,
            int keysMax,
            Function<byte[], int @Nullable []> votersOf,
            RangeReader reader) {
        this.space = space;
        this.keysMax = keysMax;
        this.votersOf = votersOf;
        this.reader = reader;
    }

    /**
     * Says which nodes there are.
     *
     * @param unreachable those of them that nobody should wait for
     * @param newVoters how many of them vote for a slot, at least
     */
    public void nodes(
            Iterable<Integer> nodeIds, Set<Integer> unreachable, int newVoters, long nowNanos) {
        Map<Integer, NodeStream> before = new TreeMap<>(streams);
        streams.clear();
        for (int id : nodeIds) {
            NodeStream stream = before.remove(id);
            stream = stream == null ? new NodeStream(id) : stream;
            stream.isAwaited = !unreachable.contains(id);
            streams.put(id, stream);
        }
        boolean isChanged = !before.isEmpty() || newVoters != voters;
        voters = newVoters;
        if (isChanged) {
            prune();
        }
        settle(nowNanos);
    }

    /** Where a node's stream is to go on. */
    public HistoryPosition position(int nodeId) {
        NodeStream stream = streams.get(nodeId);
        return stream == null ? HistoryPosition.NOW : stream.position;
    }

    /** A node begins to tell. */
    public void begins(int nodeId, boolean isResumed, HistoryPosition position, long nowNanos) {
        NodeStream stream = streams.get(nodeId);
        if (stream == null) {
            return;
        }
        stream.isOpen = true;
        stream.isStopped = false;
        stream.bringsNews = false;
        stream.position = position;
        if (!isResumed && stream.isWhole) {
            stream.breakOff();
            prune();
        }
        settle(nowNanos);
    }

    /** A node tells. */
    public void changed(
            int nodeId, HistoryPosition next, List<RangeChange> changes, long nowNanos) {
        NodeStream stream = streams.get(nodeId);
        if (stream == null || !stream.isOpen) {
            return;
        }
        stream.position = next;
        if (stream.isWhole) {
            long before = events;
            for (RangeChange change : changes) {
                if (stream.isWhole) { // it may be given up for one of them
                    take(stream, change);
                }
            }
            stream.bringsNews = events > before;
            limit();
        }
        settle(nowNanos);
    }

    /** A node tells no more for the time being. */
    public void closed(int nodeId, long nowNanos) {
        close(nodeId, false, nowNanos);
    }

    /**
     * A node that could tell more is not listened to for a while: it is ahead, or the reader takes
     * nothing.
     */
    public void stopped(int nodeId, long nowNanos) {
        close(nodeId, true, nowNanos);
    }

    private void close(int nodeId, boolean isStopped, long nowNanos) {
        NodeStream stream = streams.get(nodeId);
        if (stream != null) {
            stream.isStopped = isStopped && stream.isThere(); // else where it stands is not known
            stream.isOpen = false;
            settle(nowNanos);
        }
    }

    /**
     * Whether a node should be listened to now; one that should not is to be stopped.
     *
     * <p>Not one of which much waits for others, which have not come so far yet: it waits for them,
     * {@link #WAIT_NANOS} at most until less waits. While the reader takes nothing, not those that
     * bring news, either. The others go on, so that none is left behind by one that is faster.
     */
    public boolean mayTell(int nodeId) {
        NodeStream stream = streams.get(nodeId);
        return stream != null
                && stream.aheadNanos == null
                && (pausedNanos == null || (stream.isWhole && !stream.bringsNews));
    }

    /**
     * The reader takes nothing for the time being. No time passes until {@link #resumes}, but for
     * {@link #PAUSE_NANOS}: that others are silent may be for want of room.
     */
    public void pauses(long nowNanos) {
        if (pausedNanos == null) {
            pausedNanos = nowNanos;
        }
    }

    /** The reader takes more. */
    public void resumes(long nowNanos) {
        if (pausedNanos != null) {
            long since = pausedNanos;
            pausedNanos = null;
            silentNanos = withoutPause(silentNanos, since, nowNanos);
            dueNanos = withoutPause(dueNanos, since, nowNanos);
            for (NodeStream stream : streams.values()) {
                stream.aheadNanos = withoutPause(stream.aheadNanos, since, nowNanos);
            }
        }
        settle(nowNanos);
    }

    /** When something would have begun if the pause had taken {@link #PAUSE_NANOS} at most. */
    private static @Nullable Long withoutPause(@Nullable Long begin, long since, long nowNanos) {
        if (begin == null) {
            return null;
        }
        long before = Math.max(0, since - begin);
        return nowNanos - before - Math.min(PAUSE_NANOS, nowNanos - Math.max(since, begin));
    }

    private void take(NodeStream stream, RangeChange change) {
        EntityKey key = new EntityKey(space, change.key());
        long version = change.version();
        Told last = told.get(key);
        if (last != null && version <= last.version) {
            if (version == last.version) {
                seen(stream, key, last);
            }
        } else if (last == null && passed.has(key, version)) {
            return; // its node votes for the key no longer, or only now
        } else if (last == null && passed.mayHaveForgotten(key) && !tellers(key).contains(stream)) {
            stream.breakOff();
            prune();
        } else if (change.isSkipped() || stream.owed.containsKey(key)) {
            // Telling this one would make those before it old, which others still tell.
            stream.owe(key, change);
        } else {
            tell(stream, key, change);
        }
    }

    private void tell(NodeStream stream, EntityKey key, RangeChange change) {
        long version = change.version();
        told.remove(key);
        passed.remove(key);
        Told news = new Told(version, new BitSet());
        told.put(key, news);
        events++;
        reader.changed(change);
        List<Later> next = new ArrayList<>();
        for (NodeStream other : streams.values()) {
            Owed owed = other.owed.get(key);
            if (owed != null && owed.isSettledBy(version)) {
                other.owed.remove(key);
                other.waiting -= owed.later().size();
                if (owed.has(version)) {
                    news.seen.set(other.number);
                }
                owed.later().forEach(later -> next.add(new Later(other, later)));
            }
        }
        seen(stream, key, news);
        for (Later later : next) {
            if (later.change.version() > version && later.stream.isWhole) {
                take(later.stream, later.change);
            }
        }
    }

    private void seen(NodeStream stream, EntityKey key, Told version) {
        version.seen.set(stream.number);
        if (isPassed(key, version)) {
            told.remove(key);
            pass(key, version);
        }
    }

    /** Nobody is waited for who has not told this version. */
    private void pass(EntityKey key, Told version) {
        if (streams.size() > voters) { // else nobody else may vote
            passed.put(key, version.version);
        }
    }

    private boolean isPassed(EntityKey key, Told version) {
        return tellers(key).stream().allMatch(stream -> hasPassed(stream, version));
    }

    /** Those who tell of a key. */
    private Collection<NodeStream> tellers(EntityKey key) {
        int[] ids = streams.size() > voters ? votersOf.apply(key.key()) : null;
        if (ids == null) {
            return streams.values();
        }
        List<NodeStream> some = new ArrayList<>(ids.length);
        for (int id : ids) {
            NodeStream stream = streams.get(id);
            if (stream != null) {
                some.add(stream);
            }
        }
        return some;
    }

    private static boolean hasPassed(NodeStream stream, Told version) {
        return !stream.isWhole || version.seen.get(stream.number);
    }

    /** After fewer streams are whole. */
    private void prune() {
        Iterator<Map.Entry<EntityKey, Told>> all = told.entrySet().iterator();
        while (all.hasNext()) {
            Map.Entry<EntityKey, Told> one = all.next();
            if (isPassed(one.getKey(), one.getValue())) {
                all.remove();
                pass(one.getKey(), one.getValue());
            }
        }
    }

    /** Gives up the streams that are too far behind. */
    private void limit() {
        while (told.size() > keysMax) {
            Map.Entry<EntityKey, Told> oldest = told.entrySet().iterator().next();
            tellers(oldest.getKey()).stream()
                    .filter(stream -> !hasPassed(stream, oldest.getValue()))
                    .forEach(NodeStream::breakOff);
            told.remove(oldest.getKey());
            pass(oldest.getKey(), oldest.getValue());
            prune();
        }
        for (NodeStream stream : streams.values()) {
            if (stream.burden() > keysMax) {
                stream.breakOff();
                prune();
            }
        }
        passed.limit(keysMax - told.size());
    }

    /** Finds out who is ahead. */
    private void weigh(long nowNanos) {
        for (NodeStream stream : streams.values()) {
            int burden = stream.burden();
            boolean mayWait = burden > keysMax / 4 && (pausedNanos != null || isFollowed(stream));
            if (stream.aheadNanos != null) {
                long end = pausedNanos == null ? nowNanos : pausedNanos;
                long left = stream.waitLeftNanos - Math.max(0, end - stream.aheadNanos);
                if (!mayWait || left <= 0) {
                    stream.waitLeftNanos = left;
                    stream.aheadNanos = null;
                }
            } else if (burden <= keysMax / 4) {
                stream.waitLeftNanos = WAIT_NANOS;
            } else if (burden > keysMax / 2 && mayWait && stream.waitLeftNanos > 0) {
                stream.aheadNanos = nowNanos;
            }
        }
    }

    /** Whether one of the others comes after it. */
    private boolean isFollowed(NodeStream stream) {
        return streams.values().stream()
                .anyMatch(other ->
                        other.number != stream.number
                                && other.isWhole
                                && other.isAwaited
                                && other.aheadNanos == null);
    }

    /** Finds out whether the watcher is to be told to read; from time to time, too. */
    public void settle(long nowNanos) {
        weigh(nowNanos);
        long open = streams.values().stream().filter(NodeStream::isThere).count();
        long whole = streams.values().stream().filter(stream -> stream.isWhole).count();
        long telling = streams.values().stream().filter(NodeStream::tells).count();
        boolean isSilent = !isEnough(telling);
        leaveOutGone(open == 0, nowNanos);
        if (pausedNanos != null) {
            silentNanos = isSilent ? silentNanos : null;
            return;
        }
        if (open > 0) {
            silentNanos = !isSilent ? null : silentNanos == null ? (Long) nowNanos : silentNanos;
        }
        boolean isDue =
                !isEnough(whole)
                        || (silentNanos != null && nowNanos - silentNanos >= PATIENCE_NANOS);
        dueNanos = !isDue || !isEnough(open) ? null : dueNanos == null ? (Long) nowNanos : dueNanos;
        boolean isComplete =
                streams.values().stream().allMatch(stream -> stream.isThere() || !stream.isAwaited);
        if (dueNanos != null && (isComplete || nowNanos - dueNanos >= GATHER_NANOS)) {
            resync();
        }
    }

    /**
     * All connections may be lost together, and come back, again and again: who cannot be told
     * anything in between is silent all the same.
     */
    private void leaveOutGone(boolean isGone, long nowNanos) {
        if (isGone) {
            goneNanos = goneNanos == null ? (Long) nowNanos : goneNanos;
        } else if (goneNanos != null) {
            silentNanos = silentNanos == null ? null : silentNanos + (nowNanos - goneNanos);
            goneNanos = null;
        }
    }

    /** Whether so many streams see to it that one of each slot's voters is among them. */
    private boolean isEnough(long count) {
        return streams.size() - count < voters && count > 0;
    }

    private void resync() {
        told.clear();
        passed.clear();
        dueNanos = null;
        silentNanos = null;
        for (NodeStream stream : streams.values()) {
            stream.breakOff();
            stream.isWhole = stream.isThere();
            stream.aheadNanos = null;
        }
        reader.resync();
    }
}
