package io.paxosstore.lsm.store;

import org.rocksdb.WriteBatch;

import java.util.concurrent.atomic.AtomicLong;

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
    private final RecordWriter records;

    /** Of the newest write; guarded by this. */
    private long sequence;

    /** The next of the numbers under which data lies. */
    private final AtomicLong nextNumber;

    /** Every number that a stored write uses is below it; guarded by this. */
    private long storedNumber;

    /** Guarded by this. */
    private boolean closed;

    Commits(Rocks rocks, RecordWriter records, long sequence, long nextNumber) {
        this.rocks = rocks;
        this.records = records;
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
            try (WriteBatch batch = new WriteBatch()) {
                commit(batch);
            }
        }
    }

    /**
     * Writes a batch that brings an entity to an entry.
     *
     * @param metaKey of the entity's metadata
     * @return what is known of the entity now
     */
    synchronized EntityMeta write(
            WriteBatch batch, byte[] metaKey, long number, int checksum, AppliedEntry last) {
        checkOpen();
        long mine = nextSequence(batch);
        EntityMeta meta = new EntityMeta(number, mine, checksum, last);
        records.put(batch, Family.META, metaKey, meta.encode());
        commit(batch);
        return meta;
    }

    /** Writes a batch; returns its sequence number. */
    synchronized long write(WriteBatch batch) {
        checkOpen();
        long mine = nextSequence(batch);
        commit(batch);
        return mine;
    }

    /** Writes what says nothing new. */
    synchronized void probe() {
        checkOpen();
        try (WriteBatch batch = new WriteBatch()) {
            records.put(batch, Family.STORE, Keys.SEQUENCE, Keys.number(sequence));
            rocks.write(batch);
        }
    }

    private long nextSequence(WriteBatch batch) {
        sequence++;
        records.put(batch, Family.STORE, Keys.SEQUENCE, Keys.number(sequence));
        return sequence;
    }

    private void commit(WriteBatch batch) {
        long next = nextNumber.get();
        if (next != storedNumber) {
            records.put(batch, Family.STORE, Keys.NUMBER, Keys.number(next));
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
