package io.paxosstore.node.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome.Reason;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.repair.FakeStore;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is taken in by the room that a majority of the nodes has. */
final class AdmissionTest {
    private static final Message ACCEPT =
            new Message.Chosen(
                    1, new ValueId(1, 1, 1), EntryValue.of(new ValueId(1, 1, 1), new byte[1]));

    private final FakeStore store = new FakeStore();
    private Room own = Room.ENOUGH;
    private final ClusterRoom rooms = new ClusterRoom(3, () -> own, () -> 1000);
    private final Admission admission =
            new Admission(
                    new ShardLimits(100, 1_000_000_000, 1000, 1000, 1000, 1000), store, rooms);

    AdmissionTest() {
        store.standing(Standing.WHOLE);
        others(Room.ENOUGH, Room.ENOUGH);
    }

    private void others(@Nullable Room second, @Nullable Room third) {
        told(2, second);
        told(3, third);
    }

    private void told(int node, @Nullable Room room) {
        if (room == null) {
            rooms.gone(node);
        } else {
            rooms.told(node, new ClusterRoom.Told(room, 300 << 20));
        }
    }

    private @Nullable Reason adding() {
        return admission.refusal(Operation.WRITE, true, true, 0);
    }

    private @Nullable Reason removing() {
        return admission.refusal(Operation.WRITE, true, false, 0);
    }

    private @Nullable Reason reading() {
        return admission.refusal(Operation.READ, true, false, 0);
    }

    @Test
    void whatAddsDataNeedsAMajorityWithRoom() {
        others(Room.LOW, Room.ENOUGH);
        assertNull(adding(), "two of three have room");
        others(Room.LOW, Room.LOW);
        assertEquals(Reason.DISK_FULL, adding(), "one of them would have to store it");
        assertNull(removing());
        assertNull(reading());
        assertEquals(
                "node 2 (300 MiB free) and node 3 (300 MiB free)",
                ClusterRoom.words(rooms.shortOfRoom(1)));
        others(Room.ENOUGH, Room.LOW);
        assertNull(adding(), "it goes on by itself");
    }

    @Test
    void aNodeThatIsDownHasNoRoom() {
        others(null, Room.ENOUGH);
        assertNull(adding());
        others(null, Room.LOW);
        assertEquals(Reason.DISK_FULL, adding(), "node 3 would have to store it");
        others(null, null);
        assertNull(adding(), "that is no matter of room");
    }

    @Test
    void aNodeOnWhichNothingAddsDataStillVotesAndDeletes() {
        own = Room.LOW;
        assertEquals(Reason.DISK_FULL, adding());
        assertNull(removing());
        assertNull(reading());
        assertNull(admission.dropped(ACCEPT, 0));
    }

    @Test
    void belowTheHardMarkANodeStaysOutWhileOthersCanDoWithoutIt() {
        own = Room.NONE;
        assertEquals(Reason.DISK_FULL, adding());
        assertEquals(Reason.DISK_FULL, removing());
        assertEquals(Reason.DISK_FULL, reading());
        assertEquals(Counters.Count.MESSAGES_DROPPED_DISK_FULL, admission.dropped(ACCEPT, 0));
        assertEquals(Reason.DISK_FULL, admission.refusal(Operation.RECOVER, false, false, 0));
    }

    @Test
    void belowTheHardMarkOfAMajorityReadsAndDeletionsGoOn() {
        own = Room.NONE;
        others(Room.NONE, Room.LOW);
        assertEquals(Reason.DISK_FULL, adding());
        assertNull(removing());
        assertNull(reading());
        assertNull(admission.dropped(ACCEPT, 0), "what is open must be finished");
    }
}
