package io.paxosstore.protocol.model;

import org.jspecify.annotations.Nullable;

/**
 * What one entry did to one object of an entity, as watchers are told.
 *
 * @param name the object's name
 * @param kind what happened to it, all operations of the entry taken together
 * @param type its type after the entry; null if it was removed
 */
public record ObjectChange(String name, Kind kind, @Nullable ObjectType type) {
    /** What happened to an object. */
    public enum Kind {
        /** It came into being, perhaps in place of an older one of its name. */
        CREATED(1, "created"),
        /** It was there before and was changed. */
        CHANGED(2, "changed"),
        /** It was removed. */
        REMOVED(3, "removed");

        private static final Kind[] BY_CODE = values();

        private final byte code;
        private final String word;

        Kind(int code, String word) {
            this.code = (byte) code;
            this.word = word;
        }

        /** The number that stands for the kind in all formats. */
        public byte code() {
            return code;
        }

        /** What people call it. */
        public String word() {
            return word;
        }

        /**
         * The kind of a number.
         *
         * @throws IllegalArgumentException if no kind has it
         */
        public static Kind of(int code) {
            if (code < 1 || code > BY_CODE.length) {
                throw new IllegalArgumentException(
                        "No kind of change has the number " + code + ".");
            }
            return BY_CODE[code - 1];
        }
    }
}
