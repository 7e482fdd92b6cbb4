package io.paxosstore.log.journal;

import io.paxosstore.log.record.RecordDamage;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;

/**
 * Bytes of a file that are not what was written (Rule D5).
 *
 * @param kind what is wrong
 * @param file the file
 * @param offset where it begins
 * @param bytes how many bytes are concerned
 * @param entity whose record it is; null when that cannot be told
 * @param entry the record's entry; 0 when that cannot be told
 */
public record FileDamage(
        Kind kind, Path file, long offset, long bytes, @Nullable EntityKey entity, long entry) {
    /** The kinds of damage. */
    public enum Kind {
        /** A record whose value fails its check: its entity is amnesiac. */
        BAD_VALUE(true),
        /** Bytes that were durable once and hold no intact record: whose they were is unknown. */
        UNREADABLE_REGION(true),
        /** The remains of the last write before a crash, of which nobody was told: cut off. */
        TORN_TAIL(false),
        /** The record of an entry that must be there and is nowhere. */
        MISSING_RECORD(true),
        /** A file whose end is missing: a later file proves that there was one. */
        MISSING_SEAL(true),
        /** A file that must be there and is not. */
        MISSING_FILE(true),
        /** A file's first block. Its records are read all the same. */
        BAD_HEADER(false),
        /** A file of another store, which is not read. */
        FOREIGN_FILE(true),
        /** The checkpoint; all files are read instead. */
        BAD_CHECKPOINT(false),
        /** Both copies of the list of files: a missing file would not be noticed. */
        BAD_LIST(true),
        /** One of the two copies of the list of files; both are written with the next change. */
        BAD_COPY(false);

        private final boolean loss;

        Kind(boolean loss) {
            this.loss = loss;
        }

        /** Whether something that was durable is lost. */
        public boolean isLoss() {
            return loss;
        }
    }

    /** What a scan found in a file. */
    static FileDamage of(Path file, RecordDamage found) {
        return switch (found) {
            case RecordDamage.TornTail torn ->
                    new FileDamage(Kind.TORN_TAIL, file, torn.offset(), torn.bytes(), null, 0);
            case RecordDamage.UnreadableRegion region ->
                    new FileDamage(
                            Kind.UNREADABLE_REGION, file, region.offset(), region.bytes(), null, 0);
            case RecordDamage.BadValue bad ->
                    new FileDamage(
                            Kind.BAD_VALUE,
                            file,
                            bad.offset(),
                            bad.bytes(),
                            bad.entity(),
                            bad.entry());
        };
    }

    /** The entity and the place, for people. */
    @Override
    public String toString() {
        String whose = entity == null ? "" : " of entry " + entry + " of " + entity;
        return kind + whose + " in " + file + " at offset " + offset + ", " + bytes + " bytes";
    }

    /** Whether something is lost and it cannot be told whose it was. */
    public boolean isNamelessLoss() {
        return kind.isLoss() && entity == null;
    }
}
