package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.Message;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All messages that were ever sent in any execution, each with a number. Not thread-safe. */
final class Messages {
    /**
     * A message with its addresses.
     *
     * @param epoch in which its sender stood (Rule M1)
     * @param known what its sender knew of all nodes' incarnations, by id (Rule A3)
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by its digest
    record Envelope(int from, int incarnation, int to, int epoch, Message message, int[] known) {}

    private final List<Envelope> all = new ArrayList<>();
    private final Map<Hash128.Digest, Integer> numbers = new HashMap<>();
    private final StateDigest digest = new StateDigest();

    /** The number of a message; equal ones have the same. */
    int number(Envelope envelope) {
        Hash128 hash = new Hash128();
        hash.add(envelope.from()).add(envelope.incarnation()).add(envelope.to());
        hash.add(envelope.epoch());
        hash.add(envelope.message().getClass().getSimpleName().hashCode());
        digest.add(hash, envelope.message(), 0);
        for (int incarnation : envelope.known()) {
            hash.add(incarnation);
        }
        Integer known = numbers.putIfAbsent(hash.digest(), all.size());
        if (known != null) {
            return known;
        }
        all.add(envelope);
        return all.size() - 1;
    }

    Envelope get(int number) {
        return all.get(number);
    }

    int size() {
        return all.size();
    }
}
