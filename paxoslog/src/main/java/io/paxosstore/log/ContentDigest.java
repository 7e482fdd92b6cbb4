package io.paxosstore.log;

/**
 * The digest of what an entity holds at a version, while it is being computed in the background:
 * equal on all replicas at equal versions, whatever way each got there, and different where
 * anything differs that may decide an answer. The shard's thread; close it.
 */
public interface ContentDigest extends AutoCloseable {
    /** An engine that cannot compute any. */
    ContentDigest NONE =
            new ContentDigest() {
                @Override
                public State state() {
                    return State.Nothing.INSTANCE;
                }

                @Override
                public void close() {}
            };

    /** What there is so far. */
    sealed interface State {
        /** Not known yet. */
        enum Waiting implements State {
            /** The entity has not come to the version. */
            FOR_VERSION,

            /** What it held there is read, or will be. */
            FOR_READING
        }

        /** The digest. */
        record Ready(long digest) implements State {}

        /**
         * The entity was past the version before anybody looked.
         *
         * @param version that it had then
         */
        record Past(long version) implements State {}

        /** This replica's opinion does not count: it has lost what it held, or cannot read it. */
        enum Nothing implements State {
            INSTANCE
        }
    }

    /** What there is at this moment. */
    State state();

    /** Gives it up, if it is not ready. */
    @Override
    void close();
}
