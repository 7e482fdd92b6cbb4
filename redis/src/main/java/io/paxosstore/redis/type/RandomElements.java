package io.paxosstore.redis.type;

import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.RedisError;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * Chooses elements of an object at random: from all of them, each as likely as any other, if they
 * are not many, or many are wanted; else as the object draws them, which may prefer some, but does
 * not read all. Not thread-safe.
 */
final class RandomElements<E> {
    /** Of more elements not all are read only to choose some. */
    private static final long READ_MAX = 10_000;

    /** A draw costs about as much as to read so many elements. */
    private static final long DRAW_COST = 100;

    private final Keyspace keys;
    private final Source<E> source;
    private final RandomGenerator random;

    /** Where elements come from. */
    interface Source<E> extends Iterable<E> {
        /** How many there are. */
        long size();

        /** One of them, of which there must be one; some may be drawn more often. */
        E draw(RandomGenerator random);

        /** What tells it from all others. */
        byte[] id(E element);

        /** How large it is. */
        long bytes(E element);
    }

    /**
     * Chooses from these.
     *
     * @param keys are charged for what is chosen
     */
    RandomElements(Keyspace keys, Source<E> source, RandomGenerator random) {
        this.keys = keys;
        this.source = source;
        this.random = random;
    }

    /** One element; there must be one. */
    E one() {
        return distinct(1).getFirst();
    }

    /**
     * So many different elements in random order, or all if there are not more.
     *
     * @throws RedisError if they are too large
     */
    List<E> distinct(long count) {
        List<E> chosen = new ArrayList<>();
        if (!isReadFor(count)) {
            chosen.addAll(drawnDistinct(count));
        }
        if (chosen.size() < Math.min(count, source.size())) {
            chosen.clear();
            choose(count, chosen);
        }
        Collections.shuffle(chosen, random);
        return chosen;
    }

    private boolean isReadFor(long count) {
        return source.size() <= READ_MAX || count >= source.size() / DRAW_COST;
    }

    /** Fewer than wanted if some are drawn too rarely. */
    private List<E> drawnDistinct(long count) {
        Map<byte[], E> drawn = new TreeMap<>(Arrays::compareUnsigned);
        for (long attempts = 4 * count; attempts > 0 && drawn.size() < count; attempts--) {
            E element = source.draw(random);
            if (drawn.putIfAbsent(source.id(element), element) == null) {
                charge(element);
            }
        }
        return List.copyOf(drawn.values());
    }

    /** Goes through all, and takes each with the likelihood that as many are left to be taken. */
    private void choose(long count, List<E> chosen) {
        long left = source.size();
        for (E element : source) {
            if (random.nextLong(left) < count - chosen.size()) {
                charge(element);
                chosen.add(element);
            }
            left--;
            if (left == 0 || chosen.size() == count) {
                return;
            }
        }
    }

    /**
     * So many elements in random order, of which some may be the same; there must be one.
     *
     * @throws RedisError if they are too large
     */
    List<E> repeated(long count) {
        List<E> chosen = new ArrayList<>();
        if (isReadFor(count)) {
            chooseRepeated(ranks(count), chosen);
            Collections.shuffle(chosen, random);
            return chosen;
        }
        while (chosen.size() < count) {
            E element = source.draw(random);
            charge(element);
            chosen.add(element);
        }
        return chosen;
    }

    private void charge(E element) {
        keys.chargeElement(source.bytes(element));
    }

    private long[] ranks(long count) {
        keys.charge(Math.min(count, Keyspace.READ_BYTES_MAX) * Long.BYTES);
        return random.longs(count, 0, source.size()).sorted().toArray();
    }

    private void chooseRepeated(long[] ranks, List<E> chosen) {
        long rank = 0;
        for (E element : source) {
            while (chosen.size() < ranks.length && ranks[chosen.size()] == rank) {
                charge(element);
                chosen.add(element);
            }
            rank++;
            if (chosen.size() == ranks.length) {
                return;
            }
        }
    }
}
