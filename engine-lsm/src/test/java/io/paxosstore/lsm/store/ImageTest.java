package io.paxosstore.lsm.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Invariant;
import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.lsm.model.KeyLayout;
import io.paxosstore.lsm.model.ObjectHeader;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksIterator;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;

/** Rule C2: an image replaces an entity as a whole, or leaves it as it was. */
class ImageTest {
    private static final EntityKey ENTITY = Entities.key(0);
    private static final int PAGE_BYTES = 400;

    @TempDir Path root;
    private Disk disk;
    private Entities entities;
    private Path directory;
    private LsmStore target;
    private List<byte[]> pages;

    /** The same image as one page. */
    private byte[] page;

    /** A target at an old version, with everything durable; the pages of the newest one. */
    @BeforeEach
    void prepare() {
        disk = new Disk(root);
        entities = new Entities(new Random(7));
        directory = disk.fresh();
        target = LsmStore.open(directory, Entities.SMALL, Entities.NO_FAILURES);
        pages = new ArrayList<>();
        try (LsmStore source = LsmStore.open(disk.fresh(), Entities.SMALL, Entities.NO_FAILURES)) {
            for (int i = 0; i < 60; i++) {
                entities.write(source, ENTITY);
                entities.write(source, Entities.key(1));
            }
            int old = entities.journal().size() / 2;
            for (Entities.Journalled one : entities.journal().subList(0, old)) {
                target.apply(one.entity(), one.applied(), List.of(one.changes()));
            }
            target.flush();
            try (ImageExport export = source.export(ENTITY, 0)) {
                page = Objects.requireNonNull(export.next(Integer.MAX_VALUE));
            }
            try (ImageExport export = source.export(ENTITY, 0)) {
                // What is applied from now on is not in the image.
                for (int i = 0; i < 10; i++) {
                    entities.write(source, ENTITY);
                }
                for (byte[] page = export.next(PAGE_BYTES);
                        page != null;
                        page = export.next(PAGE_BYTES)) {
                    pages.add(page);
                }
            }
        }
        assertTrue(pages.size() > 5, "there are several pages: " + pages.size());
    }

    private static LsmStore open(Path directory) {
        return LsmStore.open(directory, Entities.SMALL, Entities.NO_FAILURES);
    }

    private long install(LsmStore store) {
        try (ImageInstall install = store.install(ENTITY)) {
            pages.forEach(install::add);
            return Objects.requireNonNull(install.finish());
        }
    }

    @Test
    void anImageReplacesTheEntityAndItGoesOn() {
        long sequence = install(target);
        entities.check(target, ENTITY, entities.at(ENTITY, 60));
        entities.check(target, Entities.key(1), entities.at(Entities.key(1), 30));
        entities.replay(target);
        entities.check(target, ENTITY, entities.at(ENTITY, 70));
        assertTrue(target.flush() >= sequence);
        target.close();
        LsmStore again = open(directory);
        checkNoOrphans(again);
        entities.check(again, ENTITY, entities.at(ENTITY, 70));
        again.close();
    }

    @Test
    void aPassOfMergesLeavesTheMarksOfAnImageThatIsBeingInstalled() {
        try (ImageInstall install = target.install(ENTITY)) {
            pages.forEach(install::add);
            int marks = marks(install.number());
            assertTrue(marks > 0, "the entity has tables");
            target.merges().all();
            while (target.merges().step().done()) {
                assertEquals(marks, marks(install.number()));
            }
            install.finish();
        }
        target.close();
    }

    private int marks(long number) {
        int marks = 0;
        try (RocksIterator iterator =
                target.rocks().db().newIterator(target.rocks().handle(Family.MERGE))) {
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                marks += ByteBuffer.wrap(iterator.key()).getLong() == number ? 1 : 0;
            }
        }
        return marks;
    }

    @Test
    void theChecksumComesWithTheImage() {
        install(target);
        entities.replay(target);
        try (LsmStore whole = open(disk.fresh())) {
            entities.replay(whole);
            EntityMeta expected = whole.meta(ENTITY);
            EntityMeta actual = target.meta(ENTITY);
            assertNotNull(expected);
            assertNotNull(actual);
            assertEquals(expected.checksum(), actual.checksum());
        }
        target.close();
    }

    @Test
    void aCrashAtAnyPageLeavesWhatWasThereAndNoPages() {
        try (ImageInstall install = target.install(ENTITY)) {
            for (int page = 0; page <= pages.size(); page++) {
                if (page % 3 == 1) {
                    target.flush();
                }
                checkOld(disk.crashImage(target, directory));
                if (page < pages.size()) {
                    install.add(pages.get(page));
                }
            }
            install.finish();
            checkOld(disk.crashImage(target, directory));
            target.flush();
            checkNew(disk.crashImage(target, directory));
        }
        target.close();
    }

    /** The entity is what it was, also after another restart, and takes an image. */
    private void checkOld(Path image) {
        try (LsmStore crashed = open(image)) {
            checkNoOrphans(crashed);
            entities.check(crashed, ENTITY, entities.at(ENTITY, 30));
            entities.check(crashed, Entities.key(1), entities.at(Entities.key(1), 30));
        }
        try (LsmStore again = open(image)) {
            // Numbers of lost pages do not come back to haunt other entities.
            entities.write(again, Entities.key(2));
            entities.check(again, ENTITY, entities.at(ENTITY, 30));
        }
        try (LsmStore again = open(image)) {
            install(again);
            entities.check(again, ENTITY, entities.at(ENTITY, 60));
            entities.check(again, Entities.key(2), entities.newest(Entities.key(2)));
            again.flush();
        }
        checkNew(image);
        entities.forgetNewest(Entities.key(2));
    }

    /** The entity is what the image says. */
    private void checkNew(Path image) {
        try (LsmStore crashed = open(image)) {
            checkNoOrphans(crashed);
            entities.check(crashed, ENTITY, entities.at(ENTITY, 60));
        }
    }

    /** All data is that of an entity. */
    private static void checkNoOrphans(LsmStore store) {
        Set<Long> known = new HashSet<>();
        store.entities(null, 100).forEach(one -> known.add(one.meta().number()));
        try (RocksIterator records =
                store.rocks().db().newIterator(store.rocks().handle(Family.DATA))) {
            for (records.seekToFirst(); records.isValid(); records.next()) {
                long number = ByteBuffer.wrap(records.key()).getLong();
                assertTrue(known.contains(number), "pages of a lost image are left: " + number);
            }
        }
    }

    /** Nothing of it is there before it is there as a whole, so that no mark has to be durable. */
    @Test
    void anImageOfOnePageNeedsNoMark() {
        try (ImageInstall install = target.install(ENTITY)) {
            install.add(page);
            assertTrue(install.isComplete());
            checkOld(disk.crashImage(target, directory));
            assertNotNull(install.finish());
        }
        assertFalse(Files.exists(directory.resolve(LsmStore.MARKS)));
        entities.check(target, ENTITY, entities.at(ENTITY, 60));
        checkNoOrphans(target);
        checkOld(disk.crashImage(target, directory));
        target.flush();
        checkNew(disk.crashImage(target, directory));
        target.close();
    }

    /** When it comes, not when it is to replace something: else nobody would refuse it. */
    @Test
    void anImageOfOnePageIsCheckedWhenItComes() {
        ImagePage whole = ImagePage.decode(page);
        ImagePage.Head head = Objects.requireNonNull(whole.head());
        List<EntityChanges.Put> records = new ArrayList<>();
        boolean isDamaged = false;
        for (EntityChanges.Put record : whole.records()) {
            byte[] value = record.value().clone();
            if (KeyLayout.isHeader(record.key()) && ObjectHeader.isTable(value)) {
                value[0] = 99; // a format that nobody knows
                isDamaged = true;
            }
            records.add(new EntityChanges.Put(record.key(), value));
        }
        assertTrue(isDamaged, "the entity has tables");
        EntityMeta meta = new EntityMeta(1, 1, head.checksum(), head.applied());
        byte[] damaged = ImagePage.encodeFirst(true, meta, 0, records);
        try (ImageInstall install = target.install(ENTITY)) {
            assertThrows(MalformedBytesException.class, () -> install.add(damaged));
        }
        entities.check(target, ENTITY, entities.at(ENTITY, 30));
        target.close();
    }

    /** As when the entity has shrunk since the other one began. */
    @Test
    void anImageOfOnePageTakesOverFromOneOfMany() {
        try (ImageInstall first = target.install(ENTITY)) {
            first.add(pages.getFirst());
            try (ImageInstall second = target.install(ENTITY)) {
                second.add(page);
                assertNotNull(second.finish());
            }
            assertThrows(Invariant.Violation.class, () -> first.add(pages.get(1)));
        }
        checkNoOrphans(target);
        entities.check(target, ENTITY, entities.at(ENTITY, 60));
        target.close();
        checkNew(directory);
    }

    @Test
    void anInstallThatIsGivenUpLeavesTheEntityAsItWas() {
        try (ImageInstall install = target.install(ENTITY)) {
            install.add(pages.getFirst());
            // Meanwhile the entity goes on.
            entities.check(target, ENTITY, entities.at(ENTITY, 30));
            entities.replay(target);
            entities.check(target, ENTITY, entities.at(ENTITY, 70));
        }
        checkNoOrphans(target);
        entities.check(target, ENTITY, entities.at(ENTITY, 70));
        target.close();
        try (LsmStore again = open(directory)) {
            checkNoOrphans(again);
            entities.check(again, ENTITY, entities.at(ENTITY, 70));
        }
    }

    @Test
    void aSecondInstallTakesOverFromTheFirst() {
        try (ImageInstall first = target.install(ENTITY)) {
            first.add(pages.getFirst());
            install(target);
            assertThrows(Invariant.Violation.class, () -> first.add(pages.get(1)));
        }
        entities.check(target, ENTITY, entities.at(ENTITY, 60));
        target.close();
    }

    @Test
    void pagesOutOfOrderAndDamagedPagesAreRefused() {
        try (ImageInstall install = target.install(ENTITY)) {
            assertThrows(IllegalStateException.class, () -> install.add(pages.get(1)));
            install.add(pages.getFirst());
            assertThrows(IllegalStateException.class, () -> install.add(pages.getFirst()));
            assertThrows(IllegalStateException.class, install::finish);
            byte[] cut = Arrays.copyOf(pages.get(1), pages.get(1).length - 1);
            assertThrows(MalformedBytesException.class, () -> install.add(cut));
        }
        target.close();
    }
}
