package io.paxosstore.log.record;

import io.paxosstore.protocol.key.EntityKey;

/** What a scan of a file finds damaged (Rule D5). */
public sealed interface RecordDamage {
    /** Where it begins. */
    int offset();

    /** How many bytes are concerned. */
    int bytes();

    /** The remains of the last write before a crash, of which nobody was told: cut off. */
    record TornTail(int offset, int bytes) implements RecordDamage {}

    /** Bytes that were durable once and hold no intact record: whose they were is unknown. */
    record UnreadableRegion(int offset, int bytes) implements RecordDamage {}

    /** A record whose value fails its check. */
    record BadValue(int offset, int bytes, EntityKey entity, long entry) implements RecordDamage {}
}
