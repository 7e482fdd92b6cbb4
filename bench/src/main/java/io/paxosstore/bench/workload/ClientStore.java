package io.paxosstore.bench.workload;

import io.paxosstore.client.CallOptions;
import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.Codec;
import io.paxosstore.client.KeyValue;
import io.paxosstore.client.NotDoneException;
import io.paxosstore.client.OutcomeUnknownException;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.client.Versioned;
import io.paxosstore.client.WriteResult;
import io.paxosstore.core.kv.KvResult;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.sim.check.KvAnswer;
import io.paxosstore.sim.check.KvCall;

import java.time.Duration;
import java.util.Optional;

/** A cluster through the Java client, with calls and answers as the checker wants them. */
public final class ClientStore implements KvStore, AutoCloseable {
    private final PaxosStore store;
    private final KeyValue<String, byte[]> space;
    private final CallOptions options;

    private ClientStore(PaxosStore store, KeyValue<String, byte[]> space, CallOptions options) {
        this.store = store;
        this.space = space.with(options);
        this.options = options;
    }

    /**
     * Connects and creates the space if it is absent.
     *
     * @param deadline of each call, retries included
     * @throws io.paxosstore.client.PaxosStoreException when the cluster cannot be reached
     */
    public static ClientStore connect(String addresses, String space, Duration deadline) {
        ClientOptions options = ClientOptions.builder().name("workload").deadline(deadline).build();
        PaxosStore store = PaxosStore.connect(addresses, options);
        try {
            store.createSpaceIfAbsent(space);
            return new ClientStore(
                    store, store.keyValue(space, Codec.utf8(), Codec.bytes()), CallOptions.DEFAULT);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /** The same store for calls with another deadline; closed with this one. */
    public KvStore withDeadline(Duration deadline) {
        return new ClientStore(store, space, CallOptions.DEFAULT.deadline(deadline));
    }

    /** The space's number, which is part of each key's placement. */
    public int spaceId() {
        return space.space().id();
    }

    /** The client itself, for other spaces; closed with this. */
    public PaxosStore client() {
        return store;
    }

    @Override
    public CallOutcome call(String key, KvCall call) throws InterruptedException {
        try {
            return new CallOutcome.Answered(
                    switch (call) {
                        case KvCall.Read read -> read(key);
                        case KvCall.Write write ->
                                new KvAnswer.Written(write(key, write.command()));
                    });
        } catch (OutcomeUnknownException e) {
            return new CallOutcome.Unknown(String.valueOf(e.getMessage()));
        } catch (NotDoneException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            return new CallOutcome.NotDone(String.valueOf(e.getMessage()));
        }
    }

    private KvAnswer read(String key) {
        Optional<Versioned<byte[]>> found = space.getVersioned(key);
        return found.isPresent()
                ? KvAnswer.Seen.of(0, found.get().value(), found.get().version())
                : KvAnswer.Seen.of(0, null, 0);
    }

    private KvResult write(String key, KvOperation command) {
        return switch (command) {
            case KvOperation.Put put ->
                    new KvResult(WriteStatus.OK, timed(put.ttlMillis()).put(key, put.value()), 0);
            case KvOperation.PutIfAbsent put ->
                    result(timed(put.ttlMillis()).putIfAbsent(key, put.value()));
            case KvOperation.CompareAndSet cas ->
                    result(timed(cas.ttlMillis()).compareAndSet(key, cas.expected(), cas.value()));
            case KvOperation.CompareVersionAndSet cas ->
                    result(
                            timed(cas.ttlMillis())
                                    .compareVersionAndSet(key, cas.expectedVersion(), cas.value()));
            case KvOperation.CompareVersionAndSetUntil _ ->
                    throw new IllegalArgumentException("the client has no such call");
            case KvOperation.Delete delete -> result(space.delete(key));
            case KvOperation.CompareVersionAndDelete delete ->
                    result(space.deleteIfVersion(key, delete.expectedVersion()));
            case KvOperation.Increment increment ->
                    new KvResult(
                            WriteStatus.OK,
                            ClientModel.VERSION_NOT_TOLD,
                            timed(increment.ttlMillis()).increment(key, increment.delta()));
        };
    }

    /** The space for a write of a value with a time to live; 0 for none. */
    private KeyValue<String, byte[]> timed(long ttlMillis) {
        return ttlMillis == 0 ? space : space.with(options.ttl(Duration.ofMillis(ttlMillis)));
    }

    private static KvResult result(WriteResult result) {
        return new KvResult(result.status(), result.version(), 0);
    }

    @Override
    public void close() {
        store.close();
    }
}
