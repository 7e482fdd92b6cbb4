package io.paxosstore.log.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Rules M4, M10: what a node has written of a slot counts no more when it has left. */
class SlotTenuresTest {
    private static final EntityKey KEY =
            new EntityKey(1, "foo".getBytes(StandardCharsets.US_ASCII));
    private static final EntityKey OTHER =
            new EntityKey(1, "bar".getBytes(StandardCharsets.US_ASCII));

    private CrashableFileSystem fs = new CrashableFileSystem(1);
    private NodeIdentity identity;
    private SlotConfiguration.Stable now = SlotConfiguration.first(List.of(1, 2, 3));

    @BeforeEach
    void open() throws IOException {
        identity =
                NodeIdentity.open(
                        IdentityConfig.of(Path.of("/store"), "test", 1, 1),
                        fs,
                        StorageEngine.Listener.NONE,
                        IdentityEnvironment.system());
        identity.begin(() -> {});
        if (identity.standing() == Standing.NEW) {
            identity.standing(Standing.WHOLE);
        }
    }

    private void restart() throws IOException {
        fs = fs.crash();
        open();
    }

    private SlotTenures tenures() {
        return identity.slotTenures();
    }

    private void enter(SlotStanding standing) throws IOException {
        identity.enter(List.of(new SlotRecord(KEY.slot(), now, standing)));
    }

    private void leave() throws IOException {
        now = now.towards(List.of(2, 3, 4)).completed();
        enter(SlotStanding.NONE);
    }

    private void comeBack() throws IOException {
        now = now.towards(List.of(1, 2, 3)).completed();
        enter(SlotStanding.REBUILDING);
    }

    @Test
    void whoVotesFromTheBeginningNamesNoTenure() throws IOException {
        assertSame(SlotTenures.FIRST, tenures());
        now = now.towards(List.of(1, 2, 4)).completed();
        enter(SlotStanding.WHOLE);
        assertEquals(0, tenures().of(KEY));
        assertTrue(tenures().counts(KEY, 0));
        assertFalse(tenures().counts(KEY, 1), "of a time of which the store knows nothing");
        assertFalse(tenures().isAnyLeft());
    }

    @Test
    void nothingCountsOfASlotThatWasLeft() throws IOException {
        leave();
        for (int start = 0; start < 2; start++) {
            assertTrue(tenures().isLeft(KEY.slot()));
            assertFalse(tenures().counts(KEY, 0));
            assertTrue(tenures().counts(OTHER, 0));
            assertFalse(tenures().isLeft(OTHER.slot()));
            restart();
        }
    }

    @Test
    void aTenureHasTheNumberOfTheIncarnationInWhichItBegan() throws IOException {
        leave();
        restart();
        comeBack();
        int first = identity.incarnation();
        for (int start = 0; start < 2; start++) {
            assertEquals(first, tenures().of(KEY));
            assertTrue(tenures().counts(KEY, first));
            assertFalse(tenures().counts(KEY, 0));
            restart();
        }
        enter(SlotStanding.WHOLE);
        assertEquals(first, tenures().of(KEY), "it goes on");
        now = now.towards(List.of(1, 3, 5)).completed();
        enter(SlotStanding.WHOLE);
        assertEquals(first, tenures().of(KEY), "in another epoch, too");
        leave();
        comeBack();
        assertEquals(identity.incarnation(), tenures().of(KEY));
        assertFalse(tenures().counts(KEY, first));
        assertFalse(tenures().counts(KEY, 0));
    }
}
