package io.paxosstore.sim;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.Stored;
import io.paxosstore.log.DueObject;
import io.paxosstore.log.EntityShard;
import io.paxosstore.log.ShardStorage;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.fs.Faults;
import io.paxosstore.log.identity.IdentityConfig;
import io.paxosstore.log.identity.IdentityEnvironment;
import io.paxosstore.log.identity.Lives;
import io.paxosstore.log.identity.NodeIdentity;
import io.paxosstore.log.identity.PeerMemory;
import io.paxosstore.log.identity.Room;
import io.paxosstore.log.identity.SlotRebuildings;
import io.paxosstore.log.identity.SlotRecord;
import io.paxosstore.log.identity.SlotStanding;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.node.NodeStore;
import io.paxosstore.node.StoreNews;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.model.SpaceKind;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A node's disk, from the beginning of a run to its end: the real identity on a file system that
 * loses power, the storages of keys and of entities, and the room that is left. Not thread-safe.
 */
final class SimStore implements NodeStore {
    private static final Path DIRECTORY = Path.of("/store");
    private static final long ENOUGH_BYTES = 1L << 30;
    private static final long LOW_BYTES = 1L << 26;

    /** How often the power fails in the middle of the start after a crash. */
    private static final double START_LOSS_CHANCE = 0.2;

    private static final int START_LOSS_WRITES = 20;
    private static final int FAILING_WRITES = 3;

    private final SimCluster cluster;
    private final SimNode node;
    private final SimStorage keys;
    private final SimStorage entities;
    private final SimData data;
    private final RandomSource random;

    private CrashableFileSystem fs;
    private NodeIdentity identity;

    private final EnteredSlots entered = new EnteredSlots();

    private ShardStorage shard;
    private Room room = Room.ENOUGH;
    private boolean stalled;

    /** Of how many lives it has drawn a mark; those of one disk alone are ever compared. */
    private long marks;

    private int disksLost;
    private LostSlots lostSlots = new LostSlots(DIRECTORY.resolve("SLOTS"));

    /** Whether a write of the identity's files is to fail, or has failed, in this life. */
    private boolean failing;

    /**
     * An empty disk, on which the node's directory is made.
     *
     * @param entities is a {@link SimData} too
     * @param random for what the store does at times of its own
     */
    SimStore(
            SimCluster cluster,
            SimNode node,
            SimStorage keys,
            ModelEntityStorage entities,
            RandomSource random) {
        this.cluster = cluster;
        this.node = node;
        this.keys = keys;
        this.entities = entities;
        this.data = entities;
        this.random = random;
        this.fs = new CrashableFileSystem(random.nextLong());
        this.identity = open();
        this.shard = newShard();
    }

    /** Opens the directory; power may fail in the middle of that, too. */
    private NodeIdentity open() {
        while (true) {
            try {
                NodeIdentity opened =
                        NodeIdentity.open(
                                IdentityConfig.of(DIRECTORY, "sim", node.id(), 1)
                                        .withMembers(cluster.nodeIds()),
                                fs,
                                listener(),
                                new IdentityEnvironment(
                                        () -> Instant.ofEpochMilli(node.wallMillis()),
                                        () -> new UUID(random.nextLong(), random.nextLong()),
                                        () -> ++marks));
                keys.open(fs, opened);
                entities.open(fs, opened);
                opened.begin(keys::makeFirstFiles);
                keys.begin();
                entities.begin();
                IdentityFiles.checkSound(opened);
                if (fs.faults().hasPower()) {
                    fs.faults().powerLossAt(Faults.NEVER);
                    entered.opened(opened.slots());
                    return opened;
                }
                fs = fs.crash();
            } catch (Faults.PowerLossException e) {
                cluster.count(Fault.CRASH_IN_START);
                fs = fs.crash();
            } catch (IOException e) {
                SimViolation violation = new SimViolation("StoreOpens", String.valueOf(e));
                violation.initCause(e);
                throw violation;
            }
        }
    }

    /** When the power fails, so does every write; that is no failure of the disk. */
    private StorageEngine.Listener listener() {
        StoreNews news = node.news();
        return new StorageEngine.Listener() {
            @Override
            public void wake(int shardIndex) {
                news.wake(shardIndex);
            }

            @Override
            public void failed(Throwable cause) {
                if (!(cause instanceof Faults.PowerLossException)) {
                    news.failed(cause);
                }
            }

            @Override
            public void damaged(int shardIndex, EntityKey key) {
                news.damaged(shardIndex, key);
            }
        };
    }

    private ShardStorage newShard() {
        EntityShard part = new SimEntityShard(cluster, node, entities, data);
        return new ShardStorage(new SimShard(node, keys), part);
    }

    /** Has one of the next writes of the identity's files fail (Rule D4). */
    void failSoon(RandomSource which) {
        failing = true;
        fs.faults().files(IdentityFiles::isOne).failForce(1 + which.nextInt(FAILING_WRITES));
    }

    /** Whether that has been asked for in this life. */
    boolean isFailing() {
        return failing;
    }

    /** Ends what {@link #failSoon} began, unless something has failed already. */
    void failNoMore() {
        fs.faults().failForce(0);
    }

    /** Power fails; afterwards the node can be started again. */
    void crash(RandomSource survival) {
        failing = false;
        keys.crash(survival);
        entities.crash(survival);
        fs = fs.crash();
        if (node.hostBug() == HostBug.ENTERED_EPOCH_IS_LOST) {
            lostSlots.crashed(fs);
        }
        if (survival.chance(START_LOSS_CHANCE)) {
            fs.faults().powerLossAt(1 + survival.nextInt(START_LOSS_WRITES));
        }
        identity = open();
        shard = newShard();
    }

    /** The disk is replaced by an empty one (Rule A1). */
    void wipe() {
        failing = false;
        keys.wipe();
        entities.wipe();
        fs = new CrashableFileSystem(random.nextLong());
        lostSlots = new LostSlots(DIRECTORY.resolve("SLOTS"));
        room = Room.ENOUGH;
        stalled = false;
        disksLost++;
        identity = open();
        shard = newShard();
    }

    /** How often the disk was replaced. */
    int disksLost() {
        return disksLost;
    }

    /** Where an entity is held: what says who votes are keys, also beside entities. */
    private SimStorage storage(EntityKey key) {
        return switch (SpaceKind.of(key.space())) {
            case KEY_VALUE -> keys;
            case ENTITY -> entities;
        };
    }

    /** What the disk has of an entity after a crash; nothing for certain in a dropped space. */
    Stored recovered(EntityKey key) {
        if (identity.isDropped(key.space()) || !cluster.topology().votes(node.id(), key)) {
            return Stored.LOST; // to those who watch, as if it had lost its disk there
        }
        return storage(key).load(key, true);
    }

    /** What is held of an entity now. */
    Stored look(EntityKey key) {
        return storage(key).look(key);
    }

    /** What is durable of the slots that this node has entered. */
    EnteredSlots entered() {
        return entered;
    }

    /** Whether what is not held of an entity was never there. */
    boolean isWhole(EntityKey key) {
        return identity.isWhole(key);
    }

    /** The newest records of an entity rot. */
    void damage(EntityKey key) {
        storage(key).damage(key);
    }

    /** Whether records of an entity, or its data, are known to be damaged, or lost. */
    boolean isDamaged(EntityKey key) {
        boolean hasData = SpaceKind.of(key.space()) == SpaceKind.ENTITY;
        return look(key).amnesiac() || (hasData && data.isDamaged(key));
    }

    /** Whether nothing is lost that is not rebuilt. */
    boolean isWhole() {
        return isSound() && identity.slotRebuildings().isNone();
    }

    /** Whether nothing is lost, but of slots to which the node has come. */
    boolean isSound() {
        return standing() == Standing.WHOLE && keys.isSound() && entities.isSound();
    }

    /** A storage does some work of its own. */
    void work(SimStorage storage) {
        storage.work(random);
    }

    /** Changes the room; {@code stalls} only together with {@code NONE}. */
    void room(Room now, boolean stalls) {
        if (now == room && stalls == stalled) {
            return;
        }
        room = now;
        stalled = stalls;
        // Not those of a start, which asks the operator for room.
        fs.faults().withoutRoom(stalls ? this::hitsIdentity : file -> false);
        switch (now) {
            case ENOUGH -> {}
            case LOW -> cluster.count(Fault.DISK_LOW);
            case NONE -> cluster.count(stalls ? Fault.DISK_STALLED : Fault.DISK_FULL);
        }
        cluster.trace().add(node.id()).add("room").add(now.name()).add(stalls ? 1 : 0);
        cluster.trace()
                .line(() ->
                        cluster.at(node.id()) + "has room: " + now + (stalls ? ", stalled" : ""));
        shard.commit();
    }

    /** A start that finds no room asks the operator for some: nothing is written without it. */
    void starting(boolean isStarting) {
        fs.faults().withoutRoom(stalled && !isStarting ? this::hitsIdentity : file -> false);
    }

    private boolean hitsIdentity(Path file) {
        boolean hit = IdentityFiles.isOne(file);
        if (hit) {
            cluster.count(Fault.IDENTITY_WITHOUT_ROOM);
        }
        return hit;
    }

    /**
     * Whether what is under way waits too: the log's next segment could not be made. Nor can the
     * identity's files be written.
     */
    boolean isStalled() {
        return stalled;
    }

    @Override
    public ShardStorage shard(int index) {
        return shard;
    }

    @Override
    public Standing standing() {
        return identity.standing();
    }

    @Override
    public void standing(Standing now) throws IOException {
        identity.standing(now);
        changed(now);
    }

    @Override
    public void rebuild(int above) throws IOException {
        identity.rebuild(above);
        changed(Standing.REBUILDING);
    }

    private void changed(Standing now) {
        switch (now) {
            case NEW -> {}
            case REBUILDING -> {
                keys.rebuild();
                entities.rebuild();
            }
            case WHOLE -> {
                keys.whole();
                entities.whole();
                checkWhole(key -> identity.isWhole(key));
            }
        }
        node.trace("standing").add(now.name());
        cluster.trace().line(() -> cluster.at(node.id()) + "has a store that is " + now);
    }

    @Override
    public List<SlotRecord> slots() {
        return identity.slots();
    }

    private boolean comesTo(int slot, List<SlotRecord> changed) {
        return changed.stream()
                .filter(record -> record.slot() == slot)
                .anyMatch(record ->
                        Configuration.of(record.configuration())
                                .isNewcomer(node.id(), entered.epochOf(slot)));
    }

    /** Rule A5: of entities of which it takes everything to be known. */
    private void checkWhole(Predicate<EntityKey> which) {
        for (EntityKey key : cluster.truth().keys()) {
            if (cluster.topology().votes(node.id(), key) && which.test(key)) {
                cluster.truth().whole(node.id(), key, look(key));
            }
        }
    }

    @Override
    public void enter(List<SlotRecord> changed) throws IOException {
        SlotRebuildings before = identity.slotRebuildings();
        lostSlots.writing(fs);
        node.watch().comes(slot -> comesTo(slot, changed));
        identity.enter(changed);
        entered.entered(changed);
        Set<Integer> whole = new TreeSet<>();
        for (SlotRecord record : changed) {
            if (record.standing() == SlotStanding.WHOLE && before.isUnderWay(record.slot())) {
                whole.add(record.slot());
            }
            node.trace("enter")
                    .add(record.slot())
                    .add(record.configuration().epoch())
                    .add(record.standing().name());
            cluster.trace()
                    .line(() ->
                            "%senters epoch %d of slot %d: %s"
                                    .formatted(
                                            cluster.at(node.id()),
                                            record.configuration().epoch(),
                                            record.slot(),
                                            record.standing()));
        }
        keys.slotsWhole(whole::contains);
        entities.slotsWhole(whole::contains);
        checkWhole(key -> whole.contains(Slots.of(key)));
    }

    @Override
    public boolean hasRejoined() {
        return identity.hasRejoined();
    }

    @Override
    public void rejoined() throws IOException {
        identity.rejoined();
    }

    @Override
    public boolean reborn() {
        return identity.reborn();
    }

    @Override
    public Room room() {
        return room;
    }

    @Override
    public UUID storeId() {
        return identity.storeId();
    }

    @Override
    public int incarnation() {
        return identity.incarnation();
    }

    @Override
    public Lives lives() {
        return identity.lives();
    }

    @Override
    public int raiseIncarnation(int above) throws IOException {
        return identity.raiseIncarnation(above);
    }

    @Override
    public boolean isNew() {
        return identity.isFresh();
    }

    @Override
    public PeerMemory peers() {
        return identity.peers();
    }

    @Override
    public long usableBytes() {
        return switch (room) {
            case ENOUGH -> ENOUGH_BYTES;
            case LOW -> LOW_BYTES;
            case NONE -> 0;
        };
    }

    @Override
    public void dropSpaces(int[] spaces) throws IOException {
        boolean isNews = identity.dropSpaces(spaces);
        for (int space : spaces) {
            node.trace("drop").add(space);
            cluster.trace().line(() -> cluster.at(node.id()) + "forgets space " + space);
        }
        if (isNews) {
            keys.spacesDropped(spaces);
            entities.spacesDropped(spaces);
        }
    }

    @Override
    public int[] droppedSpaces() {
        return identity.droppedSpaces();
    }

    @Override
    public long keys() {
        return keys.keys() + entities.keys();
    }

    @Override
    public void onDueObjects(Consumer<List<DueObject>> listener) {
        // The model's objects expire by the log alone.
    }
}
