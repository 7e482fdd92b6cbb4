package io.paxosstore.sim;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Message;
import io.paxosstore.core.ValueId;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Everything that happened, as one hash: equal seeds must give equal hashes, in every JVM. Can
 * print lines for people besides. Hashes fields one by one; {@code Object.hashCode} differs between
 * runs. Not thread-safe.
 */
final class Trace {
    private final @Nullable Consumer<String> lines;
    private long hash = 0x9e3779b97f4a7c15L;

    /**
     * @param lines takes the lines for people; null for none
     */
    Trace(@Nullable Consumer<String> lines) {
        this.lines = lines;
    }

    /** The hash of everything so far. */
    long hash() {
        return hash;
    }

    /** Prints a line, if anyone reads it. */
    void line(Supplier<String> line) {
        if (lines != null) {
            lines.accept(line.get());
        }
    }

    /** Adds a number. */
    Trace add(long number) {
        long h = (hash ^ number) * 0xbf58476d1ce4e5b9L;
        hash = h ^ (h >>> 29);
        return this;
    }

    /** Adds a text. */
    Trace add(String text) {
        add(text.length());
        for (int i = 0; i < text.length(); i++) {
            add(text.charAt(i));
        }
        return this;
    }

    /** Adds an entity. */
    Trace add(EntityKey key) {
        return add(key.hash());
    }

    /** Adds bytes. */
    Trace add(byte[] bytes) {
        return add(Arrays.hashCode(bytes));
    }

    /** Adds a value's id and checksum. */
    Trace add(@Nullable EntryValue value) {
        return value == null ? add(0) : add(value.id()).add(value.crc());
    }

    /** Adds a value id. */
    Trace add(@Nullable ValueId id) {
        return id == null ? add(1) : add(id.proposer()).add(id.incarnation()).add(id.sequence());
    }

    /** Adds a record. */
    Trace add(LogRecord record) {
        return add(record.key())
                .add(record.entry())
                .add(record.promised())
                .add(record.accepted())
                .add(record.value())
                .add(record.chosen() ? 1 : 0)
                .add(record.version())
                .add(record.rebuilt() ? 1 : 0);
    }

    /** Adds a message. */
    Trace add(Message message) {
        return switch (message) {
            case Message.Paxos m ->
                    add(1).add(m.entry())
                            .add(m.promised())
                            .add(m.accepted())
                            .add(m.valueId())
                            .add(m.value())
                            .add(m.viewPromised())
                            .add(m.viewAccepted())
                            .add(m.newestChosen())
                            .add(m.newestChosenId())
                            .add(m.proposerVotePending() ? 1 : 0);
            case Message.Probe m ->
                    add(2).add(m.nonce()).add((m.forFloor() ? 1 : 0) | (m.wantsNewest() ? 2 : 0));
            case Message.ProbeReply m ->
                    add(3).add(m.nonce())
                            .add(m.newestChosen())
                            .add(m.pendingEntry())
                            .add(m.accepted())
                            .add(m.durable() ? 1 : 0)
                            .add(m.valueId());
            case Message.Learn m -> add(4).add(m.version()).add(m.finishTo());
            case Message.Chosen m -> add(5).add(m.entry()).add(m.valueId()).add(m.value());
        };
    }
}
