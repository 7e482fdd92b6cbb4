package io.paxosstore.log.identity;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.MirroredFile;
import io.paxosstore.log.fs.AtomicFile;
import io.paxosstore.log.fs.FileSystem;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;

/** The file STORE: the {@link StoreIdentity}, durable. Thread-safe. */
final class StoreFile {
    static final String FILE = "STORE";
    static final String LOCK = "LOCK";
    static final int FORMAT_VERSION = 5;

    /** The engine of keys lists its segments in it, before the store exists. */
    private static final String SEGMENTS = "SEGMENTS";

    /**
     * Incarnations of a new store are counted from the seconds since then, so that a node that lost
     * its disk never repeats one, nor the ids of its values (Rule A3).
     */
    static final Instant INCARNATION_EPOCH = Instant.parse("2024-01-01T00:00:00Z");

    /**
     * How many later lives of a lost store the node that told of it may not have heard of, each
     * start being one: another node that has heard of more would refuse this store if it began just
     * above what it was told. As much again differs from store to store, so that two lost ones in a
     * row do not begin with the same number, which Rule A3 could not tell apart.
     */
    private static final int LIVES_UNHEARD_OF = 1024;

    static final long MAGIC = 0x505853544f524531L;
    static final int CONTENT_BYTES_MAX = 2048;

    /** What a crash during the very first open may leave. */
    private static final Set<String> FIRST_FILES =
            Set.of(LOCK, FILE, PeerMemory.FILE, DroppedSpaces.FILE, MemberMemory.FILE, SEGMENTS);

    private final MirroredFile file;
    private final boolean fresh;
    private final int foundVersion;
    private volatile StoreIdentity identity;

    /**
     * @param foundVersion the format version of what was read; 0 of a new store
     */
    private StoreFile(MirroredFile file, int foundVersion, StoreIdentity identity) {
        this.file = file;
        this.fresh = foundVersion == 0;
        this.foundVersion = foundVersion;
        this.identity = identity;
    }

    static MirroredFile file(FileSystem fs, Path directory, FailStop failStop) {
        return new MirroredFile(
                fs, directory.resolve(FILE), MAGIC, FORMAT_VERSION, CONTENT_BYTES_MAX, failStop);
    }

    /**
     * Reads the identity of a locked directory, or makes a new one; with the next incarnation.
     * Nothing is written: {@link #write} must be called before the incarnation is used.
     *
     * @throws StoreOpenException if the directory is not this node's store
     */
    static StoreFile read(
            FileSystem fs,
            IdentityConfig config,
            IdentityEnvironment environment,
            FailStop failStop,
            DamageLog damage)
            throws IOException {
        MirroredFile file = file(fs, config.directory(), failStop);
        if (!file.exists()) {
            refuseForeignFiles(fs, config);
            int first = seconds(environment.wallClock());
            Lives.Life life = new Lives.Life(first, environment.marks().getAsLong());
            StoreIdentity made =
                    new StoreIdentity(
                            config.nodeId(),
                            environment.storeIds().get(),
                            first,
                            config.shards(),
                            Standing.NEW,
                            StoreFlags.of(0).withOpen(true),
                            config.clusterId(),
                            config.members(),
                            Lives.NONE.and(life));
            return new StoreFile(file, 0, made);
        }
        MirroredFile.Found found = file.read();
        ByteBuffer content = found.content();
        if (content == null) {
            throw new StoreOpenException(
                    "The file "
                            + file.file()
                            + " is damaged: restore it, or start this node with an empty"
                            + " directory.");
        }
        checkVersion(file, found);
        if (!found.whole()) {
            damage.add(new DamageReport(DamageReport.Kind.BAD_COPY, file.file(), 0, 0, null, 0));
        }
        StoreIdentity old = StoreIdentity.decode(content, found.version());
        check(old, config);
        if (old.open()) {
            new StorePlace(fs, config.directory()).refuseCopy();
        }
        return new StoreFile(
                file,
                found.version(),
                old.reopened(config.shards(), environment.marks().getAsLong()));
    }

    /** The incarnation of a store that is made now. */
    static int seconds(InstantSource clock) {
        long seconds = clock.instant().getEpochSecond() - INCARNATION_EPOCH.getEpochSecond();
        return Math.clamp(seconds, 1, Integer.MAX_VALUE / 2);
    }

    /** Refuses a file that this program cannot read. */
    static void checkVersion(MirroredFile file, MirroredFile.Found found)
            throws StoreOpenException {
        if (!StoreIdentity.canDecode(found.version())) {
            throw new StoreOpenException(
                    ("The store of %s has format version %d, this program knows %d:"
                                    + " run the version that wrote it.")
                            .formatted(file.file(), found.version(), FORMAT_VERSION));
        }
    }

    private static void refuseForeignFiles(FileSystem fs, IdentityConfig config)
            throws IOException {
        List<Path> files = fs.list(config.directory());
        for (Path found : files) {
            String name = String.valueOf(found.getFileName());
            String last =
                    name.endsWith(AtomicFile.TEMPORARY_SUFFIX)
                            ? name.substring(
                                    0, name.length() - AtomicFile.TEMPORARY_SUFFIX.length())
                            : name;
            if (!FIRST_FILES.contains(last)) {
                throw new StoreOpenException(
                        "The directory "
                                + config.directory()
                                + " holds other files ("
                                + name
                                + ") and no store of this program: name an empty directory.");
            }
        }
    }

    private static void check(StoreIdentity found, IdentityConfig config)
            throws StoreOpenException {
        String foreign = found.foreign(config.directory(), config.clusterId(), config.nodeId());
        if (foreign != null) {
            throw new StoreOpenException(foreign);
        }
    }

    /** Whether the store did not exist before. */
    boolean isFresh() {
        return fresh;
    }

    /** Whether it took part when nodes had the right to entry 1 in another order (Rule M9). */
    boolean tookPartBeforeSlots() {
        return !fresh
                && foundVersion < StoreIdentity.FORMAT_BY_SLOT
                && identity.standing() != Standing.NEW;
    }

    /** Whether the file MEMBERS must be there. */
    boolean hasMembersFile() {
        return foundVersion >= StoreIdentity.FORMAT_WITH_MEMBERS_FILE;
    }

    StoreIdentity identity() {
        return identity;
    }

    /**
     * Compares the members with those that are configured, and records them in memory, before the
     * first {@link #write}.
     *
     * @param rememberAll whether the peers that are remembered are all that were met
     * @throws StoreOpenException if they are others
     */
    void members(IdentityConfig config, PeerMemory peers, boolean rememberAll)
            throws StoreOpenException {
        new StoreMembers(config.directory(), identity, peers, rememberAll).check(config.members());
        identity = identity.withMembers(config.members());
    }

    /** Changes the standing in memory, before the first {@link #write}. */
    void begin(Standing standing) {
        identity = identity.withStanding(standing);
    }

    /** Makes the identity durable. */
    synchronized void write() throws IOException {
        replace(identity);
    }

    /** Notes durably that the file SLOTS is there, and lost if it is found missing. */
    synchronized void entered() throws IOException {
        replace(identity.withSlots());
    }

    /** Notes durably that a node whose store was lost knows again in which epochs it stands. */
    synchronized void rejoined() throws IOException {
        StoreIdentity next = identity.withRejoined();
        if (!next.equals(identity)) {
            replace(next);
        }
    }

    /** Notes durably that the store is closed, so that nothing is under way in it. */
    synchronized void close() throws IOException {
        identity = identity.closed();
        write();
    }

    /** Begins another incarnation, above another one, durably. */
    synchronized int raiseIncarnation(int above) throws IOException {
        replace(identity.above(above));
        return identity.incarnation();
    }

    /**
     * Begins to rebuild, and another incarnation, well above another one, durably and in one step.
     */
    synchronized void rebuild(int above) throws IOException {
        int own = (int) identity.storeId().getLeastSignificantBits() & (LIVES_UNHEARD_OF - 1);
        replace(identity.above(above + LIVES_UNHEARD_OF + own).withStanding(Standing.REBUILDING));
    }

    private void replace(StoreIdentity next) throws IOException {
        file.write(next.encode());
        identity = next;
    }

    /** Changes the standing, durably. */
    synchronized void standing(Standing standing) throws IOException {
        StoreIdentity next = identity.withStanding(standing);
        if (!next.equals(identity)) {
            replace(next);
        }
    }
}
