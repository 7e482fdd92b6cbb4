package io.paxosstore.bench.load;

import io.paxosstore.client.CallOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.OutcomeUnknownException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.model.ReadMode;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The keys of a space, through one client library of its own. Thread-safe. */
public final class ClientTarget implements KeyTarget {
    private final PaxosStore store;
    private final KeyValue<byte[], byte[]> space;

    private ClientTarget(PaxosStore store, KeyValue<byte[], byte[]> space) {
        this.store = store;
        this.space = space;
    }

    /**
     * Connects and creates the space if it is absent.
     *
     * @param addresses {@code host:port,...}
     * @param deadline of each operation, retries included
     * @throws io.paxosstore.client.PaxosStoreException when the cluster cannot be reached
     */
    public static ClientTarget connect(
            String addresses, String space, ReadMode readMode, Duration deadline) {
        return TargetClient.connect(
                addresses,
                deadline,
                store -> {
                    store.createSpaceIfAbsent(space);
                    KeyValue<byte[], byte[]> handle =
                            store.keyValue(space, Codec.bytes(), Codec.bytes())
                                    .with(CallOptions.DEFAULT.readMode(readMode));
                    return new ClientTarget(store, handle);
                });
    }

    @Override
    public CompletableFuture<?> write(byte[] key, byte[] value) {
        return space.putAsync(key, value);
    }

    @Override
    public CompletableFuture<?> read(byte[] key) {
        return space.getAsync(key);
    }

    @Override
    public boolean isUnknown(Throwable failure) {
        return failure instanceof OutcomeUnknownException;
    }

    @Override
    public void close() {
        store.close();
    }
}
