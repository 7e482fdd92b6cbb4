package io.paxosstore.bench.experiment;

import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** Something to be found out; prints a table. */
@FunctionalInterface
public interface Experiment {
    /**
     * Starts what it needs, measures, prints, stops everything.
     *
     * @return how many operations failed
     * @throws TimeoutException when an operation never ends
     */
    long run(Laboratory laboratory) throws IOException, InterruptedException, TimeoutException;
}
