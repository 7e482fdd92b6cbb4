package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Stored;
import io.paxosstore.log.EntityCommand;
import io.paxosstore.log.EntityShard;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.identity.IdentityConfig;
import io.paxosstore.log.identity.IdentityEnvironment;
import io.paxosstore.log.identity.NodeIdentity;
import io.paxosstore.log.identity.SlotRebuildings;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.lsm.store.LsmReader;
import io.paxosstore.lsm.store.NoRoomException;
import io.paxosstore.lsm.store.SmallDisk;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.ValueOperation;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Rule D4: RocksDB meets a full disk; the engine goes on by itself when there is room again. */
class EntityEngineFullDiskTest extends EntityEngineFixture {
    private static final int MEBIBYTES = 16;
    private static final long RECOVERY_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final Command READ =
            new EntityCommand(MultiOp.of(new ValueOperation.Get("nothing")));

    private SmallDisk small;

    @BeforeEach
    void moveToASmallDisk() throws Exception {
        node.engine.close();
        small = new SmallDisk(root.resolve("small"), MEBIBYTES);
        data = root.resolve("small").resolve("data");
        open();
    }

    @AfterEach
    void unmount() {
        node.engine.close();
        if (small != null) {
            small.close();
        }
    }

    /** Three entries are part of the data, the fourth is applied and finds no room. */
    private void findNoRoomForTheFourth() throws IOException {
        choose(truth, 3);
        learnAll(truth);
        node.settle();
        fill();
        choose(truth, 1);
        node.learn(truth, 4);
    }

    /** RocksDB cannot flush, and takes no writes from then on. */
    private void fill() throws IOException {
        small.fill();
        assertThrows(NoRoomException.class, node.engine::flush);
        assertTrue(node.engine.shard(0).isFull());
    }

    /** The entity is amnesiac, and its data that of an image, at version 5. */
    private void bringByAnImage() throws IOException {
        choose(truth, 5);
        learnAll(truth);
        node.settle();
        node.engine.shard(0).quarantine(truth.key);
        install(truth, image(truth));
    }

    /** RocksDB looks for room every few seconds. */
    private void freeAndWait() throws IOException {
        small.free();
        long deadline = System.nanoTime() + RECOVERY_NANOS;
        while (node.engine.shard(0).isFull()) {
            assertTrue(System.nanoTime() < deadline, "RocksDB does not go on");
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            node.nanos += TimeUnit.SECONDS.toNanos(1);
            node.upkeep();
        }
    }

    /** Like {@link #freeAndWait}, with nothing of the engine's own done meanwhile. */
    private void freeAndFlush() throws IOException {
        small.free();
        long deadline = System.nanoTime() + RECOVERY_NANOS;
        while (node.engine.shard(0).isFull()) {
            assertTrue(System.nanoTime() < deadline, "RocksDB does not go on");
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            try {
                node.engine.flush();
            } catch (NoRoomException e) {
                assertTrue(node.engine.shard(0).isFull());
            }
        }
    }

    private void checkNothingIsLost() throws IOException {
        assertEquals(List.of(), node.failures);
        assertEquals(List.of(), node.damaged);
        node.checkData(truth, truth.newest());
        node.flushAndReclaim();
        crash();
        assertEquals(List.of(), node.damaged);
        node.checkData(truth, truth.newest());
        node.checkEntries(truth);
    }

    private EntityShard.ReadAnswer read() {
        return node.shard(truth.key).read(truth.key, READ);
    }

    @Test
    void entriesThatFindNoRoomAreNeitherLostNorOverlooked() throws IOException {
        choose(truth, 3);
        learnAll(truth);
        node.settle();
        fill();
        assertInstanceOf(
                EntityShard.ReadAnswer.Read.class, read(), "this is durable in the journal");
        node.checkData(truth, 3);
        choose(truth, 4);
        for (long entry = 4; entry <= 7; entry++) {
            node.learn(truth, entry);
            node.settle();
        }
        assertInstanceOf(
                EntityShard.ReadAnswer.Unreadable.class, read(), "the data is not current");
        assertEquals(List.of(), node.shard(truth.key).evaluate(truth.question()).results());
        freeAndWait();
        assertInstanceOf(EntityShard.ReadAnswer.Read.class, read());
        checkNothingIsLost();
    }

    /** Rule C5: it would wait behind one that finds no room, and be the first to be applied. */
    @Test
    void noEntryWaitsBehindOneThatIsNotWritten() throws IOException {
        node.engine.close();
        node =
                TestEngine.open(
                        fs, data, ++incarnation, 1, new ApplyBatching(10, Duration.ofMillis(100)));
        choose(truth, 4);
        learnAll(truth);
        node.settle();
        node.checkData(truth, 4);
        fill();
        choose(truth, 2);
        node.standing = Standing.REBUILDING;
        node.learn(truth, 5);
        node.standing = Standing.WHOLE;
        node.learn(truth, 6);
        node.settle();
        assertEquals(4, node.shard(truth.key).contentVersion(truth.key));
        freeAndWait();
        checkNothingIsLost();
    }

    /** A turn is written as a whole, or not at all: then all its entities wait for room. */
    @Test
    void aTurnThatFindsNoRoomIsMissingInAllItsEntities() throws IOException {
        choose(truth, 3);
        choose(other, 1);
        learnAll(truth);
        learnAll(other);
        node.settle();
        fill();
        choose(truth, 2);
        choose(other, 1);
        node.learn(truth, 4);
        node.learn(other, 2);
        node.learn(truth, 5);
        node.settle();
        assertInstanceOf(EntityShard.ReadAnswer.Unreadable.class, read());
        assertInstanceOf(
                EntityShard.ReadAnswer.Unreadable.class,
                node.shard(other.key).read(other.key, READ));
        // As they were, also in memory.
        assertEquals(3, node.shard(truth.key).contentVersion(truth.key));
        assertEquals(1, node.shard(other.key).contentVersion(other.key));
        freeAndWait();
        node.checkData(other, 2);
        checkNothingIsLost();
        node.checkData(other, 2);
    }

    /** An evaluation in the turn itself is the first to find that there is no room. */
    @Test
    void whoeverAsksInATurnThatFindsNoRoomIsNotAnswered() throws IOException {
        findNoRoomForTheFourth();
        assertEquals(List.of(), node.shard(truth.key).evaluate(truth.question()).results());
        assertInstanceOf(EntityShard.ReadAnswer.Unreadable.class, read());
        node.settle();
        freeAndWait();
        assertInstanceOf(EntityShard.ReadAnswer.Read.class, read());
        checkNothingIsLost();
    }

    @Test
    void aCrashBeforeThereIsRoomLosesNothing() throws IOException {
        choose(truth, 3);
        learnAll(truth);
        node.settle();
        fill();
        choose(truth, 2);
        node.learn(truth, 4);
        node.learn(truth, 5);
        node.settle();
        crash();
        node.checkData(truth, 5);
    }

    /** What ends an amnesia states the data's version: it waits until that is durable. */
    @Test
    void aRebuiltRecordWaitsForRoom() throws IOException {
        bringByAnImage();
        fill();
        EntryValue pending = truth.proposal();
        long rebuilt = node.append(new LogRecord(truth.key, 6, 0, 0, null, false, 5, true));
        long accepted = node.append(new LogRecord(truth.key, 6, 5, 5, pending, false, 5));
        node.settle();
        assertFalse(node.durable.contains(rebuilt) || node.durable.contains(accepted));
        freeAndWait();
        node.settle();
        assertTrue(node.durable.contains(rebuilt) && node.durable.contains(accepted));
        crash();
        Stored stored = node.load(truth);
        assertFalse(stored.amnesiac());
        assertEquals(6, stored.pendingEntry());
        assertEquals(5, stored.accepted());
        node.checkData(truth, 5);
    }

    /** The entry that it is followed by is chosen, and known to be, before there is room. */
    @Test
    void whatIsLearntBehindARebuiltRecordThatWaitsIsNotTakenForLost() throws IOException {
        bringByAnImage();
        fill();
        long rebuilt = node.append(new LogRecord(truth.key, 6, 0, 0, null, false, 5, true));
        choose(truth, 1);
        node.learn(truth, 6);
        node.settle();
        assertFalse(node.durable.contains(rebuilt));
        freeAndWait();
        node.settle();
        assertTrue(node.durable.contains(rebuilt));
        checkNothingIsLost();
        assertFalse(node.load(truth).amnesiac());
    }

    /** Rule M4: its slot is entered anew while it waits, and it is of the epoch before. */
    @Test
    void aRebuiltRecordThatWaitedEndsNoAmnesiaThatBeganMeanwhile() throws IOException {
        bringByAnImage();
        fill();
        long rebuilt = node.append(new LogRecord(truth.key, 6, 0, 0, null, false, 5, true));
        SlotConfiguration first = SlotConfiguration.first(List.of(1, 2, 3));
        NodeIdentity identity =
                NodeIdentity.open(
                        IdentityConfig.of(Path.of("/store"), "test", 1, 1),
                        new CrashableFileSystem(2),
                        StorageEngine.Listener.NONE,
                        IdentityEnvironment.system());
        identity.begin(() -> {});
        node.slots = identity::slotRebuildings;
        int slot = Slots.of(truth.key);
        identity.enter(List.of(new SlotRecord(slot, first, SlotStanding.REBUILDING)));
        freeAndWait();
        node.settle();
        assertTrue(node.durable.contains(rebuilt));
        assertTrue(node.load(truth).amnesiac());
        node.append(new LogRecord(truth.key, 6, 0, 0, null, false, 5, true));
        node.settle();
        assertFalse(node.load(truth).amnesiac());
        identity.close();
        node.slots = () -> SlotRebuildings.NONE;
        checkNothingIsLost();
    }

    /** An image comes while that record waits for room; it states an entry that is settled now. */
    @Test
    void aRebuiltRecordThatWaitedIsNotTakenForTheImagesEntry() throws IOException {
        bringByAnImage();
        choose(truth, 1);
        List<byte[]> next = image(truth);
        fill();
        node.append(new LogRecord(truth.key, 6, LogRecord.FLOOR, 0, null, false, 5, true));
        freeAndFlush();
        assertEquals(6, install(truth, next).version());
        node.settle();
        node.settle();
        assertFalse(node.load(truth).amnesiac());
        checkNothingIsLost();
    }

    /** There is room again before the record of the entry is durable. */
    @Test
    void anEntryWhoseRecordIsUnderWayIsNotTakenForLost() throws IOException {
        findNoRoomForTheFourth();
        freeAndFlush();
        node.drain();
        assertEquals(List.of(), node.damaged);
        node.settle();
        checkNothingIsLost();
    }

    /** There is no room to write that, either, and the entity may never get another image. */
    @Test
    void pagesOfAnImageThatFindsNoRoomAreRemovedWhenThereIsSome() throws IOException {
        choose(truth, 30);
        List<byte[]> pages = image(truth);
        assertTrue(pages.size() > 2, "there are several");
        choose(other, 2);
        learnAll(other);
        try (EntityShard.ImageTarget target = node.shard(truth.key).installImage(truth.key)) {
            target.page(pages.get(0));
            fill();
            assertThrows(IllegalArgumentException.class, () -> target.page(pages.get(1)));
        }
        node.settle();
        freeAndWait();
        node.nanos += TimeUnit.SECONDS.toNanos(20);
        node.upkeep();
        node.flushAndReclaim();
        node.engine.close();
        try (LsmReader reader = LsmReader.open(data)) {
            assertEquals(1, reader.numbers().size(), "only that of the other entity");
        }
        open();
        node.checkData(other, 2);
    }

    @Test
    void anImageIsRefusedAndADroppedSpaceStaysUntilThereIsRoom() throws IOException {
        choose(truth, 30);
        List<byte[]> pages = image(truth);
        choose(other, 2);
        learnAll(other);
        node.settle();
        fill();
        try (EntityShard.ImageTarget target = node.shard(truth.key).installImage(truth.key)) {
            assertThrows(IllegalArgumentException.class, () -> target.page(pages.get(0)));
        }
        node.drop(other.key.space());
        node.upkeep();
        assertEquals(1, node.engine.data().entities(null, 10).size());
        freeAndWait();
        node.upkeep();
        assertEquals(List.of(), node.engine.data().entities(null, 10));
        node.dropped = 0;
        assertEquals(30, install(truth, pages).version());
        node.settle();
        node.checkData(truth, 30);
        assertEquals(List.of(), node.failures);
    }
}
