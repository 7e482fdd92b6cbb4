package io.paxosstore.node.call;

import io.paxosstore.core.Outcome;

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

    /** It was not to be found out. */
    record NotDone(Outcome.Reason reason) implements KeysAnswer {}

    /** It was not tried. */
    record Refused(Refusal refusal) implements KeysAnswer {}
}
