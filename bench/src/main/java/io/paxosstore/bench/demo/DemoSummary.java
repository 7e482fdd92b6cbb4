package io.paxosstore.bench.demo;

import io.paxosstore.sim.check.LinearizabilityChecker;

import java.util.Locale;

/**
 * How a demo went.
 *
 * @param operations operations that were answered
 * @param failedOperations operations that ended without an answer, all retries included
 * @param failures the first of them, in words
 * @param longestWaitMillis the longest that one client waited for one answer
 * @param longestGapMillis the longest time in which no client at all got an answer
 * @param recoveredKeys keys the restarted replica has taken over from the others
 * @param verdict about the recorded history of the keys
 * @param social how the social network went
 */
public record DemoSummary(
        long operations,
        long failedOperations,
        String failures,
        long longestWaitMillis,
        long longestGapMillis,
        long recoveredKeys,
        LinearizabilityChecker.Verdict verdict,
        SocialSummary social) {
    /** Whether nothing was lost and no operation failed for good. */
    public boolean isGood() {
        return failedOperations == 0
                && social.isGood()
                && verdict.result() == LinearizabilityChecker.Result.LINEARIZABLE;
    }

    @Override
    public String toString() {
        String text =
                String.format(
                        Locale.ROOT,
                        """

                        operations           %,d
                        failed operations    %d
                        longest gap          %d ms without any answer; a single client waited %d ms
                        recovered keys       %d
                        linearizable         %s\
                        """,
                        operations,
                        failedOperations,
                        longestGapMillis,
                        longestWaitMillis,
                        recoveredKeys,
                        switch (verdict.result()) {
                            case LINEARIZABLE -> "yes";
                            case NOT_LINEARIZABLE -> "NO: " + verdict.explanation();
                            case UNDECIDED -> "undecided: " + verdict.explanation();
                        });
        String keys = failures.isEmpty() ? text : text + "\n" + failures;
        return keys + "\n" + social;
    }
}
