package io.paxosstore.bench.hostile;

import io.paxosstore.core.RandomSource;

/**
 * Something a hostile client does. What the servers answer is no concern of it, nor that they
 * refuse it: only that they live on and serve others.
 */
@FunctionalInterface
interface Attack {
    /**
     * Goes on until the time is over, then leaves nothing open.
     *
     * @param random of this attack alone
     */
    void run(Target target, RandomSource random, Until until) throws InterruptedException;
}
