package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.log.fs.CrashableFileSystem;
import io.paxosstore.log.identity.SlotTenures;
import io.paxosstore.log.identity.Standing;
import io.paxosstore.log.segment.SegmentPool;
import io.paxosstore.lsm.model.EntityAudit;
import io.paxosstore.lsm.model.EntityContent;
import io.paxosstore.lsm.store.Disk;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What an operator is told of a stopped node's entities, sound and damaged. */
class EntityInspectorTest extends EntityEngineFixture {
    private void filled(boolean flushed) throws IOException {
        choose(truth, 60);
        choose(other, 5);
        learnAll(truth);
        learnAll(other);
        node.settle();
        if (flushed) {
            node.engine.flush();
            node.engine.close();
        } else {
            crashWithoutOpening();
        }
    }

    private EntityInspector inspector(UUID store) throws IOException {
        return inspector(store, InspectionListener.NONE);
    }

    private EntityInspector inspector(UUID store, InspectionListener listener) throws IOException {
        return inspector(store, Standing.WHOLE, listener);
    }

    private EntityInspector inspector(UUID store, Standing standing, InspectionListener listener)
            throws IOException {
        return EntityInspector.open(
                fs,
                TestEngine.DIRECTORY,
                data,
                store,
                standing,
                space -> false,
                SlotTenures.FIRST,
                listener);
    }

    private List<EntityInspector.Finding> verify() throws IOException {
        return verify(Standing.WHOLE);
    }

    private List<EntityInspector.Finding> verify(Standing standing) throws IOException {
        List<EntityInspector.Finding> findings = new ArrayList<>();
        try (EntityInspector inspector =
                inspector(TestEngine.STORE, standing, InspectionListener.NONE)) {
            inspector.verify(findings::add);
        }
        return findings;
    }

    private static Map<Path, Long> stamps(Path directory) throws IOException {
        Map<Path, Long> stamps = new HashMap<>();
        try (var files = Files.walk(directory)) {
            for (Path file : files.toList()) {
                stamps.put(file, Files.getLastModifiedTime(file).toMillis());
            }
        }
        return stamps;
    }

    @Test
    void soundDataIsReadAndNotTouched() throws IOException {
        filled(true);
        Map<Path, Long> before = stamps(data);
        assertEquals(List.of(), verify());
        List<String> shown = new ArrayList<>();
        long[] elements = new long[1];
        try (EntityInspector inspector = inspector(TestEngine.STORE)) {
            EntityInspector.DataFigures figures = inspector.data((entity, what) -> shown.add(what));
            assertNotNull(figures);
            assertEquals(2, figures.entities());
            assertEquals(0, figures.behind());
            assertEquals(0, figures.ownerless());
            assertTrue(figures.tables() > 0);
            assertEquals(2, inspector.journal().entities());
            inspector.dump(
                    key -> key.equals(truth.key),
                    held -> {
                        shown.add(held.key() + " " + held.meta().applied().entry());
                        assertEquals(60, held.journalEntry());
                        EntityContent.objects(
                                held.state(),
                                object ->
                                        EntityContent.elements(
                                                held.state(),
                                                object.header(),
                                                Long.MAX_VALUE,
                                                element -> elements[0]++));
                    },
                    (entity, what) -> shown.add(what));
            assertEquals(List.of(truth.key + " 60"), shown);
            assertTrue(elements[0] > 0 && elements[0] <= figures.elements());
            assertEquals(List.of(), inspector.movedAside());
        }
        assertEquals(before, stamps(data));
    }

    @Test
    void howFarItIsIsTold() throws IOException {
        filled(true);
        long[] bytes = new long[1];
        List<Long> entities = new ArrayList<>();
        InspectionListener listener =
                new InspectionListener() {
                    @Override
                    public void tableRead(long more) {
                        bytes[0] += more;
                    }

                    @Override
                    public void entityRead(long done, long about) {
                        assertTrue(about > 0, "some are foreseen");
                        entities.add(done);
                    }
                };
        long inTables = 0;
        for (Path table : Disk.tables(data)) {
            inTables += Files.size(table);
        }
        try (EntityInspector inspector = inspector(TestEngine.STORE, listener)) {
            inspector.verify(finding -> {});
            assertEquals(inTables, bytes[0]);
            assertEquals(List.of(1L, 2L), entities);
            assertNotNull(inspector.data((entity, what) -> {}));
            assertEquals(List.of(1L, 2L, 1L, 2L), entities);
        }
    }

    @Test
    void whatOnlyTheJournalHasIsNoDamage() throws IOException {
        filled(false);
        assertEquals(List.of(), verify());
    }

    @Test
    void aDamagedTableIsNamedWithItsPlaceAndItsEntity() throws IOException {
        filled(true);
        Path table = Disk.tables(data).getLast();
        byte[] bytes = Files.readAllBytes(table);
        bytes[bytes.length / 4] ^= 1;
        Files.write(table, bytes);
        List<EntityInspector.Finding> findings = verify();
        assertTrue(findings.stream().allMatch(EntityInspector.Finding::loss), findings.toString());
        EntityInspector.Finding block =
                findings.stream().filter(one -> one.file().equals(table)).findFirst().orElseThrow();
        assertTrue(block.offset() >= 0 && block.offset() <= bytes.length / 4, block.toString());
        assertTrue(
                findings.stream().anyMatch(one -> one.what().contains(" of " + truth.key + " ")),
                findings.toString());

        bytes[bytes.length / 4] ^= 1;
        bytes[bytes.length - 3] ^= 1;
        Files.write(table, bytes);
        assertTrue(
                verify().stream().anyMatch(one -> one.file().equals(table)), "its end is damaged");
        Files.delete(table);
        assertFalse(verify().isEmpty(), "it is missing");
    }

    private List<String> unread(EntityInspector.DataFigures[] counted) throws IOException {
        List<String> shown = new ArrayList<>();
        List<String> told = new ArrayList<>();
        try (EntityInspector inspector = inspector(TestEngine.STORE)) {
            inspector.dump(
                    key -> true,
                    held -> {
                        var _ = EntityAudit.of(held.state()); // reads all of it
                    },
                    (entity, what) -> shown.add(what));
            counted[0] = inspector.data((entity, what) -> told.add(what));
        }
        assertEquals(shown.isEmpty(), told.isEmpty(), () -> shown + " and " + told);
        return told;
    }

    /** Else an operator takes what is damaged for what was never there. */
    @Test
    void whatCannotBeReadIsToldToWhoeverShowsOrCountsTheRest() throws IOException {
        filled(true);
        EntityInspector.DataFigures[] counted = new EntityInspector.DataFigures[1];
        assertEquals(List.of(), unread(counted));
        assertNotNull(counted[0]);
        Path table = Disk.tables(data).getLast();
        byte[] bytes = Files.readAllBytes(table);
        bytes[bytes.length / 4] ^= 1;
        Files.write(table, bytes);
        assertFalse(unread(counted).isEmpty(), "a damaged block");
        Files.delete(table);
        assertFalse(unread(counted).isEmpty(), "a database that cannot be opened");
        assertNull(counted[0]);
        delete(data);
        assertEquals(1, unread(counted).size());
        assertTrue(unread(counted).getFirst().startsWith("MISSING_DATA"), "no data any more");
    }

    @Test
    void whatTheJournalLacksIsToldToWhoeverCounts() throws IOException {
        filled(true);
        fs.flipBit(TestEngine.JOURNAL.resolve(SegmentPool.fileName(1)), 4096 + 60, 1);
        EntityInspector.DataFigures[] counted = new EntityInspector.DataFigures[1];
        assertEquals(1, unread(counted).size());
        assertNotNull(counted[0]);
    }

    @Test
    void aMissingFileThatNamesTheTablesIsALoss() throws IOException {
        filled(true);
        Files.delete(data.resolve("db").resolve("CURRENT"));
        assertTrue(verify().stream().anyMatch(EntityInspector.Finding::loss));
    }

    private void assertLoss(String what) throws IOException {
        List<EntityInspector.Finding> findings = verify();
        assertTrue(
                findings.stream().anyMatch(one -> one.loss() && one.what().startsWith(what)),
                () -> what + " is not among " + findings);
    }

    private static void delete(Path directory) throws IOException {
        try (var files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void dataThatIsGoneAsAWholeIsALoss() throws IOException {
        filled(true);
        delete(data.resolve("db"));
        assertLoss("MISSING_DATA");
        delete(data);
        assertLoss("MISSING_DATA");
    }

    @Test
    void aMissingIdentityIsALoss() throws IOException {
        filled(true);
        fs.delete(TestEngine.DIRECTORY.resolve(EntityIdentity.FILE));
        assertLoss("MISSING_IDENTITY");
        assertEquals(1, verify().size());
    }

    @Test
    void aMissingJournalIsALoss() throws IOException {
        filled(true);
        for (Path file : fs.list(TestEngine.JOURNAL)) {
            fs.delete(file);
        }
        assertLoss("MISSING_JOURNAL");
        assertEquals(1, verify().size());
    }

    /** The very first start makes all of it before its node says anything. */
    @Test
    void onlyANodeThatHasSaidNothingMayHaveNothing() throws IOException {
        fs = new CrashableFileSystem(3);
        data = disk.fresh();
        assertEquals(List.of(), verify(Standing.NEW));
        for (Standing later : List.of(Standing.WHOLE, Standing.REBUILDING)) {
            List<EntityInspector.Finding> findings = verify(later);
            assertEquals(3, findings.size(), findings::toString);
            assertTrue(findings.stream().allMatch(EntityInspector.Finding::loss));
        }
    }

    @Test
    void anEmptyDatabaseThatIsGoneIsNoLoss() throws IOException {
        node.engine.close();
        assertEquals(List.of(), verify());
        delete(data);
        List<EntityInspector.Finding> findings = verify();
        assertEquals(1, findings.size());
        assertFalse(findings.getFirst().loss());
    }

    /** What the journal has is applied by the next start; what it has not is nowhere here. */
    @Test
    void dataFromEarlierIsALossIfTheJournalDoesNotLeadOn() throws IOException {
        choose(truth, 20);
        learnAll(truth);
        node.settle();
        node.engine.flush();
        Path earlier = disk.crashImage(node.engine.data(), data);
        choose(truth, 40);
        learnAll(truth);
        node.settle();
        crashWithoutOpening();
        Path newest = data;
        data = earlier;
        assertEquals(List.of(), verify());
        data = newest;
        open();
        node.settle();
        node.flushAndReclaim();
        node.engine.close();
        assertEquals(List.of(), verify());
        data = earlier;
        List<EntityInspector.Finding> findings = verify();
        assertEquals(1, findings.size(), findings::toString);
        assertTrue(findings.getFirst().loss());
        assertEquals(
                "MISSING_ENTRIES of "
                        + truth.key
                        + " (the data has entry 20, the journal lacks 21 of 60)",
                findings.getFirst().what());
    }

    @Test
    void aDamagedJournalByteIsNamedWithItsPlace() throws IOException {
        filled(true);
        Path file = TestEngine.JOURNAL.resolve(SegmentPool.fileName(1));
        assertTrue(fs.exists(file));
        fs.flipBit(file, 4096 + 60, 1);
        List<EntityInspector.Finding> findings = verify();
        assertEquals(1, findings.size(), findings.toString());
        assertEquals(file, findings.getFirst().file());
        assertTrue(findings.getFirst().offset() >= 4096, findings.toString());
        assertTrue(findings.getFirst().toString().contains(" at offset "), findings.toString());
    }

    @Test
    void anotherStoresDirectoryIsRefused() throws IOException {
        filled(true);
        IOException refused = assertThrows(IOException.class, () -> inspector(new UUID(9, 9)));
        assertTrue(String.valueOf(refused.getMessage()).contains("belongs to the store"));
    }
}
