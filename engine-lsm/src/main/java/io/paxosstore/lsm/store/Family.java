package io.paxosstore.lsm.store;

import java.nio.charset.StandardCharsets;

/**
 * The column families. They are flushed together (atomic flush), so what one of them holds durably
 * fits what the others do.
 *
 * <pre>
 *  default  "format" -> u32; "sequence" -> u64 of the newest write; "number" -> u64, numbers below
 *           it may be in use
 *  meta     space (u32) id -> {@link EntityMeta}
 *  data     number (u64) key of the entity's state -> value
 *  expiry   deadline (u64) number (u64) generation (u64; 0 for objects) -> space (u32) id
 *  merge    tables that have delta records, or had some: see {@link MergeTarget}
 * </pre>
 */
enum Family {
    STORE("default"),
    META("meta"),
    DATA("data"),
    EXPIRY("expiry"),
    MERGE("merge");

    private final String familyName;

    Family(String familyName) {
        this.familyName = familyName;
    }

    byte[] nameBytes() {
        return familyName.getBytes(StandardCharsets.US_ASCII);
    }
}
