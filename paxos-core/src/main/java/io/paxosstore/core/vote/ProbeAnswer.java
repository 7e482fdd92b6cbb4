package io.paxosstore.core.vote;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Message;
import io.paxosstore.core.Stored;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;

/** What a probe is told of an entity (Rules R1, A2). */
public final class ProbeAnswer {
    private ProbeAnswer() {}

    /**
     * Of an entity in memory.
     *
     * @param pending the pending entry; null for none
     * @return null when this replica must not answer: it has a floor, and its silence is "unknown"
     */
    public static Message.@Nullable ProbeReply of(
            Message.Probe probe, EntityKey key, long version, @Nullable PaxosInstance pending) {
        long settled = settled(key, version, pending == null ? 0 : pending.entry());
        if (pending == null || pending.isUntouched()) {
            return new Message.ProbeReply(probe.nonce(), settled, 0, 0, true, null);
        }
        if (pending.isFloor() && !probe.forFloor()) {
            return null;
        }
        EntryValue value = pending.value();
        boolean durable = pending.durableAccepted() == pending.accepted();
        return new Message.ProbeReply(
                probe.nonce(),
                settled,
                pending.entry(),
                pending.accepted(),
                durable,
                // A crash may still lose which value it is, and that it was proposed (Rule F1).
                value == null || !durable ? null : value.id());
    }

    /**
     * The newest entry that is known to be chosen. With a general PaxosLog its data may be missing
     * here, but the pending entry would not be what it is if those before it were not chosen; were
     * that left unsaid, a reader that lags too would take the two of them for a majority.
     */
    private static long settled(EntityKey key, long version, long pendingEntry) {
        return switch (SpaceKind.of(key.space())) {
            case KEY_VALUE -> version;
            case ENTITY -> Math.max(version, pendingEntry - 1);
        };
    }

    /**
     * Of an entity that is not in memory; all its state is durable.
     *
     * @return null when this replica must not answer
     */
    public static Message.@Nullable ProbeReply of(
            Message.Probe probe, EntityKey key, Stored stored) {
        if (!probe.forFloor() && stored.promised() == LogRecord.FLOOR) {
            return null;
        }
        EntryValue value = stored.pendingValue();
        return new Message.ProbeReply(
                probe.nonce(),
                settled(key, stored.version(), stored.pendingEntry()),
                stored.pendingEntry(),
                stored.accepted(),
                true,
                value == null ? null : value.id());
    }
}
