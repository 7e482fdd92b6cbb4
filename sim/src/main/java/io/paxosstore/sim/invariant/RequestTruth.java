package io.paxosstore.sim.invariant;

import io.paxosstore.core.RequestId;
import io.paxosstore.core.ValueId;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.sim.SimViolation;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.Map;

/** Which requests the values of one entity execute: ExactlyOnce. */
final class RequestTruth {
    private final EntityKey key;

    /** Looked up only, never iterated. */
    private final Map<RequestId, byte[]> executed = new HashMap<>();

    /** Looked up only: which requests a value executes. */
    private final Map<ValueId, Map<RequestId, byte[]>> batches = new HashMap<>();

    RequestTruth(EntityKey key) {
        this.key = key;
    }

    /** The result a request was executed with; null if it was not. */
    byte @Nullable [] resultOf(RequestId id) {
        return executed.get(id);
    }

    /** A node made a value that executes these requests with these results. */
    void proposed(ValueId id, Map<RequestId, byte[]> requests) {
        batches.put(id, requests);
    }

    /** ExactlyOnce: a request is executed by one chosen entry only. */
    void execute(long entry, ValueId value) {
        batches.getOrDefault(value, Map.of())
                .forEach((id, result) -> {
                    if (executed.put(id, result) != null) {
                        throw new SimViolation(
                                "ExactlyOnce",
                                key + ": request " + id + " is executed again in entry " + entry);
                    }
                });
    }
}
