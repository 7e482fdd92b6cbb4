package io.paxosstore.redis.type;

import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What BITOP does to strings, byte by byte; shorter ones are filled up with zeros. */
enum BitOperation {
    /** Bits that are set in all of them. */
    AND,
    /** Bits that are set in one of them. */
    OR,
    /** Bits that are set in an odd number of them. */
    XOR,
    /** The bits of one string, turned round. */
    NOT;

    private static final byte[] NOTHING = {};

    /** BITOP. */
    static Reply execute(Keyspace keys, Arguments in) {
        BitOperation operation = of(in.option(1));
        if (operation == NOT && in.count() != 4) {
            throw new RedisError("ERR BITOP NOT must be called with a single source key.");
        }
        List<byte[]> sources = new ArrayList<>();
        for (byte[] key : in.from(3)) {
            byte[] value = keys.string(key).value();
            keys.charge(value == null ? 0 : value.length);
            sources.add(value == null ? NOTHING : value);
        }
        byte[] result = operation.of(sources);
        byte[] target = in.bytes(2);
        if (result.length == 0) {
            keys.deleteAndTell(target);
        } else {
            keys.putString(target, result, Keyspace.NEVER);
            keys.event(EventClass.STRING, "set", target);
        }
        return new Reply.Number(result.length);
    }

    private static BitOperation of(String word) {
        return switch (word) {
            case "AND" -> AND;
            case "OR" -> OR;
            case "XOR" -> XOR;
            case "NOT" -> NOT;
            default -> throw RedisError.syntax();
        };
    }

    /** What is done to a byte costs no more than that it was read. */
    private byte[] of(List<byte[]> sources) {
        int length = sources.stream().mapToInt(source -> source.length).max().orElse(0);
        byte[] result = Arrays.copyOf(sources.getFirst(), length);
        for (byte[] source : sources.subList(1, sources.size())) {
            join(result, source);
        }
        if (this == AND) {
            int shortest = sources.stream().mapToInt(source -> source.length).min().orElse(0);
            Arrays.fill(result, shortest, length, (byte) 0);
        }
        if (this == NOT) {
            for (int i = 0; i < length; i++) {
                result[i] = (byte) ~result[i];
            }
        }
        return result;
    }

    private void join(byte[] result, byte[] source) {
        for (int i = 0; i < source.length; i++) {
            result[i] =
                    (byte)
                            switch (this) {
                                case AND -> result[i] & source[i];
                                case OR -> result[i] | source[i];
                                case XOR -> result[i] ^ source[i];
                                case NOT -> result[i];
                            };
        }
    }
}
