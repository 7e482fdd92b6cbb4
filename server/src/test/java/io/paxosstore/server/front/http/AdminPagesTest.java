package io.paxosstore.server.front.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/** What is asked of a node before another one is stopped is more than whether it serves. */
class AdminPagesTest {
    private final Health health = new Health();
    private final AdminPages pages = new AdminPages(health, () -> "", () -> "{}");

    private String ready(String... asked) {
        AdminPages.Page page = pages.get("/readyz", Set.of(asked));
        return page.status() + " " + page.body();
    }

    @Test
    void aNodeThatRebuildsServesAndIsNotWhole() {
        AtomicReference<String> store = new AtomicReference<>("it fetches what it has lost");
        health.wholeness(store::get);
        health.note("moves", () -> "nothing moves");
        health.phase(Health.Phase.SERVING);
        assertEquals("200 ok\n", ready());
        assertEquals("503 store: it fetches what it has lost\n", ready("whole"));
        assertEquals("503 node: ok\nmoves: nothing moves\n", ready("whole", "verbose"));
        store.set(Health.OK);
        assertEquals("200 ok\n", ready("whole"));
        health.phase(Health.Phase.DRAINING);
        assertEquals("503 node: shutting down\n", ready("whole"));
    }
}
