package io.paxosstore.bench.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.List;

/** Runs of which nothing may come out that is wrong. */
final class CleanRuns {
    private CleanRuns() {}

    /**
     * Runs, and prints what came of it.
     *
     * @param type of the result
     */
    static <R extends FaultRun.Result> R run(FaultRun run, Class<R> type) throws Exception {
        R report;
        try {
            report = type.cast(run.run());
        } catch (IOException e) {
            throw new IOException(String.join("\n", run.events()), e);
        }
        System.out.println(report);
        assertEquals(
                List.of(),
                report.problems(),
                () -> report + "\n" + String.join("\n", run.events()));
        return report;
    }
}
