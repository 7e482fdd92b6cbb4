package io.paxosstore.lsm.entity;

/** Hears how far an {@link EntityInspector} is. Called by the thread that inspects. */
public interface InspectionListener {
    /** One to whom it makes no difference. */
    InspectionListener NONE =
            new InspectionListener() {
                @Override
                public void tableRead(long bytes) {}

                @Override
                public void entityRead(long done, long about) {}
            };

    /**
     * A table file was read to its end.
     *
     * @param bytes its length
     */
    void tableRead(long bytes);

    /**
     * An entity was read.
     *
     * @param done how many were by now
     * @param about how many there are, as RocksDB estimates it
     */
    void entityRead(long done, long about);
}
