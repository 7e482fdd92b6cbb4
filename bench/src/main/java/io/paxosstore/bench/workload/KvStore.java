package io.paxosstore.bench.workload;

import io.paxosstore.sim.check.KvAnswer;
import io.paxosstore.sim.check.KvCall;

/** A store as the checker sees it. Thread-safe. */
public interface KvStore {
    /** Does one call and waits for its end; every outcome is a value. */
    CallOutcome call(String key, KvCall call) throws InterruptedException;

    /** How a call ended. */
    sealed interface CallOutcome {
        /** It was answered, negatively perhaps. */
        record Answered(KvAnswer answer) implements CallOutcome {}

        /** It may or may not have taken effect (Rule W5). */
        record Unknown(String why) implements CallOutcome {}

        /** It took no effect and never will. */
        record NotDone(String why) implements CallOutcome {}
    }
}
