package io.paxosstore.lsm.model;

import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SortedSetOperation;

import org.jspecify.annotations.Nullable;

/** What the results of one MultiOp of the naive twin take together, tables left out. */
final class NaiveRoom {
    private long bytesBefore;
    private long elementsBefore;
    private long pageBytes;
    private int pageElements;

    /** Another operation begins. */
    void next() {
        bytesBefore += pageBytes;
        elementsBefore += pageElements;
        pageBytes = 0;
        pageElements = 0;
    }

    /**
     * Whether one more element is too much for a page.
     *
     * @param elements those that it has
     * @param bytes with the one more
     */
    boolean isFull(int elements, int bytes, Page page) {
        if (elements == 0) {
            check(bytes, 1);
        }
        boolean isFull =
                elements > 0
                        && (elements == page.elements()
                                || bytes > page.bytes()
                                || bytesBefore + bytes > ModelLimits.RESULT_BYTES_MAX
                                || elementsBefore + elements + 1 > ModelLimits.ELEMENTS_MAX);
        if (!isFull) {
            pageBytes = bytes;
            pageElements = elements + 1;
        }
        return isFull;
    }

    /** Counts what an operation returned outside of pages. */
    Result counted(Operation operation, Result result) {
        switch (result) {
            case Result.Element element -> add(element.element());
            case Result.Value value -> add(value.value());
            case Result.Values values -> {
                for (byte[] value : values.values()) {
                    add(value == null ? new byte[0] : value);
                }
            }
            case Result.Scores scores -> {
                for (Double score : scores.scores()) {
                    add(new byte[score == null ? 0 : Double.BYTES]);
                }
            }
            case Result.ScoredMembers drawn when operation instanceof SortedSetOperation.Random ->
                    drawn.members().forEach(one -> add(one.member().length + Double.BYTES));
            default -> {}
        }
        return result;
    }

    private void add(byte @Nullable [] returned) {
        if (returned != null) {
            add(returned.length);
        }
    }

    private void add(int bytes) {
        pageBytes += bytes;
        pageElements++;
        check(pageBytes, pageElements);
    }

    private void check(long bytes, int elements) {
        long bytesNow = bytesBefore + bytes;
        if (bytesNow > ModelLimits.RESULT_BYTES_MAX) {
            throw new NaiveEntity.Failed(
                    new Failure.LimitExceeded(
                            "RESULT_BYTES_MAX", bytesNow, ModelLimits.RESULT_BYTES_MAX));
        }
        long elementsNow = elementsBefore + elements;
        if (elementsNow > ModelLimits.ELEMENTS_MAX) {
            throw new NaiveEntity.Failed(
                    new Failure.LimitExceeded(
                            "ELEMENTS_MAX", elementsNow, ModelLimits.ELEMENTS_MAX));
        }
    }
}
