package io.paxosstore.log.identity;

import io.paxosstore.log.record.RecordDamage;
import io.paxosstore.protocol.key.EntityKey;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;

/**
 * Something on disk that fails its check (Rule D5).
 *
 * @param file the file and
 * @param offset the byte where the damage begins
 * @param bytes how many bytes it covers
 * @param entity whose record it is, where that can be read
 * @param entry the record's entry; 0 where it cannot be read
 */
public record DamageReport(
        Kind kind, Path file, long offset, long bytes, @Nullable EntityKey entity, long entry) {
    /** What is damaged. */
    public enum Kind {
        /**
         * The last write before a crash is incomplete; it was never reported durable. Its remains
         * are cut off.
         */
        TORN_TAIL(false),
        /** Durable records are lost: it cannot be read whose they were. */
        UNREADABLE_REGION(true),
        /** A record's value is damaged; its entity is amnesiac if it needs the record. */
        BAD_VALUE(true),
        /** A record that is needed fails its check; its entity is amnesiac. */
        BAD_RECORD(true),
        /** The seal of a segment is missing; records before it may be lost. */
        MISSING_SEAL(true),
        /** A segment's header is damaged; its records are read all the same. */
        BAD_SEGMENT_HEADER(false),
        /** A segment of another store lies in the directory; it is not read. */
        FOREIGN_SEGMENT(false),
        /** A hint file is damaged; its segment is scanned instead. */
        BAD_HINT(false),
        /** A segment that was written is not there any more. */
        MISSING_SEGMENT(true),
        /** The record of an entry that must be there is nowhere; its entity is amnesiac. */
        MISSING_RECORD(true),
        /** The journal's checkpoint is damaged; all segments are scanned instead. */
        BAD_CHECKPOINT(false),
        /** A small file is missing, or both of its copies are damaged. */
        LOST_FILE(true),
        /**
         * The list of the cluster's nodes is missing, or both of its copies are damaged; it is made
         * again.
         */
        LOST_MEMBERS(false),
        /** One of the two copies in a small file is damaged; it is written again. */
        BAD_COPY(false);

        private final boolean loss;

        /** Whether what is lost cannot be told: all entities may be hit. */
        public boolean isNameless() {
            return switch (this) {
                case UNREADABLE_REGION, MISSING_SEAL, MISSING_SEGMENT, LOST_FILE -> true;
                default -> false;
            };
        }

        Kind(boolean loss) {
            this.loss = loss;
        }

        /** Whether durable records are lost. */
        public boolean isLoss() {
            return loss;
        }
    }

    /** What a scan found in a segment. */
    public static DamageReport of(Path file, RecordDamage found) {
        return switch (found) {
            case RecordDamage.TornTail torn ->
                    new DamageReport(Kind.TORN_TAIL, file, torn.offset(), torn.bytes(), null, 0);
            case RecordDamage.UnreadableRegion region ->
                    new DamageReport(
                            Kind.UNREADABLE_REGION, file, region.offset(), region.bytes(), null, 0);
            case RecordDamage.BadValue bad ->
                    new DamageReport(
                            Kind.BAD_VALUE,
                            file,
                            bad.offset(),
                            bad.bytes(),
                            bad.entity(),
                            bad.entry());
        };
    }

    @Override
    public String toString() {
        String whose = entity == null ? "" : " of entry " + entry + " of " + entity;
        return kind + whose + " in " + file + " at offset " + offset + ", " + bytes + " bytes";
    }
}
