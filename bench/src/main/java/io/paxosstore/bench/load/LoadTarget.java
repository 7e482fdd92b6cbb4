package io.paxosstore.bench.load;

import io.paxosstore.protocol.model.ReadMode;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * What the load generator drives. Called by several threads at once.
 *
 * <p>A future may fail; {@link #isUnknown} tells the two kinds of failure apart.
 */
public interface LoadTarget extends AutoCloseable {
    /**
     * Does one operation; completes whether the key is there or not.
     *
     * @param key of the key or entity; like {@code value} not changed by the caller before the
     *     future completes
     * @param value what is written; its first bytes also choose among members and fields
     */
    CompletableFuture<?> call(OperationKind kind, byte[] key, byte[] value);

    /** Writes a key or entity for the first time, so that there is something to read. */
    CompletableFuture<?> fill(byte[] key, byte[] value);

    /** Whether this failure leaves open if the operation took effect (Rule W5). */
    boolean isUnknown(Throwable failure);

    /** The space that all loads of keys share, unless they are given another one. */
    String KEYS_SPACE = "bench";

    /** Disconnects, if the target has a connection of its own. */
    @Override
    default void close() {}

    /**
     * Connects to a cluster and creates the space if it is absent.
     *
     * @param addresses {@code host:port,...}
     * @param mix of keys or of entities, as the target will be
     * @param space null for the one that all loads of the kind share
     * @param deadline of each operation, retries included
     * @throws io.paxosstore.client.PaxosStoreException when the cluster cannot be reached
     */
    static LoadTarget connect(
            String addresses,
            OperationMix mix,
            @Nullable String space,
            ReadMode readMode,
            Duration deadline) {
        return mix.isOfEntities()
                ? EntityTarget.connect(
                        addresses, space == null ? "bench-entities" : space, readMode, deadline)
                : ClientTarget.connect(
                        addresses, space == null ? KEYS_SPACE : space, readMode, deadline);
    }
}
