package io.paxosstore.node.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Message;
import io.paxosstore.core.ValueId;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

class HeldLoadsTest {
    private static final EntityKey KEY = key("k");
    private static final EntityKey OTHER = key("other");

    private final List<EntityKey> taken = new ArrayList<>();
    private final HeldLoads held = new HeldLoads(taken::add);

    private static EntityKey key(String name) {
        return new EntityKey(1, name.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void withoutRecordsOnTheirWayItIsTakenInWithTheIncarnation() {
        held.hold(KEY);
        assertEquals(List.of(), taken);
        held.takeIn();
        assertEquals(List.of(), taken, "the incarnation has not begun");
        held.due(KEY);
        held.takeIn();
        assertEquals(List.of(KEY), taken);
        held.due(KEY);
        held.takeIn();
        assertEquals(List.of(KEY), taken, "once");
    }

    @Test
    void whatIsOnItsWayIsWaitedFor() {
        held.hold(KEY);
        held.appended(KEY);
        held.appended(OTHER);
        held.appended(KEY);
        held.due(KEY);
        held.durable(KEY);
        held.durable(OTHER);
        held.takeIn();
        assertEquals(List.of(), taken, "one record is still on its way");
        held.durable(KEY);
        held.takeIn();
        assertEquals(List.of(KEY), taken);
    }

    /** Others may go on for as long as the disk is full. */
    @Test
    void noValuesAreKeptMeanwhile() {
        EntryValue value = EntryValue.of(new ValueId(2, 1, 1), new byte[100]);
        Message brings = new Message.Chosen(2, value.id(), value);
        held.hold(KEY);
        assertFalse(held.keeps(KEY, brings));
        assertTrue(held.keeps(OTHER, brings));
        assertTrue(held.keeps(KEY, new Message.Chosen(2, value.id(), null)));
        assertTrue(held.keeps(KEY, new Message.Learn(1, 0)));
        held.due(KEY);
        held.takeIn();
        assertTrue(held.keeps(KEY, brings));
    }

    @Test
    void recordsThatAreDurableBeforeTheIncarnationDoNotCount() {
        held.hold(KEY);
        held.appended(KEY);
        held.durable(KEY);
        held.due(KEY);
        held.takeIn();
        assertEquals(List.of(KEY), taken);
    }
}
