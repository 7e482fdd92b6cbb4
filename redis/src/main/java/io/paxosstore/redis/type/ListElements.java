package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.RedisError;

import java.util.ArrayList;
import java.util.List;

/**
 * The elements of the list of one key, read, added and taken away page by page. What is read counts
 * as {@link Keyspace#charge} says. Not thread-safe.
 */
final class ListElements {
    /** Elements of the first page of a walk, which may end soon. */
    private static final int PAGE_FIRST = 128;

    /** The same of a walk backwards, whose pages are not cut where they have many bytes. */
    private static final int PAGE_FIRST_BACKWARD = 4;

    private final Keyspace keys;
    private final String name;

    /** Looks at elements one after the other. */
    @FunctionalInterface
    interface Visitor {
        /**
         * Looks at one.
         *
         * @param index from the first element, which has 0
         * @return whether to go on
         */
        boolean visit(long index, byte[] element);
    }

    ListElements(Keyspace keys, byte[] key) {
        this.keys = keys;
        this.name = keys.name(key);
    }

    /**
     * Walks from one element to another, that included.
     *
     * @param from at least 0
     * @throws RedisError if that is too much to read
     */
    void forward(long from, long to, Visitor visitor) {
        int most = PAGE_FIRST;
        long next = from;
        while (next != Result.NO_NEXT && next <= to) {
            Result.Elements page =
                    keys.run(
                            new ListOperation.Range(name, next, to, Page.of(most)),
                            Result.Elements.class);
            for (byte[] element : page.elements()) {
                keys.chargeElement(element.length);
                if (!visitor.visit(next, element)) {
                    return;
                }
                next++;
            }
            next = page.next();
            most = Math.min(2 * most, ModelLimits.PAGE_ELEMENTS_MAX);
        }
    }

    /**
     * Walks from one element down to the first.
     *
     * @throws RedisError if that is too much to read
     */
    void backward(long from, Visitor visitor) {
        int most = PAGE_FIRST_BACKWARD;
        long last = from;
        while (last >= 0) {
            long first = Math.max(0, last - most + 1);
            List<byte[]> part = range(first, last);
            for (int i = part.size() - 1; i >= 0; i--) {
                if (!visitor.visit(first + i, part.get(i))) {
                    return;
                }
            }
            last = first - 1;
            long bytes = part.stream().mapToLong(element -> element.length).sum();
            most =
                    2 * bytes < ModelLimits.PAGE_BYTES_MAX
                            ? Math.min(2 * most, ModelLimits.PAGE_ELEMENTS_MAX)
                            : Math.max(1, most / 2);
        }
    }

    /**
     * The elements from one to another, that included.
     *
     * @param from at least 0
     * @throws RedisError if they are too much to read
     */
    List<byte[]> range(long from, long to) {
        List<byte[]> elements = new ArrayList<>();
        forward(
                from,
                to,
                (_, element) -> {
                    elements.add(element);
                    return true;
                });
        return elements;
    }

    /**
     * Takes elements away at an end, the outermost first. The list must have so many.
     *
     * @throws RedisError if they are too much to read
     */
    List<byte[]> pop(ListEnd end, long count) {
        List<byte[]> popped = new ArrayList<>();
        while (popped.size() < count) {
            int most = (int) Math.min(count - popped.size(), ModelLimits.PAGE_ELEMENTS_MAX);
            ListOperation operation =
                    end == ListEnd.LEFT
                            ? new ListOperation.PopFirst(name, Page.of(most))
                            : new ListOperation.PopLast(name, Page.of(most));
            List<byte[]> page = keys.run(operation, Result.Elements.class).elements();
            page.forEach(element -> keys.chargeElement(element.length));
            popped.addAll(page);
        }
        return popped;
    }

    /** Adds elements at an end, one after the other; returns how many the list has then. */
    long push(ListEnd end, List<byte[]> elements) {
        ListOperation operation =
                end == ListEnd.LEFT
                        ? new ListOperation.Prepend(name, elements)
                        : new ListOperation.Append(name, elements);
        return keys.run(operation, Result.Size.class).size();
    }
}
