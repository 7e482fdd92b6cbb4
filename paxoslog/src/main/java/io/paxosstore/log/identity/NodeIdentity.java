package io.paxosstore.log.identity;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.topology.NodeList;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The identity of a node's data directory: whose store it is and in which incarnation, how complete
 * it is, which epochs of slots it has entered, what it remembers of the other nodes, and which
 * spaces were dropped. Thread-safe.
 *
 * <p>Life: {@link #open} locks the directory and reads; the engines read what they hold, and report
 * what is damaged to {@link #damage}; {@link #begin} makes durable what was found lost, before any
 * engine writes what could hide it; then the engines begin. At the end the engines are closed
 * first.
 */
public final class NodeIdentity implements StoreView, AutoCloseable {
    /** The most spaces that a store can drop in its life. */
    public static final int DROPPED_SPACES_MAX = DroppedSpaces.COUNT_MAX;

    private static final Logger LOG = LoggerFactory.getLogger(NodeIdentity.class);

    /** Makes files of an engine. */
    @FunctionalInterface
    public interface FirstFiles {
        /** Makes them durable. */
        void make() throws IOException;
    }

    private final Path directory;
    private final FileSystem.HeldLock lock;
    private final FailStop failStop;
    private final DamageLog damage = new DamageLog();
    private final StoreFile store;
    private final StorePlace place;
    private final PeerMemory peers;
    private final DroppedSpaces dropped;
    private final SlotMemory slots;
    private final @Nullable MemberMemory members;
    private final AtomicBoolean closed = new AtomicBoolean();

    // Raised under the lock of this, after the standing has been changed.
    private volatile int rebuildings;

    /**
     * Locks a directory, creating it where it is missing, and reads whose it is. Writes nothing
     * else.
     *
     * @param listener told of the first write or fsync that fails, of whatever file of the store
     * @throws StoreOpenException if the directory cannot be this node's store; the message says why
     * @throws IOException if the disk fails
     */
    public static NodeIdentity open(
            IdentityConfig config,
            FileSystem fs,
            StorageEngine.Listener listener,
            IdentityEnvironment environment)
            throws IOException {
        FileSystem.HeldLock lock = lock(config.directory(), fs);
        boolean opened = false;
        try {
            NodeIdentity identity =
                    new NodeIdentity(config, fs, lock, new FailStop(listener), environment);
            opened = true;
            return identity;
        } finally {
            if (!opened) {
                lock.close();
            }
        }
    }

    private static FileSystem.HeldLock lock(Path directory, FileSystem fs) throws IOException {
        FileSystem.HeldLock lock;
        try {
            fs.createDirectories(directory);
            lock = fs.tryLock(directory.resolve(StoreFile.LOCK));
        } catch (IOException e) {
            throw new StoreOpenException(
                    "The directory "
                            + directory
                            + " cannot be written ("
                            + e.getClass().getSimpleName()
                            + ": "
                            + e.getMessage()
                            + "): check that it is a directory, its owner and its rights.",
                    e);
        }
        if (lock == null) {
            throw new StoreOpenException(
                    "The store in "
                            + directory
                            + " is in use by a running process: stop that one first.");
        }
        return lock;
    }

    private NodeIdentity(
            IdentityConfig config,
            FileSystem fs,
            FileSystem.HeldLock lock,
            FailStop failStop,
            IdentityEnvironment environment)
            throws IOException {
        this.directory = config.directory();
        this.lock = lock;
        this.failStop = failStop;
        this.place = new StorePlace(fs, directory);
        this.store = StoreFile.read(fs, config, environment, failStop, damage);
        SmallFileLosses losses = new SmallFileLosses(damage::add);
        boolean fresh = store.isFresh();
        IncarnationBound bound =
                new IncarnationBound(environment.wallClock(), () -> store.identity().incarnation());
        this.peers = PeerMemory.open(fs, directory, failStop, fresh, losses, bound);
        this.dropped = DroppedSpaces.read(fs, directory, failStop, fresh, losses);
        boolean entered = store.identity().entered();
        this.slots = SlotMemory.read(fs, directory, failStop, entered, losses);
        store.members(config, peers, !damage.isNameless());
        KnownNodes nodes = config.nodes();
        this.members =
                nodes == null
                        ? null
                        : MemberMemory.read(
                                fs, directory, failStop, nodes, store.hasMembersFile(), losses);
        if (store.tookPartBeforeSlots()) {
            // A node without a store of before would have rights that were others' then. Taken for
            // one that has lost its store, it never uses them.
            config.members().stream()
                    .filter(id -> id != config.nodeId())
                    .forEach(peers::takeForLostUnlessMet);
        }
    }

    /**
     * Makes the incarnation durable, and that the store rebuilds if something was found lost and it
     * cannot be told whose. To be called once, when the engine of keys has read what it holds, and
     * before anything is written. What the journal of entities has lost is told later, entity by
     * entity.
     *
     * @param firstFiles files that must be there as soon as the store exists; called if it is new
     */
    public void begin(FirstFiles firstFiles) throws IOException {
        if (damage.isNameless()) {
            LOG.error(
                    "storage.rebuilding directory={} reason={}",
                    directory,
                    "records are lost and it cannot be told whose; all are rebuilt from the peers");
            store.begin(Standing.REBUILDING);
        }
        if (store.isFresh()) {
            // The file STORE comes last: with it the store exists.
            peers.repair();
            dropped.repair();
            repairMembers();
            firstFiles.make();
            store.write();
            place.keep();
        } else {
            place.keep(); // first: a store that says that it is open has to be in its place
            if (store.tookPartBeforeSlots()) {
                peers.repair(); // first: the file STORE does not tell of it any more
            }
            if (!store.hasMembersFile()) {
                repairMembers(); // first, too: with the new version it must be there
            }
            store.write();
            peers.repair();
            dropped.repair();
            slots.repair();
            repairMembers();
        }
    }

    private void repairMembers() throws IOException {
        if (members != null) {
            members.repair();
        }
    }

    @Override
    public int nodeId() {
        return store.identity().nodeId();
    }

    @Override
    public UUID storeId() {
        return store.identity().storeId();
    }

    /**
     * {@inheritDoc}
     *
     * <p>Greater at every open, and in every later store of this node; durable before {@link
     * #begin} returns.
     */
    @Override
    public int incarnation() {
        return store.identity().incarnation();
    }

    /** The last lives of this store; any thread. */
    public Lives lives() {
        return store.identity().lives();
    }

    /**
     * Begins another incarnation of the running node, durably, as a restart would: for a node that
     * finds damage and forgets what it voted (Rule A3). Blocks for the disk; any thread.
     *
     * @param above the new one is also greater than this; 0 for none
     * @return the new incarnation
     */
    public int raiseIncarnation(int above) throws IOException {
        return store.raiseIncarnation(above);
    }

    @Override
    public boolean isFresh() {
        return store.isFresh();
    }

    @Override
    public Standing standing() {
        return store.identity().standing();
    }

    /**
     * Changes the standing, durably. {@code REBUILDING} makes all entities amnesiac, also those
     * that were rebuilt before; {@code WHOLE} ends all amnesia but that of damaged records. Blocks
     * for the disk; any thread.
     */
    public synchronized void standing(Standing standing) throws IOException {
        if (standing == Standing.NEW) {
            throw new IllegalArgumentException("a store is NEW only before it is something else");
        }
        store.standing(standing);
        if (standing == Standing.REBUILDING) {
            rebuildings++;
        }
        LOG.info("storage.standing directory={} standing={}", directory, standing);
    }

    /**
     * Changes the standing to {@code REBUILDING} and begins a later incarnation, durably and in one
     * step. Blocks for the disk; any thread.
     *
     * @param above the new incarnation is also greater than this
     */
    public synchronized void rebuild(int above) throws IOException {
        store.rebuild(above);
        rebuildings++;
        LOG.info("storage.standing directory={} standing=REBUILDING", directory);
    }

    @Override
    public int rebuildings() {
        return rebuildings;
    }

    /**
     * Whether this node has ever lost a store: then it never uses a right to skip the prepare phase
     * that does not end with a restart, because it may have used it before (Rule F1).
     */
    public boolean reborn() {
        return store.identity().reborn();
    }

    /**
     * Whether a store that is being rebuilt has stood, since its loss, in all epochs of a topology
     * that was read then (Rule M8). Lost is what it stood in with the records of {@link #slots}:
     * then it counts as another loss.
     */
    public boolean hasRejoined() {
        return store.identity().rejoined();
    }

    /**
     * Notes that durably, of a store that is being rebuilt. Blocks for the disk; any thread.
     *
     * @throws IOException if there is no room for now; or if the disk fails: the store has stopped
     */
    public synchronized void rejoined() throws IOException {
        store.rejoined();
    }

    /** What is remembered of the other nodes. */
    public PeerMemory peers() {
        return peers;
    }

    /** What is known of the nodes of the cluster; null if that is not kept here. */
    public @Nullable KnownNodes nodes() {
        return members == null ? null : members.known();
    }

    /**
     * Keeps a list of nodes durably, if it is newer than the one that is known. Blocks for the
     * disk; any thread.
     *
     * @throws IOException if there is no room for now; or if the disk fails: the store has stopped
     */
    public void keep(NodeList newest) throws IOException {
        if (members != null) {
            members.keep(newest);
        }
    }

    @Override
    public boolean isDropped(int space) {
        return dropped.contains(space);
    }

    /**
     * Drops spaces for good, durably: their numbers must not be used for others. The engines are to
     * be told afterwards. Blocks for the disk; any thread.
     *
     * @return whether one of them was not dropped before
     */
    public boolean dropSpaces(int... spaces) throws IOException {
        return dropped.add(spaces);
    }

    /** All spaces that were dropped, ascending. */
    public int[] droppedSpaces() {
        return dropped.all();
    }

    /**
     * The newest epoch of a slot that was entered; null while only its first one was. Any thread.
     */
    public @Nullable SlotRecord slot(int slot) {
        return slots.find(slot);
    }

    /**
     * The newest epoch of each slot that was entered, by slot. Empty in a store that never entered
     * anything but first configurations. Records that were lost are missing: the standing is {@code
     * REBUILDING} then, and whoever rebuilds enters what the topology says (Rule M8).
     */
    public List<SlotRecord> slots() {
        return slots.all();
    }

    /**
     * Makes these records durable in one step, all or none, instead of those of their slots. Before
     * that the node says nothing in a new epoch (Rule M2). Blocks for the disk; any thread.
     *
     * <p>A record that is {@code REBUILDING}, of a slot to which the node comes anew, or that was
     * not {@code REBUILDING}, begins to rebuild the slot anew: every entity there is amnesiac from
     * then on, also those that were rebuilt before. Any other standing ends that; before {@code
     * WHOLE} all that was rebuilt is to be made durable.
     *
     * @param changed at most one record of a slot; none of an earlier epoch than is recorded
     * @throws IOException if there is no room for now, and nothing has changed; or if the disk
     *     fails: the store has stopped
     */
    public synchronized void enter(List<SlotRecord> changed) throws IOException {
        if (changed.isEmpty()) {
            return;
        }
        if (!store.identity().entered()) {
            slots.make();
            store.entered();
        }
        slots.enter(nodeId(), incarnation(), changed);
        LOG.debug("storage.entered directory={} slots={}", directory, changed.size());
    }

    @Override
    public SlotRebuildings slotRebuildings() {
        return slots.rebuildings();
    }

    @Override
    public SlotTenures slotTenures() {
        return slots.tenures();
    }

    @Override
    public boolean isWhole(EntityKey key) {
        return standing() == Standing.WHOLE && !slots.rebuildings().isUnderWay(key);
    }

    @Override
    public DamageLog damage() {
        return damage;
    }

    @Override
    public FailStop failStop() {
        return failStop;
    }

    /**
     * Gives the directory back; twice does no harm.
     *
     * @param orderly whether every engine has ended what was under way: then the store says so
     */
    public void close(boolean orderly) {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            if (orderly && !failStop.isFailed()) {
                store.close();
            }
        } catch (IOException e) {
            // The next start takes the node for killed, which does no harm.
            LOG.warn("storage.close.failed directory={}", directory, e);
        } finally {
            unlock();
        }
    }

    /** Gives the directory back as a killed node leaves it. */
    @Override
    public void close() {
        close(false);
    }

    private void unlock() {
        try {
            lock.close();
        } catch (IOException e) {
            LOG.warn("storage.unlock.failed directory={}", directory, e);
        }
    }
}
