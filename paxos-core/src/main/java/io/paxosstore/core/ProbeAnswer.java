package io.paxosstore.core;

import org.jspecify.annotations.Nullable;

/** What a probe is told of an entity (Rules R1, A2). */
final class ProbeAnswer {
    private ProbeAnswer() {}

    /**
     * Of an entity in memory.
     *
     * @param pending the pending entry; null for none
     * @return null when this replica must not answer: it has a floor, and its silence is "unknown"
     */
    static Message.@Nullable ProbeReply of(
            Message.Probe probe, long version, @Nullable PaxosInstance pending) {
        if (pending == null || pending.isUntouched()) {
            return new Message.ProbeReply(probe.nonce(), version, 0, 0, true, null);
        }
        if (pending.isFloor() && !probe.forFloor()) {
            return null;
        }
        EntryValue value = pending.value();
        return new Message.ProbeReply(
                probe.nonce(),
                version,
                pending.entry(),
                pending.accepted(),
                pending.durableAccepted() == pending.accepted(),
                value == null ? null : value.id());
    }

    /**
     * Of an entity that is not in memory; all its state is durable.
     *
     * @return null when this replica must not answer
     */
    static Message.@Nullable ProbeReply of(Message.Probe probe, Stored stored) {
        if (!probe.forFloor() && stored.promised() == LogRecord.FLOOR) {
            return null;
        }
        EntryValue value = stored.pendingValue();
        return new Message.ProbeReply(
                probe.nonce(),
                stored.version(),
                stored.pendingEntry(),
                stored.accepted(),
                true,
                value == null ? null : value.id());
    }
}
