package io.paxosstore.protocol.model;

import java.util.List;

/** What became of a {@link MultiOp}. */
public sealed interface MultiOpResult {
    /**
     * It was executed.
     *
     * @param version the entity's version afterwards, what {@link Guard.Version} compares with
     * @param guardsHeld whether the then-operations were executed, not the else-operations
     * @param guards whether each guard held
     * @param results one for each operation executed
     */
    record Executed(long version, boolean guardsHeld, List<Boolean> guards, List<Result> results)
            implements MultiOpResult {
        /** An outcome; the lists are copied. */
        public Executed {
            guards = List.copyOf(guards);
            results = List.copyOf(results);
        }
    }

    /**
     * It failed and had no effects.
     *
     * @param part where the failing guard or operation is
     * @param index its index there, from 0
     */
    record Rejected(Part part, int index, Failure failure) implements MultiOpResult {}

    /** The parts of a MultiOp. */
    enum Part {
        /** The guards. */
        GUARD(1),
        /** The then-operations. */
        THEN(2),
        /** The else-operations. */
        ELSE(3);

        private final byte code;

        Part(int code) {
            this.code = (byte) code;
        }

        /** The number that stands for it in all formats. */
        public byte code() {
            return code;
        }

        /**
         * The part of a number.
         *
         * @throws IllegalArgumentException if none has it
         */
        public static Part of(int code) {
            for (Part part : values()) {
                if (part.code == code) {
                    return part;
                }
            }
            throw new IllegalArgumentException("No part has the number " + code + ".");
        }
    }
}
