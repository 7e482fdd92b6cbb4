package io.paxosstore.lsm.entity;

import io.paxosstore.log.FailStop;
import io.paxosstore.log.StorageEngine;
import io.paxosstore.log.fs.FileSystem;
import io.paxosstore.log.fs.ReadOnlyFileSystem;
import io.paxosstore.log.identity.SlotTenures;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.log.journal.JournalInspector;
import io.paxosstore.lsm.model.EntityAudit;
import io.paxosstore.lsm.model.EntityState;
import io.paxosstore.lsm.store.DamagedTableException;
import io.paxosstore.lsm.store.EntityMeta;
import io.paxosstore.lsm.store.ListedEntity;
import io.paxosstore.lsm.store.LsmFailureException;
import io.paxosstore.lsm.store.LsmReader;
import io.paxosstore.lsm.store.SnapshotState;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ObjectType;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * Looks at the directory of an {@link EntityEngine} that no process has open; changes nothing. The
 * caller holds the lock of the node's store. Used by one thread.
 *
 * <p>The data is what was flushed; entries that only the journal has are applied by the next start.
 */
public final class EntityInspector implements AutoCloseable {
    /**
     * Something that is wrong.
     *
     * @param file where
     * @param offset where in the file; -1 if that cannot be told
     * @param what in words
     * @param loss whether something is lost here, and is fetched from the other nodes
     */
    public record Finding(Path file, long offset, String what, boolean loss) {
        @Override
        public String toString() {
            return what + " in " + file + (offset < 0 ? "" : " at offset " + offset);
        }
    }

    /**
     * An entity's data.
     *
     * @param meta what is known of it besides
     * @param journalEntry the newest entry that the journal knows to be chosen; 0 for none
     * @param state the data, to be read during the call
     */
    public record Held(EntityKey key, EntityMeta meta, long journalEntry, EntityState state) {}

    /**
     * Figures of the data.
     *
     * @param tables table files
     * @param tableBytes their bytes
     * @param entities that data is held of
     * @param behind entities of which the journal knows newer entries than the data has
     * @param objects in all of them, by type
     * @param elements in all objects
     * @param records of all kinds
     * @param recordBytes of keys and values
     * @param ownerless numbers with data that belongs to no entity
     */
    public record DataFigures(
            int tables,
            long tableBytes,
            long entities,
            long behind,
            Map<ObjectType, Long> objects,
            long elements,
            long records,
            long recordBytes,
            int ownerless) {}

    private final Path directory;
    private final Path data;
    private final boolean isFound;
    private final Standing standing;
    private final JournalInspector journal;
    private final InspectionListener listener;

    private EntityInspector(
            Path directory,
            Path data,
            boolean isFound,
            Standing standing,
            JournalInspector journal,
            InspectionListener listener) {
        this.directory = directory;
        this.data = data;
        this.isFound = isFound;
        this.standing = standing;
        this.journal = journal;
        this.listener = listener;
    }

    /**
     * Opens a directory, data beneath it. What is not there, or not any more, is no error here: it
     * is for {@link #verify} to tell.
     *
     * @param store the identity of the node's store
     * @param standing of the node's store
     * @param droppedSpaces spaces of which nothing counts
     * @param tenures what of slots counts
     * @param listener told how far verifying and counting are
     * @throws IOException if it cannot be read, or belongs to another store
     */
    public static EntityInspector open(
            FileSystem fs,
            Path directory,
            UUID store,
            Standing standing,
            IntPredicate droppedSpaces,
            SlotTenures tenures,
            InspectionListener listener)
            throws IOException {
        return open(
                fs,
                directory,
                directory.resolve(EntityEngineConfig.DATA),
                store,
                standing,
                droppedSpaces,
                tenures,
                listener);
    }

    /** The same, with the data elsewhere. */
    static EntityInspector open(
            FileSystem fs,
            Path directory,
            Path data,
            UUID store,
            Standing standing,
            IntPredicate droppedSpaces,
            SlotTenures tenures,
            InspectionListener listener)
            throws IOException {
        FileSystem reading = new ReadOnlyFileSystem(fs);
        FailStop failStop = new FailStop(StorageEngine.Listener.NONE);
        boolean isFound = EntityIdentity.read(reading, directory, store, failStop).isFound();
        JournalInspector journal =
                JournalInspector.open(
                        fs,
                        directory.resolve(EntityEngineConfig.JOURNAL),
                        store,
                        droppedSpaces,
                        tenures);
        return new EntityInspector(directory, data, isFound, standing, journal, listener);
    }

    /**
     * Checks every file, record and checksum, and tells everything that is wrong.
     *
     * <p>What must be there is what the engine makes when it begins for the first time: that is
     * over when the node's standing is no more {@code NEW}, or the engine's own file is there.
     */
    public void verify(Consumer<Finding> findings) throws IOException {
        if (!hasBegun()) {
            return; // nothing was said to anybody
        }
        verifyBesidesData(findings);
        if (LsmReader.isStore(data)) {
            verifyData(findings);
        } else {
            reportMissingData(findings);
        }
    }

    private boolean hasBegun() {
        return isFound || standing != Standing.NEW;
    }

    private void verifyBesidesData(Consumer<Finding> findings) throws IOException {
        if (!isFound) {
            Path file = directory.resolve(EntityIdentity.FILE);
            String what = "MISSING_IDENTITY (no entity is trusted without it)";
            findings.accept(new Finding(file, -1, what, true));
        }
        if (journal.isNew()) {
            Path missing = directory.resolve(EntityEngineConfig.JOURNAL);
            String what = "MISSING_JOURNAL (what was promised is not known)";
            findings.accept(new Finding(missing, -1, what, true));
        }
        for (JournalInspector.Finding found : journal.verify()) {
            findings.accept(
                    new Finding(
                            found.damage().file(),
                            found.damage().offset(),
                            described(found),
                            found.loss()));
        }
        if (Files.exists(data.resolve(DataDirectory.DAMAGED))) {
            Path mark = data.resolve(DataDirectory.DAMAGED);
            findings.accept(
                    new Finding(mark, -1, "RocksDB met damage: all data is given up", true));
        }
    }

    /** Tells of what is lost and is no data that is there, as {@link #verify} has it. */
    private void tellLossesBesidesData(LsmReader.Problems problems) throws IOException {
        if (!hasBegun()) {
            return;
        }
        Consumer<Finding> findings =
                finding -> {
                    if (finding.loss()) {
                        problems.problem(null, finding.toString());
                    }
                };
        verifyBesidesData(findings);
        if (!LsmReader.isStore(data)) {
            reportMissingData(findings);
        }
    }

    /** Where the journal is whole and knows no entity, there was nothing in it. */
    private void reportMissingData(Consumer<Finding> findings) {
        Path database = LsmReader.database(data);
        long[] known = new long[1];
        journal.entities((_, _) -> known[0]++);
        boolean loss = known[0] > 0 || journal.isNew();
        String what = "MISSING_DATA (the journal holds entries of " + known[0] + " entities)";
        findings.accept(new Finding(database, -1, what, loss));
        new LostEntries(journal, database).find(_ -> 0, findings);
    }

    /** Tells the listener of the entities one by one. */
    private final class Count {
        private final long about;
        private long done;

        Count(long about) {
            this.about = about;
        }

        void more() {
            done++;
            listener.entityRead(done, about);
        }
    }

    private static String described(JournalInspector.Finding found) {
        EntityKey entity = found.damage().entity();
        return found.damage().kind()
                + (entity == null ? "" : " of entry " + found.damage().entry() + " of " + entity)
                + ", "
                + found.damage().bytes()
                + " bytes,";
    }

    private void verifyData(Consumer<Finding> findings) throws IOException {
        LsmReader.TableDamage marks = LsmReader.checkMarks(data);
        if (marks != null) {
            findings.accept(new Finding(marks.table(), marks.offset(), marks.what(), true));
        }
        List<LsmReader.TableDamage> tables = new ArrayList<>();
        LsmReader.checkTables(data, tables::add, listener::tableRead);
        Set<Path> live = null;
        try (LsmReader reader = LsmReader.open(data)) {
            live = new HashSet<>();
            for (LsmReader.LiveTable table : reader.tables()) {
                live.add(table.table());
            }
            verifyEntities(reader, !tables.isEmpty(), findings);
            new LostEntries(journal, LsmReader.database(data))
                    .find(entity -> newestOf(reader, entity), findings);
        } catch (LsmFailureException | MalformedBytesException e) {
            if (tables.isEmpty() || !(e instanceof DamagedTableException)) {
                Path database = LsmReader.database(data);
                findings.accept(new Finding(database, -1, String.valueOf(e.getMessage()), true));
            }
        }
        for (LsmReader.TableDamage damage : tables) {
            findings.accept(finding(damage, live == null || live.contains(damage.table())));
        }
    }

    /** The newest entry that the data reflects; of what cannot be read that was told. */
    private static long newestOf(LsmReader reader, EntityKey entity) {
        try {
            EntityMeta meta = reader.meta(entity);
            return meta == null ? 0 : meta.applied().entry();
        } catch (DamagedTableException | MalformedBytesException e) {
            return Long.MAX_VALUE;
        }
    }

    private static Finding finding(LsmReader.TableDamage damage, boolean loss) {
        String what = "BAD_TABLE" + (loss ? "" : " that is not used any more");
        return new Finding(
                damage.table(), damage.offset(), what + " (" + damage.what() + ")", loss);
    }

    /**
     * Reads every entity.
     *
     * @param damaged whether tables are known to be damaged: then the entities hit are named
     */
    private void verifyEntities(LsmReader reader, boolean damaged, Consumer<Finding> findings) {
        Path database = LsmReader.database(data);
        LsmReader.Problems problems =
                (entity, what) ->
                        findings.accept(
                                new Finding(
                                        database,
                                        -1,
                                        "BAD_RECORD"
                                                + (entity == null ? "" : " of " + entity)
                                                + " ("
                                                + what
                                                + ")",
                                        true));
        Count count = new Count(reader.entitiesAbout());
        try {
            reader.entities(
                    listed -> {
                        count.more();
                        try (SnapshotState state = reader.read(listed.entity())) {
                            for (String problem : EntityAudit.of(state).problems()) {
                                problems.problem(listed.entity(), problem);
                            }
                        } catch (DamagedTableException e) {
                            problems.problem(listed.entity(), "cannot be read: " + e.getMessage());
                        }
                    },
                    problems);
            reader.checkExpiries(problems);
        } catch (DamagedTableException e) {
            if (!damaged) {
                findings.accept(new Finding(database, -1, String.valueOf(e.getMessage()), true));
            }
        }
    }

    /**
     * Shows the entities whose data can be read, in the order of space and id.
     *
     * @param wanted which
     * @param problems told of the others, and of what is lost so that entities may be missing here
     */
    public void dump(
            Predicate<EntityKey> wanted, Consumer<Held> entities, LsmReader.Problems problems)
            throws IOException {
        tellLossesBesidesData(problems);
        if (!LsmReader.isStore(data)) {
            return;
        }
        try (LsmReader reader = LsmReader.open(data)) {
            reader.entities(
                    listed -> {
                        if (wanted.test(listed.entity())) {
                            show(reader, listed, entities, problems);
                        }
                    },
                    problems);
        } catch (LsmFailureException | MalformedBytesException e) {
            problems.problem(null, String.valueOf(e.getMessage()));
        }
    }

    private void show(
            LsmReader reader,
            ListedEntity listed,
            Consumer<Held> entities,
            LsmReader.Problems problems) {
        EntityKey key = listed.entity();
        try (SnapshotState state = reader.read(key)) {
            entities.accept(new Held(key, listed.meta(), journal.newest(key), state));
        } catch (DamagedTableException | MalformedBytesException e) {
            problems.problem(key, String.valueOf(e.getMessage()));
        }
    }

    /** Figures of the journal. */
    public JournalInspector.Figures journal() throws IOException {
        return journal.stat();
    }

    /**
     * Reads all data once and counts; what cannot be read is not counted.
     *
     * @param problems told of what is not counted, in the journal too
     * @return null if there is no data, or it cannot be opened
     */
    public @Nullable DataFigures data(LsmReader.Problems problems) throws IOException {
        tellLossesBesidesData(problems);
        if (!LsmReader.isStore(data)) {
            return null;
        }
        try (LsmReader reader = LsmReader.open(data)) {
            return count(reader, problems);
        } catch (LsmFailureException | MalformedBytesException e) {
            problems.problem(null, String.valueOf(e.getMessage()));
            return null;
        }
    }

    private DataFigures count(LsmReader reader, LsmReader.Problems problems) {
        Map<ObjectType, Long> objects = new EnumMap<>(ObjectType.class);
        Set<Long> owned = new HashSet<>();
        long[] sums = new long[5];
        Count count = new Count(reader.entitiesAbout());
        reader.entities(
                listed -> {
                    count.more();
                    owned.add(listed.meta().number());
                    sums[0]++;
                    long newest = journal.newest(listed.entity());
                    sums[1] += newest > listed.meta().applied().entry() ? 1 : 0;
                    show(
                            reader,
                            listed,
                            held -> {
                                EntityAudit.Report report = EntityAudit.of(held.state());
                                for (String problem : report.problems()) {
                                    problems.problem(held.key(), problem);
                                }
                                report.objects()
                                        .forEach((type, n) -> objects.merge(type, n, Long::sum));
                                sums[2] += report.elements();
                                sums[3] += report.records();
                                sums[4] += report.bytes();
                            },
                            problems);
                },
                problems);
        List<LsmReader.LiveTable> tables = reader.tables();
        Set<Long> numbers = reader.numbers();
        numbers.removeAll(owned);
        return new DataFigures(
                tables.size(),
                tables.stream().mapToLong(LsmReader.LiveTable::bytes).sum(),
                sums[0],
                sums[1],
                objects,
                sums[2],
                sums[3],
                sums[4],
                numbers.size());
    }

    /** Data that was moved aside because it was damaged; an operator may delete it. */
    public List<Path> movedAside() throws IOException {
        return new DamagedCopies(data).list();
    }

    @Override
    public void close() throws IOException {
        journal.close();
    }
}
