package io.paxosstore.server.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.client.Codec;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.RangeEvent;
import io.paxosstore.client.RangeWatch;
import io.paxosstore.server.embedded.EmbeddedCluster;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.Optional;

/** Watches whose codec or executor, which the user has brought, fails. */
@Timeout(120)
class FaultyListenersTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final byte[] ALL = {};

    private static final Codec<String> FAULTY =
            new Codec<>() {
                @Override
                public byte[] encode(String value) {
                    return Codec.utf8().encode(value);
                }

                @Override
                public String decode(byte[] bytes) {
                    throw new NoClassDefFoundError("shop/Name");
                }
            };

    @Test
    void theWatchEndsWithASentenceAndTheClientGoesOn() throws Exception {
        try (EmbeddedCluster cluster = EmbeddedCluster.start(1);
                PaxosStore store = PaxosStore.connect(cluster.connectString())) {
            store.createSpaceIfAbsent("keys");
            KeyValue<String, String> keys = store.keyValue("keys", Codec.utf8(), Codec.utf8());
            KeyValue<String, String> faulty = store.keyValue("keys", FAULTY, Codec.utf8());
            try (RangeWatch<String> watch = faulty.watchRange(ALL);
                    RangeWatch<String> told =
                            keys.watchRange(
                                    ALL,
                                    event -> {},
                                    task -> {
                                        throw new IllegalStateException("shut down");
                                    })) {
                assertInstanceOf(RangeEvent.Resync.class, watch.next(LONG).orElseThrow());
                long _ = keys.put("a", "1");
                RangeEvent<String> end = watch.next(LONG).orElseThrow();
                assertTrue(
                        end instanceof RangeEvent.Closed<String> closed
                                && closed.reason() == NotDoneException.Reason.REFUSED
                                && closed.message().contains("shop/Name"),
                        end.toString());
                assertEquals(Optional.of("1"), keys.get("a"));
                assertTrue(told.isClosed());
            }
        }
    }
}
