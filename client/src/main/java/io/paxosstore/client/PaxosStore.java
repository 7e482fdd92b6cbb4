package io.paxosstore.client;

import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.Wire;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A client of one cluster. Thread-safe; make one per application and keep it.
 *
 * <pre>{@code
 * try (PaxosStore store = PaxosStore.connect("localhost:7400,localhost:7410,localhost:7420")) {
 *     store.createSpaceIfAbsent("profiles");
 *     KeyValue<String, String> profiles =
 *             store.keyValue("profiles", Codec.utf8(), Codec.utf8());
 *     profiles.put("alice", "hi");
 *     System.out.println(profiles.get("alice").orElseThrow());
 * }
 * }</pre>
 *
 * <p>Failures are {@link PaxosStoreException}s. A write is executed at most once, however often it
 * is sent (Rules E1 to E3).
 */
public final class PaxosStore implements AutoCloseable {
    /** How long the network thread may take beyond a timeout to report it. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final IoLoop loop;
    private final CallRunner runner;
    private final SpaceOpening opening;
    private final ClientOptions options;

    private PaxosStore(IoLoop loop, ClientOptions options) {
        this.loop = loop;
        this.options = options;
        this.runner = new CallRunner(loop, options);
        this.opening = new SpaceOpening(runner, loop.spaces());
    }

    /** Like {@link #connect(String, ClientOptions)} with the default options. */
    public static PaxosStore connect(String addresses) {
        return connect(addresses, ClientOptions.defaults());
    }

    /**
     * Connects to a cluster. One reachable node is enough: it names the others. Nodes that are not
     * up yet are waited for, at most {@link ClientOptions#connectTimeout}.
     *
     * @param addresses {@code host:port,host:port}
     * @throws IllegalArgumentException if the addresses are not of that form
     * @throws NotDoneException if no node is reached in that time, or none speaks this client's
     *     protocol; the message says why for each
     */
    public static PaxosStore connect(String addresses, ClientOptions options) {
        SecureRandom random = new SecureRandom(); // ids of different clients must not collide
        IoLoop loop;
        try {
            loop =
                    new IoLoop(
                            Addresses.parse(addresses),
                            options,
                            random.nextLong(),
                            new SplittableRandom(random.nextLong()));
        } catch (IOException e) {
            throw new IllegalStateException("The system gives no selector", e);
        }
        PaxosStore store = new PaxosStore(loop, options);
        boolean connected = false;
        try {
            loop.start();
            store.awaitContact();
            connected = true;
        } finally {
            if (!connected) {
                loop.close(0);
            }
        }
        return store;
    }

    private void awaitContact() {
        try {
            loop.cluster()
                    .firstContact()
                    .get(options.connectTimeout().plus(GRACE).toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotDoneException(
                    NotDoneException.Reason.INTERRUPTED,
                    "The thread was interrupted while it waited for the first node to greet.",
                    true);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof NotDoneException failure
                    ? failure.here()
                    : new IllegalStateException("The network thread failed", e);
        } catch (TimeoutException e) {
            throw new IllegalStateException("The network thread is not running", e);
        }
    }

    /**
     * Creates a key-value space.
     *
     * @throws NotDoneException with the reason SPACE_EXISTS if there is one of that name
     */
    public SpaceInfo createSpace(String name) {
        return createSpace(name, SpaceKind.KEY_VALUE);
    }

    /** Like {@link #createSpace(String)}. */
    public CompletableFuture<SpaceInfo> createSpaceAsync(String name) {
        return createSpaceAsync(name, SpaceKind.KEY_VALUE);
    }

    /**
     * Creates a space.
     *
     * @throws NotDoneException with the reason SPACE_EXISTS if there is one of that name
     */
    public SpaceInfo createSpace(String name, SpaceKind kind) {
        return runner.call(
                create(Operation.Spaces.Kind.CREATE, name, kind),
                CallOptions.DEFAULT,
                Results::space);
    }

    /** Like {@link #createSpace(String, SpaceKind)}. */
    public CompletableFuture<SpaceInfo> createSpaceAsync(String name, SpaceKind kind) {
        return runner.callAsync(
                create(Operation.Spaces.Kind.CREATE, name, kind),
                CallOptions.DEFAULT,
                Results::space);
    }

    /** Creates a key-value space, or finds the one of that name. */
    public SpaceInfo createSpaceIfAbsent(String name) {
        return createSpaceIfAbsent(name, SpaceKind.KEY_VALUE);
    }

    /** Like {@link #createSpaceIfAbsent(String)}. */
    public CompletableFuture<SpaceInfo> createSpaceIfAbsentAsync(String name) {
        return createSpaceIfAbsentAsync(name, SpaceKind.KEY_VALUE);
    }

    /**
     * Creates a space, or finds the one of that name and kind.
     *
     * @throws NotDoneException with the reason SPACE_EXISTS if there is one of another kind
     */
    public SpaceInfo createSpaceIfAbsent(String name, SpaceKind kind) {
        return runner.call(
                create(Operation.Spaces.Kind.CREATE_IF_ABSENT, name, kind),
                CallOptions.DEFAULT,
                Results::space);
    }

    /** Like {@link #createSpaceIfAbsent(String, SpaceKind)}. */
    public CompletableFuture<SpaceInfo> createSpaceIfAbsentAsync(String name, SpaceKind kind) {
        return runner.callAsync(
                create(Operation.Spaces.Kind.CREATE_IF_ABSENT, name, kind),
                CallOptions.DEFAULT,
                Results::space);
    }

    /** All spaces, by name. */
    public List<SpaceInfo> listSpaces() {
        return runner.call(
                spaces(Operation.Spaces.Kind.LIST, ""), CallOptions.DEFAULT, Results::spaces);
    }

    /** Like {@link #listSpaces}. */
    public CompletableFuture<List<SpaceInfo>> listSpacesAsync() {
        return runner.callAsync(
                spaces(Operation.Spaces.Kind.LIST, ""), CallOptions.DEFAULT, Results::spaces);
    }

    /**
     * Drops a space and everything in it.
     *
     * @throws NotDoneException with the reason UNKNOWN_SPACE if there is none of that name
     */
    public void dropSpace(String name) {
        boolean unused =
                runner.call(
                        spaces(Operation.Spaces.Kind.DROP, name),
                        CallOptions.DEFAULT,
                        Results::dropped);
    }

    /** Like {@link #dropSpace}. */
    public CompletableFuture<Void> dropSpaceAsync(String name) {
        LatestCall drop = new LatestCall();
        return drop.whole(
                drop.begun(
                                runner.callAsync(
                                        spaces(Operation.Spaces.Kind.DROP, name),
                                        CallOptions.DEFAULT,
                                        Results::dropped))
                        .thenAccept(dropped -> {}));
    }

    /**
     * Opens a key-value space. A server is asked the first time, and again when the spaces of the
     * cluster have changed; if no majority answers within half the deadline, what one node knows of
     * the space is taken, so that LOCAL reads work.
     *
     * @throws NotDoneException with the reason UNKNOWN_SPACE if there is none of that name, or
     *     WRONG_KIND if it is no key-value space
     */
    public <K, V> KeyValue<K, V> keyValue(String space, Codec<K> keyCodec, Codec<V> valueCodec) {
        return keyValue(space, keyCodec, valueCodec, CallOptions.DEFAULT);
    }

    /**
     * Opens a key-value space, with these options for every call. With the read mode LOCAL a node
     * is asked for what it knows of the space; that needs no majority.
     *
     * @throws NotDoneException as {@link #keyValue(String, Codec, Codec)} does
     */
    public <K, V> KeyValue<K, V> keyValue(
            String space, Codec<K> keyCodec, Codec<V> valueCodec, CallOptions callOptions) {
        Objects.requireNonNull(keyCodec);
        Objects.requireNonNull(valueCodec);
        SpaceInfo info = open(space, SpaceKind.KEY_VALUE, callOptions);
        return new KeyValue<>(runner, info, keyCodec, valueCodec, callOptions);
    }

    /**
     * Opens an entity space, as {@link #keyValue(String, Codec, Codec)} opens a key-value space.
     * Handles of its entities are made without asking a server.
     *
     * @param idCodec turns the ids of entities into bytes
     * @throws NotDoneException with the reason UNKNOWN_SPACE if there is none of that name, or
     *     WRONG_KIND if it is no entity space
     */
    public <I> EntitySpace<I> entitySpace(String space, Codec<I> idCodec) {
        return entitySpace(space, idCodec, CallOptions.DEFAULT);
    }

    /**
     * Opens an entity space, as {@link #keyValue(String, Codec, Codec, CallOptions)} opens a
     * key-value space.
     *
     * @throws NotDoneException as {@link #entitySpace(String, Codec)} does
     */
    public <I> EntitySpace<I> entitySpace(String space, Codec<I> idCodec, CallOptions callOptions) {
        Objects.requireNonNull(idCodec);
        return new EntitySpace<>(
                runner, open(space, SpaceKind.ENTITY, callOptions), idCodec, callOptions);
    }

    /**
     * Opens an entity; the space is opened as of {@link #entitySpace(String, Codec)}. The entity
     * need not exist.
     *
     * @throws NotDoneException as {@link #entitySpace(String, Codec)} does
     */
    public Entity entity(String space, String id) {
        return entitySpace(space, Codec.utf8()).entity(id);
    }

    /** Like {@link #entity(String, String)}; the array must not be changed afterwards. */
    public Entity entity(String space, byte[] id) {
        return entitySpace(space, Codec.bytes()).entity(id);
    }

    /** Like {@link #entity(String, String)} with an id of any type. */
    public <I> Entity entity(String space, I id, Codec<I> idCodec) {
        return entitySpace(space, idCodec).entity(id);
    }

    private SpaceInfo open(String name, SpaceKind wanted, CallOptions callOptions) {
        SpaceInfo info = loop.spaces().find(name);
        if (info == null || info.kind() != wanted) {
            info = opening.open(name, callOptions);
        }
        if (info.kind() != wanted) {
            throw new NotDoneException(
                    NotDoneException.Reason.WRONG_KIND,
                    "The space '%s' is of the kind %s, not %s; open it with %s."
                            .formatted(
                                    name,
                                    info.kind().word(),
                                    wanted.word(),
                                    info.kind() == SpaceKind.ENTITY
                                            ? "entitySpace or entity"
                                            : "keyValue"),
                    true);
        }
        return info;
    }

    static Operation spaces(Operation.Spaces.Kind kind, String name) {
        return create(kind, name, SpaceKind.KEY_VALUE);
    }

    private static Operation create(Operation.Spaces.Kind kind, String name, SpaceKind spaceKind) {
        int bytes = name.getBytes(StandardCharsets.UTF_8).length;
        Checks.range("length of the space's name in bytes", bytes, 0, Wire.NAME_BYTES_MAX);
        return new Operation.Spaces(kind, name, Objects.requireNonNull(spaceKind));
    }

    /** The nodes of the cluster and what they vote for: to look at, and to change. */
    public ClusterMembers members() {
        return new ClusterMembers(runner, CallOptions.DEFAULT);
    }

    /** How this client sees the nodes of the cluster, as of the last change. */
    public List<NodeState> nodes() {
        return loop.cluster().states();
    }

    /** Figures of this client, as of now; also after it was closed. */
    public ClientStatistics statistics() {
        return new ClientStatistics(
                loop.queue().open(),
                loop.cluster().reconnects(),
                loop.watches().queuedEvents().sum());
    }

    /** Has a listener told of every call that ends from now on. */
    public void addCallListener(CallListener listener) {
        loop.reports().add(Objects.requireNonNull(listener));
    }

    /** Takes a listener off that was added; does nothing if it was not. */
    public void removeCallListener(CallListener listener) {
        loop.reports().remove(listener);
    }

    /**
     * Closes the client: takes no more calls, waits for those under way up to the {@link
     * ClientOptions#closeTimeout()}, then ends what is left. In a callback on the network thread it
     * does not wait. Closing again does nothing.
     *
     * <p>Listeners of watches are told what has come until then, and last that the watch has ended;
     * this does not wait for them.
     */
    @Override
    public void close() {
        if (!loop.queue().isClosed()) {
            loop.close(options.closeTimeout().toNanos());
        }
        if (loop.isCurrentThread()) {
            return;
        }
        try {
            loop.join(options.closeTimeout().plus(GRACE).toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
