package io.paxosstore.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.wire.Request;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** How a scan over keys takes pages that nodes have read, in part or not at all. */
@Timeout(60)
final class KeyScanPagesTest {
    private static final int KEYS = 95;

    private final FakeCluster cluster = new FakeCluster(3);
    private final PaxosStore store = cluster.connect();
    private final KeyValue<String, String> kv = FakeCluster.open(store);
    private final Map<String, String> written = new HashMap<>();

    KeyScanPagesTest() {
        for (int i = 0; i < KEYS; i++) {
            written.put("key" + i, "value" + i);
        }
        kv.putAll(written).values().forEach(result -> assertTrue(result.isDone()));
        cluster.seen.clear();
    }

    @AfterEach
    void close() {
        store.close();
        cluster.close();
    }

    private Map<String, String> scan() {
        Map<String, String> found = new HashMap<>();
        for (Map.Entry<String, Versioned<String>> entry : kv.scan().inPagesOf(Page.of(10))) {
            assertNull(found.put(entry.getKey(), entry.getValue().value()), "twice");
        }
        return found;
    }

    /** How many different ones came; a slow answer has one asked for again. */
    private long requests(Class<? extends Request> type) {
        return cluster.seen.stream()
                .map(FakeCluster.Seen::request)
                .filter(type::isInstance)
                .map(KeyScanPagesTest::wanted)
                .distinct()
                .count();
    }

    private static String wanted(Request request) {
        if (request instanceof Request.ListKeys list) {
            return list.place() + " " + new String(list.from(), UTF_8) + list.valueBytesMax();
        }
        return new String(((Request.KvRead) request).key(), UTF_8);
    }

    @Test
    void whatNodesHaveNotReadIsRead() {
        assertEquals(written, scan());
        assertEquals(10, requests(Request.ListKeys.class));
        assertEquals(KEYS / 2, requests(Request.KvRead.class)); // five of each ten, two of five
    }

    @Test
    void nodesOfBeforeListNames() {
        cluster.readNoKeys();
        assertEquals(written, scan());
        assertEquals(KEYS, requests(Request.KvRead.class));
        assertEquals(11, requests(Request.ListKeys.class), "only the first is refused");
    }

    /** Who takes no more than a page fetches none in vain; later ones are fetched ahead. */
    @Test
    void fromTheSecondPageOnTheNextOneIsFetchedMeanwhile() throws InterruptedException {
        Iterator<Map.Entry<String, Versioned<String>>> keys =
                kv.scan().inPagesOf(Page.of(10)).iterator();
        for (int i = 0; i < 10; i++) {
            keys.next();
        }
        assertEquals(1, requests(Request.ListKeys.class));
        keys.next();
        Set<String> asked = new HashSet<>();
        while (asked.size() < 3) { // the second page and, by itself, the third
            asked.add(wanted(cluster.awaitRequest(Request.ListKeys.class).request()));
        }
    }

    /** Its deadline began before anybody waited for it. */
    @Test
    void aPageFetchedAheadThatComesToNothingIsFetchedAnew() {
        ClientOptions.Builder patient =
                ClientOptions.builder()
                        .deadline(Duration.ofSeconds(3))
                        .attemptTimeout(Duration.ofSeconds(20))
                        .silenceTimeout(Duration.ofSeconds(30));
        AtomicInteger pages = new AtomicInteger();
        for (int id = 1; id <= 3; id++) {
            cluster.node(id)
                    .behave((link, request) -> {
                        boolean isPage = request instanceof Request.ListKeys;
                        if (!isPage
                                || pages.incrementAndGet() != 3) { // the first one fetched ahead
                            link.serve(request);
                        }
                    });
        }
        try (PaxosStore other = cluster.connect(patient)) {
            Map<String, String> found = new HashMap<>();
            for (Map.Entry<String, Versioned<String>> entry :
                    FakeCluster.open(other).scan().inPagesOf(Page.of(10))) {
                assertNull(found.put(entry.getKey(), entry.getValue().value()), "twice");
                if (found.size() == 20) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(800)); // of its deadline
                }
            }
            assertEquals(written, found);
            assertTrue(pages.get() > 10, "one was asked for again");
        }
    }
}
