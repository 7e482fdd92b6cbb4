package io.paxosstore.bench.peers;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.paxosstore.bench.load.EntityTarget;
import io.paxosstore.bench.load.LoadTarget;
import io.paxosstore.bench.load.OperationKind;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Lists, sets, hashes and counters of one Redis server: what {@link EntityTarget} does with the
 * objects of an entity, as far as one command of Redis does it, on a key for each object.
 */
final class RedisEntityTarget implements LoadTarget {
    private static final Set<OperationKind> COMMANDS =
            Set.of(
                    OperationKind.LIST_APPEND,
                    OperationKind.LIST_RANGE,
                    OperationKind.SET_ADD,
                    OperationKind.SET_CONTAINS,
                    OperationKind.MAP_PUT,
                    OperationKind.MAP_GET,
                    OperationKind.VALUE_PUT,
                    OperationKind.VALUE_GET,
                    OperationKind.COUNTER);

    private final RedisAsyncCommands<byte[], byte[]> commands;
    private final Runnable onClose;

    RedisEntityTarget(RedisAsyncCommands<byte[], byte[]> commands, Runnable onClose) {
        this.commands = commands;
        this.onClose = onClose;
    }

    /** Whether {@link #call} does it. */
    static boolean does(OperationKind kind) {
        return COMMANDS.contains(kind);
    }

    @Override
    public CompletableFuture<?> call(OperationKind kind, byte[] key, byte[] value) {
        byte[] member = utf8(EntityTarget.member(value));
        RedisFuture<?> sent =
                switch (kind) {
                    case LIST_APPEND -> commands.rpush(of("list:", key), value);
                    case LIST_RANGE ->
                            commands.lrange(of("list:", key), 0, EntityTarget.ELEMENTS - 1);
                    case SET_ADD -> commands.sadd(of("set:", key), member);
                    case SET_CONTAINS -> commands.sismember(of("set:", key), member);
                    case MAP_PUT -> commands.hset(of("map:", key), member, value);
                    case MAP_GET -> commands.hget(of("map:", key), member);
                    case VALUE_PUT -> commands.set(of("value:", key), value);
                    case VALUE_GET -> commands.get(of("value:", key));
                    case COUNTER -> commands.incr(of("counter:", key));
                    default -> throw new IllegalArgumentException(kind + " is no command of Redis");
                };
        return sent.toCompletableFuture();
    }

    @Override
    public CompletableFuture<?> fill(byte[] key, byte[] value) {
        List<byte[]> elements = Collections.nCopies(EntityTarget.ELEMENTS, value);
        List<byte[]> members = new ArrayList<>();
        IdentityHashMap<byte[], byte[]> fields = new IdentityHashMap<>();
        for (int number = 0; number < EntityTarget.ELEMENTS; number++) {
            byte[] member = utf8(EntityTarget.member(number));
            members.add(member);
            fields.put(member, value);
        }
        return CompletableFuture.allOf(
                commands.rpush(of("list:", key), elements.toArray(byte[][]::new))
                        .toCompletableFuture(),
                commands.sadd(of("set:", key), members.toArray(byte[][]::new))
                        .toCompletableFuture(),
                commands.hset(of("map:", key), fields).toCompletableFuture(),
                commands.set(of("value:", key), value).toCompletableFuture());
    }

    private static byte[] of(String prefix, byte[] key) {
        byte[] named = Arrays.copyOf(utf8(prefix), prefix.length() + key.length);
        System.arraycopy(key, 0, named, prefix.length(), key.length);
        return named;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** It may have happened. */
    @Override
    public boolean isUnknown(Throwable failure) {
        return true;
    }

    @Override
    public void close() {
        onClose.run();
    }
}
