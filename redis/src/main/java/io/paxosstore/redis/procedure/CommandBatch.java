package io.paxosstore.redis.procedure;

import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.redis.resp.Arguments;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Commands to be executed together. Immutable.
 *
 * <pre>
 *  version (u8) | transaction (u8) | watched version + 1, 0 for none (varint) | commands (varint)
 *  | per command: words (varint) | per word: length (varint), bytes
 * </pre>
 *
 * @param version of the protocol that the replies are written in, 2 or 3
 * @param isTransaction whether they are a transaction, whose replies are one array
 * @param watchedVersion the version that the entity must still have; null for any
 * @param commands each with its words
 */
public record CommandBatch(
        int version,
        boolean isTransaction,
        @Nullable Long watchedVersion,
        List<Arguments> commands) {
    /** A batch; the list is copied. */
    public CommandBatch {
        commands = List.copyOf(commands);
    }

    /** About how many bytes its words have. */
    int contentBytes() {
        return commands.stream().mapToInt(Arguments::contentBytes).sum();
    }

    byte[] encode() {
        ByteWriter out = new ByteWriter(64);
        out.putByte(version)
                .putByte(isTransaction ? 1 : 0)
                .putVarint(watchedVersion == null ? 0 : watchedVersion + 1)
                .putVarint(commands.size());
        for (Arguments command : commands) {
            out.putVarint(command.count());
            command.from(0).forEach(out::putBytes);
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
        in.end();
        return new CommandBatch(
                version, isTransaction, watched == 0 ? null : watched - 1, commands);
    }
}
