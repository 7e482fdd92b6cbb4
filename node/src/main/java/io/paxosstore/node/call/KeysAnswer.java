package io.paxosstore.node.call;

import io.paxosstore.core.Outcome;

import org.jspecify.annotations.Nullable;

import java.util.List;

/** The answer to a {@link KeysQuery}. */
public sealed interface KeysAnswer {
    /**
     * Names: of those before the rest all that were there when it was asked, and some of which
     * nothing is there.
     *
     * @param nextPlace of the first slot of the rest; {@link
     *     io.paxosstore.protocol.key.Slots#COUNT} if there is none
     * @param nextFrom where the rest begins in that slot
     * @param names in order
     */
    @SuppressWarnings("ArrayRecordComponent") // never changed
    record Listed(int nextPlace, byte[] nextFrom, List<byte[]> names) implements KeysAnswer {
        public Listed {
            names = List.copyOf(names);
        }
    }

    /**
     * Names as {@link Listed} has them, most of them read.
     *
     * @param nextPlace of the first slot of the rest
     * @param nextFrom where the rest begins in that slot
     * @param keys in order
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Read(int nextPlace, byte[] nextFrom, List<Key> keys) implements KeysAnswer {
        public Read {
            keys = List.copyOf(keys);
        }
    }

    /**
     * A key, as a linearizable read after the query shows it.
     *
     * @param entry the entry that the state is of; 0 if it was not read
     * @param state as {@link io.paxosstore.core.kv.KvState} has it; null if the key was not read:
     *     then it may be there or not
     */
    @SuppressWarnings("ArrayRecordComponent")
    record Key(byte[] name, long entry, byte @Nullable [] state) {}

    /** It was not to be found out. */
    record NotDone(Outcome.Reason reason) implements KeysAnswer {}

    /** It was not tried. */
    record Refused(Refusal refusal) implements KeysAnswer {}
}
