package io.paxosstore.bench.faults;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** Faults on a cluster under a load that is checked. One use, one thread. */
public interface FaultRun {
    /** What came of a run; its text is one line of figures. */
    interface Result {
        /** What is wrong, a sentence each; empty when nothing is. */
        List<String> problems();

        /** Whether nothing is wrong. */
        default boolean isClean() {
            return problems().isEmpty();
        }
    }

    /**
     * Runs.
     *
     * @throws IOException when a replica does not start or a fault cannot be done
     * @throws TimeoutException when a call does not end
     */
    Result run() throws IOException, InterruptedException, TimeoutException;

    /** What happened when, for the report of a failure. */
    List<String> events();
}
