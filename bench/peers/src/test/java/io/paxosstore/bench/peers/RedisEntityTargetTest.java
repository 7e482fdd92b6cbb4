package io.paxosstore.bench.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandType;
import io.paxosstore.bench.load.OperationKind;

import org.junit.jupiter.api.Test;

import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Which commands operations of entities are; that Redis does them, a comparison shows. */
class RedisEntityTargetTest {
    private static final byte[] KEY = "k1".getBytes(StandardCharsets.UTF_8);

    private final List<String> sent = new ArrayList<>();
    private final RedisEntityTarget target = new RedisEntityTarget(recording(), () -> {});

    @SuppressWarnings("unchecked")
    private RedisAsyncCommands<byte[], byte[]> recording() {
        return (RedisAsyncCommands<byte[], byte[]>)
                Proxy.newProxyInstance(
                        getClass().getClassLoader(),
                        new Class<?>[] {RedisAsyncCommands.class},
                        (proxy, method, arguments) -> {
                            String key = new String((byte[]) arguments[0], StandardCharsets.UTF_8);
                            sent.add(method.getName() + " " + key);
                            AsyncCommand<byte[], byte[], Object> done =
                                    new AsyncCommand<>(new Command<>(CommandType.PING, null));
                            done.complete();
                            return done;
                        });
    }

    private String sentBy(OperationKind kind) {
        sent.clear();
        target.call(kind, KEY, new byte[100]).join();
        return String.join(", ", sent);
    }

    @Test
    void anOperationIsOneCommand() {
        assertEquals("hset map:k1", sentBy(OperationKind.MAP_PUT));
        assertEquals("hget map:k1", sentBy(OperationKind.MAP_GET));
        assertEquals("rpush list:k1", sentBy(OperationKind.LIST_APPEND));
        assertEquals("lrange list:k1", sentBy(OperationKind.LIST_RANGE));
        assertEquals("sadd set:k1", sentBy(OperationKind.SET_ADD));
        assertEquals("sismember set:k1", sentBy(OperationKind.SET_CONTAINS));
        assertEquals("set value:k1", sentBy(OperationKind.VALUE_PUT));
        assertEquals("get value:k1", sentBy(OperationKind.VALUE_GET));
        assertEquals("incr counter:k1", sentBy(OperationKind.COUNTER));
    }

    @Test
    void whatItDoesItSays() {
        for (OperationKind kind : OperationKind.values()) {
            if (RedisEntityTarget.does(kind)) {
                assertEquals(1, sentBy(kind).split(", ").length, kind::label);
            } else {
                assertThrows(IllegalArgumentException.class, () -> sentBy(kind), kind::label);
            }
        }
    }

    @Test
    void allThatIsReadIsThereFromTheBeginning() {
        target.fill(KEY, new byte[100]).join();
        assertEquals(
                Set.of("hset map:k1", "rpush list:k1", "sadd set:k1", "set value:k1"),
                Set.copyOf(sent));
    }
}
