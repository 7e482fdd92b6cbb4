package io.paxosstore.redis.script;

import org.jspecify.annotations.Nullable;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Keeps what was used last, by the SHA-1 of scripts. Thread-safe. */
public final class BoundedCache<V> {
    private final int countMax;
    private final long bytesMax;
    private final ToLongFunction<V> bytesOf;
    private final Map<String, V> values = new LinkedHashMap<>(16, 0.75f, true);
    private long bytes;

    /**
     * @param countMax most values
     * @param bytesMax most bytes of all
     * @param bytesOf how many a value has
     */
    public BoundedCache(int countMax, long bytesMax, ToLongFunction<V> bytesOf) {
        this.countMax = countMax;
        this.bytesMax = bytesMax;
        this.bytesOf = bytesOf;
    }

    /** A value; null if it is not known, or not any more. */
    public synchronized @Nullable V get(String sha1) {
        return values.get(sha1);
    }

    /** Keeps a value, and forgets those that were not used for longest if there are too many. */
    public synchronized void put(String sha1, V value) {
        V before = values.put(sha1, value);
        bytes += bytesOf.applyAsLong(value) - (before == null ? 0 : bytesOf.applyAsLong(before));
        Iterator<V> oldest = values.values().iterator();
        while (values.size() > countMax || bytes > bytesMax) {
            bytes -= bytesOf.applyAsLong(oldest.next());
            oldest.remove();
        }
    }

    /** Whether a value is known. */
    public synchronized boolean has(String sha1) {
        return values.containsKey(sha1);
    }

    /** Forgets a value, if it is known. */
    public synchronized void remove(String sha1) {
        V before = values.remove(sha1);
        bytes -= before == null ? 0 : bytesOf.applyAsLong(before);
    }

    /** Forgets all. */
    public synchronized void clear() {
        values.clear();
        bytes = 0;
    }
}
