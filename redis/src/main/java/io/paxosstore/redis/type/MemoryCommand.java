package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.SortedSetRange;
import io.paxosstore.protocol.model.StreamOperation;
import io.paxosstore.redis.command.Subcommands;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.Collection;
import java.util.List;
import java.util.Map;

/** MEMORY, of which USAGE: about how many bytes a key takes, by the first of its elements. */
final class MemoryCommand {
    /** What there is of it. */
    static final Subcommands SUBCOMMANDS =
            new Subcommands(
                    "MEMORY",
                    Map.of("USAGE", -3),
                    List.of(
                            "USAGE <key> [SAMPLES <count>]",
                            "    Return memory in bytes used by <key> and its value. Nested values"
                                    + " are",
                            "    sampled up to <count> times (default: 5, 0 means sample all)."));

    private static final int SAMPLES = 5;

    /** So many elements tell enough of all. */
    private static final int SAMPLES_MAX = 512;

    /** What a key takes beside its name and what it holds. */
    private static final int KEY_BYTES = 48;

    /** What an element takes beside its bytes. */
    private static final int ELEMENT_BYTES = 16;

    private static final byte[] FIRST = {};

    private MemoryCommand() {}

    static Reply execute(Keyspace keys, Arguments in) {
        if (Subcommands.isHelp(in)) {
            return SUBCOMMANDS.helpReply();
        }
        int samples = samples(in);
        byte[] key = in.bytes(2);
        Keyspace.Found found = keys.find(key);
        return found == null
                ? Reply.NULL
                : new Reply.Number(KEY_BYTES + key.length + bytes(keys, key, found, samples));
    }

    private static int samples(Arguments in) {
        long samples = SAMPLES;
        for (int i = 3; i < in.count(); i += 2) {
            if (!in.is(i, "SAMPLES") || i + 1 == in.count()) {
                throw RedisError.syntax();
            }
            samples = in.integer(i + 1);
            if (samples < 0) {
                throw RedisError.syntax();
            }
        }
        return samples == 0 ? SAMPLES_MAX : (int) Math.min(samples, SAMPLES_MAX);
    }

    private static long bytes(Keyspace keys, byte[] key, Keyspace.Found found, int samples) {
        String name = keys.name(key);
        Page page = Page.of(samples);
        return switch (found.type()) {
            case VALUE -> found.size();
            case LIST -> ofAll(found, keys, new ListOperation.Range(name, 0, samples - 1L, page));
            case SET -> ofAll(found, keys, new SetOperation.Scan(name, FIRST, null, page));
            case MAP -> ofAll(found, keys, new MapOperation.Scan(name, FIRST, null, page));
            case SORTED_SET ->
                    ofAll(
                            found,
                            keys,
                            new SortedSetOperation.Range(
                                    name, SortedSetRange.ALL, false, 0, null, page));
            case STREAM ->
                    ofAll(found, keys, new StreamOperation.Scan(name, FIRST, null, false, page));
            case QUEUE, TABLE -> found.size() * ELEMENT_BYTES;
        };
    }

    /** As if all elements were as large as those that are read. */
    private static long ofAll(Keyspace.Found found, Keyspace keys, Operation some) {
        Collection<Integer> sizes =
                switch (keys.run(some, Result.class)) {
                    case Result.Elements read ->
                            read.elements().stream().map(element -> element.length).toList();
                    case Result.Members read ->
                            read.members().stream().map(member -> member.length).toList();
                    case Result.Fields read ->
                            read.fields().stream()
                                    .map(field -> field.name().length + field.value().length)
                                    .toList();
                    case Result.ScoredMembers read ->
                            read.members().stream()
                                    .map(scored -> scored.member().length + Double.BYTES)
                                    .toList();
                    default -> throw new IllegalStateException("no elements: " + some);
                };
        double each = sizes.stream().mapToInt(Integer::intValue).average().orElse(0);
        return (long) Math.ceil(found.size() * (each + ELEMENT_BYTES));
    }
}
