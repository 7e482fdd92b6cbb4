package io.paxosstore.redis.procedure;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Commands to be executed together. Immutable.
 *
 * <pre>
 *  version (u8) | 1 for a transaction, else 0 (u8) | watched version + 1, 0 for none (varint)
 *  | if there is one: when a watched key expires (varint) | commands (varint)
 *  | per command: words (varint) | per word: length (varint), bytes
 *  | if events are to be told: their classes (varint), at which releases without them stop
 * </pre>
 *
 * @param version of the protocol that the replies are written in, 2 or 3
 * @param isTransaction whether they are a transaction, whose replies are one array
 * @param events the classes of the events of keys that are to be told, see {@link
 *     io.paxosstore.redis.data.EventClass#bits}
 * @param watched what must not have happened before they are executed; null for nothing
 * @param commands each with its words
 */
public record CommandBatch(
        int version,
        boolean isTransaction,
        int events,
        @Nullable Watch watched,
        List<Arguments> commands) {
    /**
     * Keys that must be as they were when they were watched.
     *
     * @param version that the entity must still have
     * @param untilMillis when the first of the keys expires that were there, milliseconds since
     *     1970; {@link Keyspace#NEVER}
     */
    public record Watch(long version, long untilMillis) {
        /** The same with another key that expires then. */
        public Watch and(long anotherMillis) {
            boolean isSooner =
                    untilMillis == Keyspace.NEVER
                            || (anotherMillis != Keyspace.NEVER && anotherMillis < untilMillis);
            return isSooner ? new Watch(version, anotherMillis) : this;
        }

        boolean holds(long currentVersion, long nowMillis) {
            boolean isExpired = untilMillis != Keyspace.NEVER && untilMillis <= nowMillis;
            return currentVersion == version && !isExpired;
        }
    }

    /** A batch; the list is copied. */
    public CommandBatch {
        commands = List.copyOf(commands);
    }

    /** The same, which tells of events of these classes. */
    public CommandBatch telling(int classes) {
        return new CommandBatch(version, isTransaction, classes, watched, commands);
    }

    /** About how many bytes its words have. */
    int contentBytes() {
        return commands.stream().mapToInt(Arguments::contentBytes).sum();
    }

    byte[] encode() {
        ByteWriter out = new ByteWriter(64);
        out.putByte(version).putByte(isTransaction ? 1 : 0);
        out.putVarint(watched == null ? 0 : watched.version() + 1);
        if (watched != null) {
            out.putVarint(watched.untilMillis());
        }
        out.putVarint(commands.size());
        for (Arguments command : commands) {
            out.putVarint(command.count());
            command.from(0).forEach(out::putBytes);
        }
        if (events != 0) {
            out.putVarint(events);
        }
        return out.toBytes();
    }

    /**
     * Reads the same.
     *
     * @throws MalformedBytesException if the bytes are no batch
     */
    static CommandBatch decode(byte[] bytes) {
        ByteReader in = ByteReader.of(bytes);
        int version = in.getByte();
        boolean isTransaction = in.getByte() != 0;
        long watched = in.getVarint();
        Watch watch = watched == 0 ? null : new Watch(watched - 1, in.getVarint());
        int count = in.getCount();
        List<Arguments> commands = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int words = in.getCount();
            List<byte[]> command = new ArrayList<>();
            for (int j = 0; j < words; j++) {
                command.add(in.getBytes());
            }
            if (command.isEmpty()) {
                throw new MalformedBytesException("A command has no words.");
            }
            commands.add(new Arguments(command));
        }
        int events = in.remaining() > 0 ? in.getIntVarint() : 0;
        in.end();
        return new CommandBatch(version, isTransaction, events, watch, commands);
    }
}
