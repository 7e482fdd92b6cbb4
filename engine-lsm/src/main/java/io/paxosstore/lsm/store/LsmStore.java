package io.paxosstore.lsm.store;

import io.paxosstore.log.DueObject;
import io.paxosstore.log.FailStop;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.lsm.model.AppendedMerge;
import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.lsm.store.EntityLocks.EntityLock;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;

/**
 * The data of a node's entities. Thread-safe, provided that each entity has one writer at a time.
 *
 * <p>What is applied is in memory first and becomes durable with a flush, RocksDB's own or {@link
 * #flush}. Every write has a sequence number; {@link #durableSequence} says up to which number all
 * writes are durable: the journal keeps an entry until the number its application had is durable
 * (Rule D6). A crash leaves the state at that number; the caller replays what came after, and what
 * it replays in excess is recognised by its entry id.
 *
 * <p>An entity's lock ({@link EntityLocks}) is held from what is read of it to the write that rests
 * on it, by all but who applies its entries: {@link EntryBatch} says why. Every write has a lock of
 * the whole store as well ({@link Commits}).
 */
public final class LsmStore implements AutoCloseable {
    static final String DATABASE = "db";
    static final String MARKS = "LOADING";

    private final Rocks rocks;
    private final LsmConfig config;
    private final Health health;
    private final boolean created;
    private final Installs installs;
    private final GivenUpImages givenUp;
    private final TableMerges merges;

    /** Guarded by itself: one purge at a time. */
    private final Purge purge;

    private final EndedDeadlines endedDeadlines = new EndedDeadlines();
    private final EntityLocks locks = new EntityLocks();
    private final Commits commits;
    private final EntityMetas metas;

    private LsmStore(
            Rocks rocks, LsmConfig config, Health health, boolean created, LoadingMarks marks) {
        this.rocks = rocks;
        this.config = config;
        this.health = health;
        this.created = created;
        this.commits = new Commits(rocks, number(Keys.SEQUENCE, 0), number(Keys.NUMBER, 1));
        this.metas = new EntityMetas(rocks, locks, commits, config.recentBytes());
        this.installs = new Installs(rocks, marks);
        this.givenUp = new GivenUpImages(rocks, locks, commits, installs);
        this.purge = new Purge(rocks, locks, metas, installs, endedDeadlines);
        this.merges = new TableMerges(this, rocks, config.merges());
    }

    /**
     * Opens a store, or creates one in an empty directory.
     *
     * @throws DamagedTableException if it is damaged, or a part of it is gone
     * @throws LsmFailureException if it cannot be used now, or has another format; a sentence
     */
    public static LsmStore open(Path directory, LsmConfig config, LsmListener listener) {
        FileSystem fs = FileSystem.real();
        Path database = directory.resolve(DATABASE);
        OpenFailure.check(directory, database);
        boolean created = !Files.exists(database.resolve(OpenFailure.CURRENT));
        try {
            fs.createDirectories(database);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Health health = new Health(listener);
        FailStop failStop = new FailStop(health);
        Rocks rocks = Rocks.open(database, config, health);
        boolean opened = false;
        try {
            LoadingMarks marks = LoadingMarks.open(fs, directory.resolve(MARKS), failStop);
            LsmStore store = new LsmStore(rocks, config, health, created, marks);
            StoreFormat.check(rocks, directory);
            store.commits.numbersFrom(store.installs.recover());
            opened = true;
            return store;
        } finally {
            if (!opened) {
                rocks.close();
            }
        }
    }

    private long number(byte[] key, long otherwise) {
        byte[] bytes = rocks.get(Family.STORE, key);
        return bytes == null ? otherwise : ByteReader.of(bytes).getLong();
    }

    /** Whether this open made the store: the directory was empty. */
    public boolean isNew() {
        return created;
    }

    /** An entity's metadata; null if nothing was ever applied to it here. */
    public @Nullable EntityMeta meta(EntityKey entity) {
        return metas.get(entity);
    }

    /** About how many bytes of an entity's data are in tables on the disk. */
    public long dataBytes(EntityStand stand) {
        byte[] from = Keys.number(stand.number());
        byte[] to = Keys.number(stand.number() + 1);
        return rocks.tableBytes(Family.HEADS, from, to) + rocks.tableBytes(Family.DATA, from, to);
    }

    /** The entity as it is now, whatever is applied from now on. Close it. */
    public SnapshotState read(EntityKey entity) {
        return metas.read(entity);
    }

    /** The same for the entity's writer, which writes nothing until it has closed it. */
    public StoredState readRecent(EntityKey entity) {
        return metas.readRecent(entity);
    }

    EntityMetas metas() {
        return metas;
    }

    /** A batch for entries of entities of which the caller is the only one to apply any. */
    public EntryBatch batch() {
        return new EntryBatch(this, rocks, commits);
    }

    /**
     * Applies entries of one entity in a write of their own, see {@link EntryBatch#add}.
     *
     * @return the sequence number with which they become durable
     */
    public long apply(EntityKey entity, AppliedEntry last, List<byte[]> changes) {
        EntryBatch batch = batch();
        if (batch.add(entity, last, changes)) {
            return batch.write();
        }
        EntityMeta known = meta(entity);
        return known == null ? 0 : known.sequence();
    }

    /** Writes what entries of entities change; the caller alone applies any to them. */
    long write(Batch batch, Collection<EntityUpdate> updates) {
        BitSet indexes = new BitSet(EntityLocks.COUNT);
        for (EntityUpdate one : updates) {
            indexes.set(EntityLocks.index(one.entity()));
        }
        return locks.holding(
                indexes,
                () -> {
                    long mine = metas.write(batch, updates);
                    // A merge that hears of a table has to find it.
                    updates.forEach(merges::applied);
                    updates.forEach(endedDeadlines::applied);
                    return mine;
                });
    }

    Rocks rocks() {
        return rocks;
    }

    /** The sequence number of the newest write. */
    public long sequence() {
        return commits.sequence();
    }

    /**
     * The sequence number up to which everything is durable: what a crash now would leave. Cheap;
     * also counts what RocksDB has flushed by itself.
     */
    public long durableSequence() {
        byte[] bytes = rocks.getDurable(Family.STORE, Keys.SEQUENCE);
        long durable = bytes == null ? 0 : ByteReader.of(bytes).getLong();
        installs.durable(durable);
        return durable;
    }

    /**
     * Whether the newest write or flush found no room on the disk. All that change something throw
     * {@link NoRoomException} then; the next one that is tried says whether it is still so.
     */
    public boolean isFull() {
        return rocks.isFull();
    }

    /**
     * Tries whether there is room by now. A flush would not do: flushes that fail one after the
     * other keep RocksDB from going on by itself.
     *
     * @throws NoRoomException if there is none
     */
    public void probe() {
        commits.probe();
    }

    /** Tries whether there is room by now, if there was none. */
    void checkRoom() {
        if (isFull()) {
            probe();
        }
    }

    /**
     * Makes everything applied so far durable.
     *
     * @return {@link #durableSequence} afterwards
     * @throws NoRoomException if the disk is full
     */
    public long flush() {
        checkRoom();
        rocks.flush();
        return durableSequence();
    }

    /**
     * Begins to read what brings a holder of an entity's older version to what it is now (Rule C1):
     * the appended elements only, if that is something less than the whole image, and not too much
     * to be held in memory. Close it.
     *
     * @param above the version that is held; 0 for the whole image
     * @throws IllegalStateException if there is nothing to read
     */
    public ImageExport export(EntityKey entity, long above) {
        return ImageExport.of(entity, read(entity), above);
    }

    /**
     * Begins to bring an entity's data to the version of an image (Rule C2). Until that is finished
     * the entity is what it was, and goes on.
     */
    public ImageInstall install(EntityKey entity) {
        return new ImageInstall(this, rocks, entity);
    }

    /**
     * Begins to write a whole image: after a crash a durable mark names the pages to be removed. A
     * former attempt that was not finished is given up.
     *
     * @return the number under which the pages go
     * @throws IllegalStateException if too many images are being installed
     */
    long beginInstall(EntityKey entity) {
        // What was given up may be removed just now.
        try (EntityLock _ = locks.hold(entity)) {
            long number = commits.newNumber();
            commits.keep(number);
            installs.begin(entity, number);
            return number;
        }
    }

    /** Ends an install: the image counts from here on. */
    long finish(ImageInstall install, ImagePage.Head head) {
        try (EntityLock _ = locks.hold(install.entity())) {
            commits.checkOpen();
            installs.checkCurrent(install.entity(), install.number());
            return replace(install.entity(), install.number(), head, rocks.batch());
        }
    }

    /** Makes an image an entity's data in one step. A former attempt is given up. */
    long install(EntityKey entity, ImagePage.Head head, List<EntityChanges.Put> records) {
        try (EntityLock _ = locks.hold(entity)) {
            commits.checkOpen();
            Batch batch = rocks.batch();
            Long pages = installs.running(entity);
            if (pages != null) {
                batch.deleteData(pages);
            }
            long number = commits.newNumber();
            for (EntityChanges.Put record : records) {
                RecordWriter.add(batch, number, Keys.meta(entity), record);
            }
            return replace(entity, number, head, batch);
        }
    }

    private long replace(EntityKey entity, long number, ImagePage.Head head, Batch batch) {
        EntityMeta before = metaIfReadable(entity);
        if (before != null) {
            batch.deleteData(before.number());
        }
        long mine = metas.write(batch, List.of(EntityUpdate.ofImage(entity, number, head)));
        installs.ended(entity, mine);
        merges.replaced();
        return mine;
    }

    /**
     * Makes appended elements part of an entity's data, if it holds what they follow: the version
     * they were gathered for, or a later one.
     *
     * @return null if it does not
     */
    @Nullable Long finishAppended(EntityKey entity, ImagePage.Head head, AppendedMerge elements) {
        try (EntityLock _ = locks.hold(entity)) {
            commits.checkOpen();
            EntityChanges changes = null;
            EntityMeta before;
            try (SnapshotState held = read(entity)) {
                before = held.meta();
                if (held.entry() >= head.above() && held.entry() < head.applied().entry()) {
                    changes = elements.onto(held);
                }
            }
            if (changes == null || before == null) {
                return null;
            }
            byte[] metaKey = Keys.meta(entity);
            Batch batch = rocks.batch();
            for (EntityChanges.Change change : changes.changes()) {
                RecordWriter.add(batch, before.number(), metaKey, change);
            }
            merges.replaced();
            purge.deadlinesCame();
            EntityUpdate appended =
                    new EntityUpdate(
                            entity,
                            metaKey,
                            before.number(),
                            head.checksum(),
                            head.applied(),
                            List.of(changes));
            long mine = metas.write(batch, List.of(appended));
            endedDeadlines.applied(appended);
            return mine;
        }
    }

    /** An image replaces damaged metadata too; the data that it names stays where it is then. */
    private @Nullable EntityMeta metaIfReadable(EntityKey entity) {
        try {
            return meta(entity);
        } catch (DamagedTableException | MalformedBytesException e) {
            return null;
        }
    }

    /** Gives an install up: the entity is what it was before. */
    void abort(ImageInstall install) {
        givenUp.giveUp(install.entity(), install.number());
    }

    /** Whether a number is that of pages of an image that is being installed. */
    boolean isInstalling(EntityKey entity, long number) {
        return installs.isCurrent(entity, number);
    }

    void checkCurrent(ImageInstall install) {
        installs.checkCurrent(install.entity(), install.number());
    }

    /** Forgets an entity and all its data, damaged or not, as when its space is dropped. */
    public void remove(EntityKey entity) {
        try (EntityLock _ = locks.hold(entity)) {
            commits.checkOpen();
            EntityMeta meta = metaIfReadable(entity);
            Long pages = installs.running(entity);
            Batch batch = rocks.batch();
            batch.delete(Family.META, Keys.meta(entity));
            if (meta != null) {
                batch.deleteData(meta.number());
            }
            if (pages != null) {
                batch.deleteData(pages);
            }
            metas.changed(entity);
            installs.ended(entity, commits.write(batch));
        }
    }

    /** Lists entities in the order of space and id, as {@link #entityIds} does. */
    public List<ListedEntity> entities(@Nullable EntityKey after, int entitiesMax) {
        return EntityPages.page(rocks, after, entitiesMax);
    }

    /**
     * Lists a space's entities in the order of their ids, also those that cannot be read.
     *
     * @param after where the page before ended; null to begin
     */
    public List<EntityKey> entitiesOf(int space, @Nullable EntityKey after, int entitiesMax) {
        return EntityPages.ofSpace(rocks, space, after, entitiesMax);
    }

    /** The same of all spaces. */
    public List<EntityKey> entityIds(@Nullable EntityKey after, int entitiesMax) {
        return EntityPages.ids(rocks, after, entitiesMax);
    }

    /** Reads the whole list; throws what is wrong with it, and does not tell the listener. */
    public void checkEntities() {
        EntityPages.check(rocks);
    }

    /** The next {@link #purge} looks at deadlines, also where the last one left hints. */
    public void purgeBegins() {
        synchronized (purge) {
            purge.deadlinesFirst();
        }
    }

    /**
     * Removes data of objects whose deadline is further past than the margin, and past for every
     * entry to come (see {@link Purge}): locally, outside of the log. What only an entry can bring
     * to an end, {@link Purge.Report#dueObjects} names: {@code RemoveExpired} should be proposed.
     *
     * @param deadlinesMax most to look at, an object that is removed counting as one; bounds the
     *     time it takes
     */
    public Purge.Report purge(long nowMillis, int deadlinesMax) {
        synchronized (purge) {
            commits.checkOpen();
            givenUp.removeAll();
            return purge.run(nowMillis - config.purgeMarginMillis(), deadlinesMax);
        }
    }

    /** See {@link Purge#passed}. */
    public List<DueObject> passed(long afterMillis, long toMillis, int deadlinesMax) {
        synchronized (purge) { // close waits for it
            commits.checkOpen();
            return purge.passed(afterMillis, toMillis, deadlinesMax);
        }
    }

    /** The merges of tables. */
    public TableMerges merges() {
        return merges;
    }

    /** What guards the changes of each entity. */
    EntityLocks locks() {
        return locks;
    }

    /**
     * Reads every block of every table file.
     *
     * @throws DamagedTableException for the first one that fails its check
     */
    public void verify() {
        Failures.run("The check of all tables", rocks.db()::verifyChecksum);
    }

    /** Figures, as plain numbers. */
    public LsmStats stats() {
        return LsmStats.of(rocks, metas.recent(), sequence(), durableSequence());
    }

    /**
     * Makes everything durable and closes. What a broken store cannot make durable is replayed from
     * the journal, like after a crash. Snapshots, exports and installs must be closed before.
     */
    @Override
    public void close() {
        boolean first;
        synchronized (purge) {
            first = locks.holdingAll(commits::close);
        }
        if (!first) {
            return;
        }
        try {
            if (!health.isBroken()) {
                rocks.flush();
            }
        } catch (LsmFailureException e) {
            if (!health.isBroken()) {
                throw e;
            }
        } finally {
            rocks.close();
        }
    }
}
