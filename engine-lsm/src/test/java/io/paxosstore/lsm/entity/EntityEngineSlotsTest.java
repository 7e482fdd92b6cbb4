package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.identity.IdentityConfig;
import io.paxosstore.log.identity.IdentityEnvironment;
import io.paxosstore.log.identity.NodeIdentity;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** Rules M4, M6: a slot that is entered anew is amnesiac, entity by entity, until it is whole. */
class EntityEngineSlotsTest extends EntityEngineFixture {
    /** In the slot of {@link #truth}; {@link #other} is in another one. */
    private final Truth neighbour = new Truth("{entity-1}b", new Random(13));

    private final Truth absent = new Truth("{entity-1}c", new Random(14));
    private final int slot = Slots.of(truth.key);
    private SlotConfiguration.Stable now = SlotConfiguration.first(List.of(1, 2, 3));
    private CrashableFileSystem identityFs = new CrashableFileSystem(2);
    private NodeIdentity identity;

    @BeforeEach
    void beginWithEntities() throws IOException {
        assertEquals(slot, Slots.of(neighbour.key));
        assertNotEquals(slot, Slots.of(other.key));
        openIdentity();
        tenures = () -> identity.slotTenures();
        restart();
        node.slots = identity::slotRebuildings;
        for (Truth of : List.of(truth, neighbour, other)) {
            choose(of, 5);
            learnAll(of);
        }
        node.accept(truth, 6, 7, truth.proposal(), 5);
        node.settle();
    }

    @AfterEach
    void closeIdentity() {
        identity.close();
    }

    private void openIdentity() throws IOException {
        identity =
                NodeIdentity.open(
                        IdentityConfig.of(Path.of("/store"), "test", 1, 1),
                        identityFs,
                        StorageEngine.Listener.NONE,
                        IdentityEnvironment.system());
        identity.begin(() -> {});
        identity.standing(Standing.WHOLE);
    }

    private void crashAll() throws IOException {
        crashWithoutOpening();
        identityFs = identityFs.crash();
        openIdentity();
        open();
        node.slots = identity::slotRebuildings;
    }

    private void enter(SlotStanding standing) throws IOException {
        identity.enter(List.of(new SlotRecord(slot, now, standing)));
    }

    /** What the host does when everything in the slot is rebuilt. */
    private void becomeWhole() throws IOException {
        node.engine.beforeWhole();
        enter(SlotStanding.WHOLE);
    }

    private void leaveAndComeBack() throws IOException {
        now = now.towards(List.of(2, 3, 4)).completed();
        enter(SlotStanding.NONE);
        node.engine.flush();
        node.forget(left -> left == slot);
        now = now.towards(List.of(1, 2, 3)).completed();
        enter(SlotStanding.REBUILDING);
    }

    /** Ends the amnesia of an entity, at the version of its data. */
    private void rebuild(Truth of) {
        append(of);
        node.settle();
    }

    private void append(Truth of) {
        long version = of.newest();
        node.append(new LogRecord(of.key, version + 1, 0, 0, null, false, version, true));
    }

    private boolean amnesiac(Truth of) {
        boolean is = node.load(of).amnesiac();
        assertEquals(is, node.shard(of.key).look(of.key).amnesiac());
        return is;
    }

    private void checkOther() {
        assertFalse(amnesiac(other));
        node.checkData(other, other.newest());
    }

    @Test
    void allEntitiesOfASlotThatIsEnteredAnewAreAmnesiac() throws IOException {
        leaveAndComeBack();
        for (int start = 0; start < 2; start++) {
            Stored held = node.load(truth);
            assertTrue(held.amnesiac());
            assertEquals(5, held.version(), "what was chosen is kept as data");
            assertEquals(0, held.pendingEntry(), "what was accepted is forgotten");
            node.checkData(truth, 5);
            assertTrue(amnesiac(neighbour));
            Stored lost = node.load(absent);
            assertTrue(lost.amnesiac());
            assertEquals(0, lost.version() + lost.pendingEntry());
            assertEquals(0, node.shard(truth.key).checksum(truth.key), "it is no evidence");
            checkOther();
            crashAll();
        }
    }

    @Test
    void anEntityIsTrustedFromItsRebuiltRecordOn() throws IOException {
        leaveAndComeBack();
        choose(truth, 1);
        learnAll(truth);
        rebuild(truth);
        assertFalse(amnesiac(truth));
        assertTrue(amnesiac(neighbour));
        checkOther();
        EntryValue pending = truth.proposal();
        node.accept(truth, 7, 9, pending, 6);
        node.settle();
        assertEquals(9, node.load(truth).accepted());
        enter(SlotStanding.REBUILDING);
        assertFalse(amnesiac(truth), "the same epoch begins nothing anew");

        crashAll();
        assertTrue(amnesiac(truth), "after a start all are rebuilt again");
        assertEquals(7, node.load(truth).pendingEntry());
        node.checkData(truth, 6);
        truth.choose(pending);
        learnAll(truth);
        rebuild(truth);
        rebuild(neighbour);
        rebuild(absent);
        assertFalse(amnesiac(truth) || amnesiac(neighbour) || amnesiac(absent));
        becomeWhole();
        for (int start = 0; start < 2; start++) {
            assertFalse(amnesiac(truth) || amnesiac(neighbour) || amnesiac(absent));
            node.checkData(truth, 7);
            node.checkData(neighbour, 5);
            assertEquals(0, node.load(truth).accepted(), "what was accepted before is chosen");
            assertEquals(0, node.load(truth).promised());
            checkOther();
            crashAll();
        }
    }

    @Test
    void aSecondEnteringMakesAllAmnesiacAgain() throws IOException {
        leaveAndComeBack();
        choose(truth, 1);
        learnAll(truth);
        rebuild(truth);
        rebuild(neighbour);
        assertFalse(amnesiac(truth));
        leaveAndComeBack();
        assertTrue(amnesiac(truth));
        assertTrue(amnesiac(neighbour));
        rebuild(truth);
        assertFalse(amnesiac(truth));
        assertTrue(amnesiac(neighbour));
        now = now.towards(List.of(1, 2, 5)).completed();
        enter(SlotStanding.REBUILDING);
        assertFalse(amnesiac(truth), "it votes on, and keeps what it has voted");
        assertTrue(amnesiac(neighbour));
        becomeWhole();
        assertFalse(amnesiac(truth));
        leaveAndComeBack();
        assertTrue(amnesiac(truth));
        checkOther();
    }

    @Test
    void aRebuiltRecordThatWasUnderWayEndsNoLaterAmnesia() throws IOException {
        choose(truth, 1);
        learnAll(truth);
        leaveAndComeBack();
        append(truth);
        leaveAndComeBack();
        append(neighbour);
        node.settle();
        assertTrue(amnesiac(truth));
        assertFalse(amnesiac(neighbour));
    }

    /** Data of a slot that is rebuilt becomes durable once, in the end. */
    @Test
    void noRebuiltRecordOfASlotWaitsForTheData() throws IOException {
        leaveAndComeBack();
        choose(truth, 1);
        learnAll(truth);
        long before = node.engine.data().durableSequence();
        rebuild(truth);
        assertEquals(before, node.engine.data().durableSequence());
        becomeWhole();
        long after = node.engine.data().durableSequence();
        assertTrue(after > before);
        choose(truth, 1);
        learnAll(truth);
        node.settle();
        rebuild(truth);
        assertTrue(node.engine.data().durableSequence() > after, "that of damage does");
    }

    @Test
    void whatWasRebuiltIsDurableOnceTheSlotIsWhole() throws IOException {
        leaveAndComeBack();
        List<byte[]> pages = imageOfMore();
        install(truth, pages);
        rebuild(truth);
        rebuild(neighbour);
        becomeWhole();
        crashAll();
        node.checkData(truth, truth.newest());
        assertFalse(amnesiac(truth));
        node.flushAndReclaim();
        crashAll();
        node.checkData(truth, truth.newest());
        assertFalse(amnesiac(truth));
        checkOther();
    }

    private List<byte[]> imageOfMore() throws IOException {
        choose(truth, 20);
        return image(truth);
    }

    /** The journal is behind the data, and still nothing of before counts. */
    @Test
    void dataAheadOfTheJournalEndsNoAmnesia() throws IOException {
        leaveAndComeBack();
        install(truth, imageOfMore());
        node.engine.data().flush();
        crashAll();
        Stored held = node.load(truth);
        assertTrue(held.amnesiac());
        assertEquals(truth.newest(), held.version());
        node.settle();
        rebuild(truth);
        assertFalse(amnesiac(truth));
        node.checkData(truth, truth.newest());
        node.flushAndReclaim();
        assertFalse(amnesiac(truth), "a reclaim of the journal keeps it");
        assertTrue(amnesiac(neighbour));
    }

    @Test
    void storeAndSlotAreRebuiltEachForItself() throws IOException {
        leaveAndComeBack();
        choose(truth, 1);
        learnAll(truth);
        rebuild(truth);
        node.engine.beforeRebuilding();
        node.standing = Standing.REBUILDING;
        assertTrue(amnesiac(truth));
        assertTrue(amnesiac(other));
        rebuild(truth);
        rebuild(other);
        assertFalse(amnesiac(truth));
        assertFalse(amnesiac(other));
        leaveAndComeBack();
        assertTrue(amnesiac(truth));
        assertFalse(amnesiac(other));
        rebuild(truth);
        node.engine.beforeWhole();
        node.standing = Standing.WHOLE;
        assertFalse(amnesiac(truth));
        assertTrue(amnesiac(neighbour), "the slot is not whole");
        becomeWhole();
        assertFalse(amnesiac(neighbour));
        checkOther();
    }

    /** Rule M10: its data goes as well, once nothing else is held of it. */
    @Test
    void theDataOfASlotThatWasLeftIsRemoved() throws IOException {
        node.flushAndReclaim();
        now = now.towards(List.of(2, 3, 4)).completed();
        enter(SlotStanding.NONE);
        node.upkeep();
        assertEquals(3, entities(), "the journal has not forgotten it yet");
        node.forget(left -> left == slot);
        node.nanos += LeftEntities.AGAIN_NANOS;
        node.upkeep();
        assertEquals(List.of(other.key), node.engine.data().entityIds(null, 10));
        checkOther();
        crashAll();
        node.upkeep();
        assertEquals(List.of(other.key), node.engine.data().entityIds(null, 10));
        assertEquals(List.of(other.key), pageOf(node));
        now = now.towards(List.of(1, 2, 3)).completed();
        enter(SlotStanding.REBUILDING);
        Stored held = node.load(truth);
        assertTrue(held.amnesiac());
        assertEquals(0, held.version() + held.pendingEntry());
    }

    /** After a crash between forgetting and removing, the list of all finds it. */
    @Test
    void aCrashLeavesNoDataOfASlotThatWasLeft() throws IOException {
        node.flushAndReclaim();
        now = now.towards(List.of(2, 3, 4)).completed();
        enter(SlotStanding.NONE);
        crashAll();
        assertEquals(3, entities());
        node.upkeep();
        assertEquals(List.of(other.key), node.engine.data().entityIds(null, 10));
        checkOther();
    }

    /** A slot that is entered again keeps what is there: it may be in use before it is listed. */
    @Test
    void nothingIsRemovedOfASlotThatIsEnteredAgain() throws IOException {
        leaveAndComeBack();
        node.upkeep();
        assertEquals(3, entities());
        assertTrue(amnesiac(truth) && amnesiac(neighbour));
        choose(truth, 1);
        learnAll(truth);
        rebuild(truth);
        rebuild(neighbour);
        becomeWhole();
        node.nanos += LeftEntities.AGAIN_NANOS;
        node.upkeep();
        for (int start = 0; start < 2; start++) {
            node.checkData(truth, 6);
            node.checkData(neighbour, 5);
            assertFalse(amnesiac(truth) || amnesiac(neighbour));
            checkOther();
            crashAll();
        }
    }

    /** After the journal was lost it is told what the data holds: not that. */
    @Test
    void theDataOfASlotThatWasLeftIsNotAdopted() throws IOException {
        node.flushAndReclaim();
        now = now.towards(List.of(2, 3, 4)).completed();
        enter(SlotStanding.NONE);
        node.engine.close();
        for (Path file : fs.list(TestEngine.JOURNAL)) {
            fs.delete(file);
        }
        node = TestEngine.openRebuilding(fs, data, ++incarnation, tenures);
        node.slots = identity::slotRebuildings;
        node.settle();
        node.upkeep();
        assertEquals(List.of(other.key), node.engine.data().entityIds(null, 10));
        assertEquals(List.of(other.key), pageOf(node));
        assertEquals(other.newest(), node.load(other).version());
    }

    private int entities() {
        return node.engine.data().entityIds(null, 10).size();
    }
}
