package io.paxosstore.node.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

final class OnTheirWayTest {
    private static final EntityKey KEY = new EntityKey(1, new byte[] {1});
    private static final EntityKey ENTITY = new EntityKey(SpaceKind.ENTITY_FROM, new byte[] {1});

    private final OnTheirWay onTheirWay = new OnTheirWay();
    private final List<String> landed = new ArrayList<>();

    private void durable(EntityKey key) {
        onTheirWay.durable(key);
        onTheirWay.runDue();
    }

    private void whenLanded(String name) {
        onTheirWay.whenLanded(() -> landed.add(name));
    }

    @Test
    void nothingUnderWayIsLandedAtOnce() {
        whenLanded("at the start");
        onTheirWay.appended(KEY);
        durable(KEY);
        whenLanded("later");
        assertEquals(List.of("at the start", "later"), landed);
    }

    /** The parts of the storage write in logs of their own: one says nothing of the other. */
    @Test
    void keysAndEntitiesAreWaitedForApart() {
        onTheirWay.appended(KEY);
        onTheirWay.appended(ENTITY);
        whenLanded("both");
        onTheirWay.appended(KEY);
        onTheirWay.appended(KEY);
        durable(KEY);
        durable(KEY);
        durable(KEY);
        assertEquals(List.of(), landed, "the entity's record is on its way still");
        durable(ENTITY);
        assertEquals(List.of("both"), landed);

        onTheirWay.appended(KEY);
        onTheirWay.appended(ENTITY);
        whenLanded("the other way round");
        onTheirWay.appended(ENTITY);
        durable(ENTITY);
        durable(ENTITY);
        assertEquals(List.of("both"), landed);
        durable(KEY);
        assertEquals(List.of("both", "the other way round"), landed);
    }

    @Test
    void eachWaitsForTheRecordsOfItsMoment() {
        onTheirWay.appended(KEY);
        whenLanded("one");
        onTheirWay.appended(KEY);
        whenLanded("two");
        whenLanded("two again");
        onTheirWay.appended(KEY);
        durable(KEY);
        assertEquals(List.of("one"), landed);
        durable(KEY);
        assertEquals(List.of("one", "two", "two again"), landed);
        durable(KEY);
        assertEquals(3, landed.size());
    }

    /** A drain reports many records before anybody is told. */
    @Test
    void nobodyIsToldTwice() {
        onTheirWay.appended(KEY);
        onTheirWay.appended(KEY);
        whenLanded("all");
        onTheirWay.durable(KEY);
        onTheirWay.durable(KEY);
        assertEquals(List.of(), landed);
        onTheirWay.runDue();
        onTheirWay.runDue();
        assertEquals(List.of("all"), landed);
    }

    /** What has landed may make another slot let go at once. */
    @Test
    void whoeverIsToldMayWaitAgain() {
        onTheirWay.appended(KEY);
        onTheirWay.whenLanded(() -> {
            whenLanded("nothing is under way");
            onTheirWay.appended(ENTITY);
            whenLanded("the next one");
        });
        durable(KEY);
        assertEquals(List.of("nothing is under way"), landed);
        durable(ENTITY);
        assertEquals(List.of("nothing is under way", "the next one"), landed);
    }
}
