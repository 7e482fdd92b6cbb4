package io.paxosstore.redis.data;

import io.paxosstore.protocol.model.ModelLimits;

import java.util.List;
import java.util.function.ToLongFunction;

/** Cuts long lists into what one operation may carry. */
public final class Batches {
    private Batches() {}

    /** The sum of what an operation says of each part of a list. */
    public static <E> long sum(List<E> all, ToLongFunction<List<E>> operation) {
        long sum = 0;
        for (int from = 0; from < all.size(); from += ModelLimits.OPERATION_ELEMENTS_MAX) {
            int to = Math.min(all.size(), from + ModelLimits.OPERATION_ELEMENTS_MAX);
            sum += operation.applyAsLong(all.subList(from, to));
        }
        return sum;
    }
}
