package io.paxosstore.node.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome.Reason;
import io.paxosstore.core.Placement;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.repair.FakeStore;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import java.util.List;

/** What is taken in by the room that a majority of the nodes has. */
final class AdmissionTest {
    private static final Message ACCEPT =
            new Message.Chosen(
                    1, new ValueId(1, 1, 1), EntryValue.of(new ValueId(1, 1, 1), new byte[1]));

    private static final Placement VOTERS = Placement.neverChanged(1, 2, 3);
    private static final EntityKey TOPOLOGY = new EntityKey(EntityKey.SYSTEM_SPACE, new byte[] {7});
    private static final EntityKey KEY = new EntityKey(1, new byte[] {7});

    private final FakeStore store = new FakeStore();
    private boolean hasEntered = true;
    private Room own = Room.ENOUGH;
    private final ClusterRoom rooms = new ClusterRoom(1, () -> own, () -> 1000);
    private final Admission admission =
            new Admission(
                    new ShardLimits(100, 1_000_000_000, 1000, 1000, 1000, 1000, 1000),
                    store,
                    rooms,
                    () -> hasEntered);

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

    private @Nullable Reason refusal(Operation operation, boolean client, boolean adds) {
        return admission.refusal(operation, client, adds, 0, VOTERS, KEY);
    }

    private @Nullable Reason adding() {
        return refusal(Operation.WRITE, true, true);
    }

    private @Nullable Reason removing() {
        return refusal(Operation.WRITE, true, false);
    }

    private @Nullable Reason reading() {
        return refusal(Operation.READ, true, false);
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
                ClusterRoom.words(rooms.shortOfRoom()));
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
        assertNull(admission.dropped(ACCEPT, 0, VOTERS, KEY));
    }

    @Test
    void belowTheHardMarkANodeStaysOutWhileOthersCanDoWithoutIt() {
        own = Room.NONE;
        assertEquals(Reason.DISK_FULL, adding());
        assertEquals(Reason.DISK_FULL, removing());
        assertEquals(Reason.DISK_FULL, reading());
        assertEquals(
                Counters.Count.MESSAGES_DROPPED_DISK_FULL,
                admission.dropped(ACCEPT, 0, VOTERS, KEY));
        assertEquals(Reason.DISK_FULL, refusal(Operation.RECOVER, false, false));
    }

    @Test
    void belowTheHardMarkOfAMajorityReadsAndDeletionsGoOn() {
        own = Room.NONE;
        others(Room.NONE, Room.LOW);
        assertEquals(Reason.DISK_FULL, adding());
        assertNull(removing());
        assertNull(reading());
        assertNull(admission.dropped(ACCEPT, 0, VOTERS, KEY), "what is open must be finished");
    }

    @Test
    void onlyTheRoomOfAnEntitysVotersCounts() {
        told(4, Room.NONE);
        told(5, Room.NONE);
        assertNull(adding(), "they do not store it");
        others(Room.LOW, Room.LOW);
        told(4, Room.ENOUGH);
        told(5, Room.ENOUGH);
        assertEquals(Reason.DISK_FULL, adding(), "those with room do not store it");
    }

    @Test
    void whileVotersChangeBothMajoritiesNeedRoom() {
        Configuration joint =
                Configuration.of(
                        ((SlotConfiguration.Stable) Configuration.first(1, 2, 3).slot())
                                .towards(List.of(1, 4, 5)));
        Placement changing = key -> joint;
        told(4, Room.LOW);
        told(5, Room.LOW);
        assertEquals(
                Reason.DISK_FULL,
                admission.refusal(Operation.WRITE, true, true, 0, changing, KEY),
                "of the next voters only this one has room");
        told(5, Room.ENOUGH);
        assertNull(admission.refusal(Operation.WRITE, true, true, 0, changing, KEY));
    }

    @Test
    void aLostStoreTakesPartInNothingUntilItKnowsItsEpochs() {
        store.standing(Standing.REBUILDING);
        hasEntered = false;
        for (Operation operation : Operation.values()) {
            for (EntityKey key : List.of(KEY, TOPOLOGY)) {
                assertEquals(
                        Reason.OVERLOADED,
                        admission.refusal(operation, false, false, 0, VOTERS, key));
            }
        }
        for (EntityKey key : List.of(KEY, TOPOLOGY)) {
            assertEquals(
                    Counters.Count.MESSAGES_DROPPED_UNDECIDED,
                    admission.dropped(ACCEPT, 0, VOTERS, key));
        }
        hasEntered = true;
        assertNull(reading());
        assertNull(admission.dropped(ACCEPT, 0, VOTERS, KEY));
    }

    @Test
    void aStoreThatIsWholeWaitsForNoTopology() {
        hasEntered = false;
        assertNull(adding());
        assertNull(admission.dropped(ACCEPT, 0, VOTERS, KEY), "it has its epochs on disk");
    }
}
