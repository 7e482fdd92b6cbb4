package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Listeners that throw anything, under a handler of uncaught exceptions that throws as well. */
@Timeout(60)
final class FaultyListenerTest {
    private final FakeCluster cluster = new FakeCluster(3);
    private final AtomicInteger handled = new AtomicInteger();

    @AfterEach
    void close() {
        cluster.close();
    }

    /** What languages without checked exceptions do. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> void sneak(Throwable fault) throws E {
        throw (E) fault;
    }

    private void fail() {
        Thread.currentThread()
                .setUncaughtExceptionHandler((thread, fault) -> {
                    handled.incrementAndGet();
                    throw new IllegalStateException(fault);
                });
        FaultyListenerTest.<RuntimeException>sneak(new IOException("of the listener"));
    }

    @Test
    void noCallIsHarmed() throws Exception {
        ClientOptions options =
                ClientOptions.builder()
                        .deadline(Duration.ofSeconds(20))
                        .nodeListener(state -> fail())
                        .build();
        try (PaxosStore store = PaxosStore.connect(cluster.addresses(), options)) {
            store.addCallListener(report -> fail());
            KeyValue<String, String> kv = FakeCluster.open(store);
            assertTrue(kv.putAsync("a", "x").get(20, TimeUnit.SECONDS) > 0);
            assertEquals(Optional.of("x"), kv.get("a"));
            ExecutionException refused =
                    assertThrows(
                            ExecutionException.class,
                            () -> kv.incrementAsync("a", 1).get(20, TimeUnit.SECONDS));
            assertInstanceOf(NotDoneException.class, refused.getCause());
            assertEquals(Optional.of("x"), kv.get("a"));
            assertTrue(handled.get() >= 4, handled::toString);
        }
    }

    @Test
    void aCodecThatThrowsAnythingIsTheResult() throws Exception {
        try (PaxosStore store = cluster.connect()) {
            KeyValue<String, String> kv = FakeCluster.open(store);
            kv.put("a", "x");
            KeyValue<String, String> faulty =
                    store.keyValue(
                            "test",
                            Codec.utf8(),
                            new Codec<>() {
                                @Override
                                public byte[] encode(String value) {
                                    return Codec.utf8().encode(value);
                                }

                                @Override
                                public String decode(byte[] bytes) {
                                    FaultyListenerTest.<RuntimeException>sneak(
                                            new IOException("of the codec"));
                                    return "";
                                }
                            });
            ExecutionException failure =
                    assertThrows(
                            ExecutionException.class,
                            () -> faulty.getAsync("a").get(20, TimeUnit.SECONDS));
            assertInstanceOf(IOException.class, failure.getCause());
            assertEquals(Optional.of("x"), kv.get("a"));
        }
    }
}
