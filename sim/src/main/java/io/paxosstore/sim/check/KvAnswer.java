package io.paxosstore.sim.check;

import io.paxosstore.core.kv.KvResult;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;

/** What a client was told about one key. */
public sealed interface KvAnswer {
    /** A write's answer. */
    record Written(KvResult result) implements KvAnswer {}

    /**
     * A read's answer.
     *
     * @param entry the entity's entry the answer reflects; 0 when the client was not told
     * @param value the value, one char per byte; null when the key was absent
     * @param version the key's version; 0 when it was absent
     */
    record Seen(long entry, @Nullable String value, long version) implements KvAnswer {
        /** Makes an answer from a value's bytes. */
        public static Seen of(long entry, byte @Nullable [] value, long version) {
            return new Seen(
                    entry,
                    value == null ? null : new String(value, StandardCharsets.ISO_8859_1),
                    version);
        }
    }
}
