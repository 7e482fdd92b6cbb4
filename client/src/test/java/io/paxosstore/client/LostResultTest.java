package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.Map;
import java.util.Objects;

/** Writes of a batch that were done, but whose result no node remembers (Rule E3). */
@Timeout(60)
final class LostResultTest {
    private final FakeCluster cluster = new FakeCluster(3);
    private final PaxosStore store = cluster.connect();
    private final KeyValue<String, String> kv = FakeCluster.open(store);

    @BeforeEach
    void forget() {
        cluster.refuse(Request.KvWrite.class, FailureCode.EXECUTED, "It was.");
    }

    @AfterEach
    void close() {
        store.close();
        cluster.close();
    }

    @Test
    void aWriteThatWasDoneIsNotToldAsNotDone() {
        KeyResult<Long> result = Objects.requireNonNull(kv.putAll(Map.of("a", "x")).get("a"));
        assertInstanceOf(KeyResult.Lost.class, result);
        assertTrue(result.isDone());
        ResultLostException lost = assertThrows(ResultLostException.class, result::orThrow);
        assertTrue(lost.toString().contains("was done"), lost.toString());
    }
}
