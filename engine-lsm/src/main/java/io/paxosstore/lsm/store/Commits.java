package io.paxosstore.lsm.store;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * Numbers a store's writes and hands them to RocksDB. Thread-safe.
 *
 * <p>RocksDB makes writes durable in the order in which it gets them. So they come in the order of
 * their sequence numbers; else the durable number would promise writes that a crash loses (Rule
 * D6). That needs a lock of the whole store, which is held for a write alone, not for the making of
 * its batch; it is the innermost lock.
 */
final class Commits {
    private final Rocks rocks;

    /** Of the newest write; guarded by this. */
    private long sequence;

    /** The next of the numbers under which data lies. */
    private final AtomicLong nextNumber;

    /** Every number that a stored write uses is below it; guarded by this. */
    private long storedNumber;

    /** Guarded by this. */
    private boolean closed;

    Commits(Rocks rocks, long sequence, long nextNumber) {
        this.rocks = rocks;
        this.sequence = sequence;
        this.storedNumber = nextNumber;
        this.nextNumber = new AtomicLong(nextNumber);
    }

    /** The sequence number of the newest write. */
    synchronized long sequence() {
        return sequence;
    }

    /** A number that no data lies under, nor ever did. */
    long newNumber() {
        return nextNumber.getAndIncrement();
    }

    /** No number below this one is given away. */
    void numbersFrom(long least) {
        nextNumber.accumulateAndGet(least, Math::max);
    }

    /** Makes sure that a crash that leaves later writes does not give a number away again. */
    synchronized void keep(long number) {
        checkOpen();
        if (storedNumber <= number) { // else a write of somebody else has stored it
            commit(rocks.batch());
        }
    }

    /** Writes a batch; returns its sequence number. */
    long write(Batch batch) {
        return write(batch, _ -> {});
    }

    /**
     * The same with what names the sequence number.
     *
     * @param last adds to the batch, given the number
     */
    synchronized long write(Batch batch, LongConsumer last) {
        checkOpen();
        sequence++;
        last.accept(sequence);
        batch.put(Family.STORE, Keys.SEQUENCE, Keys.number(sequence));
        commit(batch);
        return sequence;
    }

    /** Writes what says nothing new. */
    synchronized void probe() {
        checkOpen();
        Batch batch = rocks.batch();
        batch.put(Family.STORE, Keys.SEQUENCE, Keys.number(sequence));
        rocks.write(batch);
    }

    private void commit(Batch batch) {
        long next = nextNumber.get();
        if (next != storedNumber) {
            batch.put(Family.STORE, Keys.NUMBER, Keys.number(next));
        }
        rocks.write(batch);
        storedNumber = next;
    }

    synchronized boolean isClosed() {
        return closed;
    }

    /**
     * Refuses what comes too late.
     *
     * @throws IllegalStateException if the store is closed
     */
    synchronized void checkOpen() {
        if (closed) {
            throw new IllegalStateException("The store is closed.");
        }
    }

    /** From now on nothing is written. Returns whether that was not so before. */
    synchronized boolean close() {
        boolean first = !closed;
        closed = true;
        return first;
    }
}
