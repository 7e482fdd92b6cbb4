package io.paxosstore.redis.hyperloglog;

/**
 * The registers of a HyperLogLog in one of the two ways in which strings keep them. Each has the
 * greatest rank of the elements that fall on it; 0 if none does. Not thread-safe.
 */
sealed interface Registers permits DenseRegisters, SparseRegisters {
    /** How many there are: with so many the standard error is 0.81 percent. */
    int COUNT = 1 << 14;

    /**
     * Raises ranks to those of these registers where these are greater.
     *
     * @throws io.paxosstore.redis.resp.RedisError if these are not as many as there must be
     */
    void joinTo(Ranks ranks);

    /** As the string has them. Not a copy. */
    byte[] bytes();
}
