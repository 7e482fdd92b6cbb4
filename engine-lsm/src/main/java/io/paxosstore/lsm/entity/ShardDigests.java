package io.paxosstore.lsm.entity;

import io.paxosstore.core.Effects;
import io.paxosstore.log.ContentDigest;
import io.paxosstore.log.ContentDigest.State;
import io.paxosstore.protocol.key.EntityKey;

import java.util.ArrayList;
import java.util.List;

/**
 * The digests that a shard's entities are to give, each at a version that the entity has or will
 * have. An entity that is written all the time has every version for a moment only, so the snapshot
 * is taken here, between two entries. For the shard's thread.
 */
final class ShardDigests {
    /** Waiting for their versions at the same time; whoever asks for more gets none. */
    private static final int WAITING_MAX = 64;

    private final ShardData data;
    private final DigestReader reader;
    private final List<DigestTask> waiting = new ArrayList<>(0);

    ShardDigests(ShardData data, DigestReader reader) {
        this.data = data;
        this.reader = reader;
    }

    /** Begins one, see {@link io.paxosstore.log.EntityShard#digest}. */
    ContentDigest begin(EntityKey key, long version) {
        ShardData.Held held = data.numbers(key);
        if (held == null) {
            return ContentDigest.NONE;
        }
        waiting.removeIf(DigestTask::isClosed);
        DigestTask task = new DigestTask(data, key, version);
        if (held.version() >= version) {
            decide(task, held.version());
        } else if (waiting.size() < WAITING_MAX) {
            waiting.add(task);
        } else {
            return ContentDigest.NONE;
        }
        return task;
    }

    private void decide(DigestTask task, long versionNow) {
        if (versionNow > task.version()) {
            task.ended(new State.Past(versionNow));
        } else if (!task.isClosed() && task.look() && !reader.offer(task)) {
            task.drop();
        }
    }

    /** Whether somebody waits for a version of an entity. */
    boolean isAwaited(EntityKey key) {
        for (DigestTask task : waiting) {
            if (task.key().equals(key)) {
                return true;
            }
        }
        return false;
    }

    /** How many of an entity's next entries may be applied in one step. */
    int together(List<Effects.Apply> entries) {
        int count = entries.size();
        long first = entries.getFirst().after().version();
        EntityKey key = entries.getFirst().key();
        for (DigestTask task : waiting) {
            long upTo = task.version() - first + 1;
            if (upTo > 0 && upTo < count && task.key().equals(key)) {
                count = (int) upTo;
            }
        }
        return count;
    }

    /** An entity has come to a version. */
    void reached(EntityKey key, long version) {
        if (waiting.isEmpty()) {
            return;
        }
        List<DigestTask> due = new ArrayList<>(1);
        waiting.removeIf(task -> {
            boolean isDue = task.version() <= version && task.key().equals(key);
            if (isDue) {
                due.add(task);
            }
            return isDue;
        });
        for (DigestTask task : due) {
            decide(task, version);
        }
    }

    /** An entity is gone. */
    void forget(EntityKey key) {
        waiting.removeIf(task -> {
            boolean isGone = task.key().equals(key);
            if (isGone) {
                task.ended(State.Nothing.INSTANCE);
            }
            return isGone;
        });
    }
}
