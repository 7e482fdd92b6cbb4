package io.paxosstore.server.front.binary;

import io.paxosstore.client.ClientOptions;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
import io.paxosstore.log.EntityCommand;
import io.paxosstore.lsm.model.EntryBuilder;
import io.paxosstore.lsm.model.MemoryState;
import io.paxosstore.lsm.model.ObjectChanges;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Caller;
import io.paxosstore.node.call.KeysAnswer;
import io.paxosstore.node.call.KeysQuery;
import io.paxosstore.node.call.NodeCalls;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.call.WatchedRange;
import io.paxosstore.node.call.Watcher;
import io.paxosstore.node.history.ChangeRange;
import io.paxosstore.node.host.Operation;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ChangedObjects;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.EntityVersion;
import io.paxosstore.protocol.model.HistoryPosition;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.ObjectChange;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.RangeChange;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.MalformedFrameException;
import io.paxosstore.protocol.wire.NodeAddress;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.RequestCodec;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.protocol.wire.ResponseCodec;
import io.paxosstore.protocol.wire.Wire;
import io.paxosstore.server.front.shared.Failures;

import org.jspecify.annotations.Nullable;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * One node without Paxos, disk or Netty: the real {@link EntityRequests} in front of the real
 * evaluation of MultiOps, over states in memory. One lock makes it linearizable. The clock stands.
 */
public final class EntityServer implements AutoCloseable, NodeCalls {
    public static final long CLOCK_MILLIS = 1_700_000_000_000L;

    /** The requests for entities, in the order of their arrival. */
    public final BlockingQueue<Request> seen = new LinkedBlockingQueue<>();

    private final ServerSocket server;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Map<String, SpaceInfo> spaces = new TreeMap<>();
    private final Map<EntityKey, MemoryState> states = new HashMap<>();
    private final Map<RequestId, byte[]> executed = new HashMap<>();
    private final Map<WatchId, EntityKey> open = new HashMap<>();
    private final Map<EntityKey, Long> versions = new HashMap<>();
    private int created;

    private record WatchId(Watcher watcher, long correlation) {}

    public EntityServer() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    /** Its {@code host:port}. */
    public String address() {
        return "127.0.0.1:" + server.getLocalPort();
    }

    public PaxosStore connect() {
        return PaxosStore.connect(
                address(), ClientOptions.builder().deadline(Duration.ofSeconds(20)).build());
    }

    private static void start(Runnable work) {
        Thread.ofPlatform().daemon().name("entity-server").start(work);
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                sockets.add(socket);
                start(() -> serve(socket));
            }
        } catch (IOException e) {
            // closed by the test
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            Link link = new Link(socket);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            while (true) {
                int length = in.readInt();
                byte[] frame = new byte[Wire.LENGTH_BYTES + length];
                ByteBuffer.wrap(frame).putInt(length);
                in.readFully(frame, Wire.LENGTH_BYTES, length);
                handle(link, RequestCodec.decode(ByteBuffer.wrap(frame)));
            }
        } catch (IOException | MalformedFrameException e) {
            // the client closed the connection
        } finally {
            sockets.remove(socket);
        }
    }

    @Override
    public void listKeys(int home, KeysQuery query, Consumer<KeysAnswer> answer) {
        throw new AssertionError("nobody lists keys");
    }

    private synchronized void handle(Link link, Request request) {
        long correlation = request.correlation();
        switch (request) {
            case Request.Hello hello -> {
                link.clientId = hello.clientId();
                link.reply(
                        new Response.Welcome(
                                correlation,
                                Wire.PROTOCOL_VERSION,
                                "fake",
                                1,
                                1,
                                List.of(new NodeAddress(1, "127.0.0.1", server.getLocalPort())),
                                100,
                                1000));
            }
            case Request.Ping _ -> link.reply(new Response.Pong(correlation));
            // As a release answers that does not know this request.
            case Request.Status _ ->
                    link.reply(
                            Failures.of(
                                    correlation,
                                    FailureCode.BAD_REQUEST,
                                    "Unknown request type 3."));
            case Request.Features _ ->
                    link.reply(
                            Failures.of(
                                    correlation,
                                    FailureCode.BAD_REQUEST,
                                    "Unknown request type 4."));
            case Request.Traced traced -> handle(link, traced.request());
            case Request.Join _ ->
                    link.reply(
                            Failures.of(
                                    correlation,
                                    FailureCode.BAD_REQUEST,
                                    "Unknown request type 23."));
            case Request.FollowCatalog _ ->
                    link.reply(new Response.CatalogVersion(correlation, created));
            case Request.FollowTopology _ ->
                    link.reply(
                            Failures.of(
                                    correlation,
                                    FailureCode.BAD_REQUEST,
                                    "Unknown request type 22."));
            case Request.CreateSpace create -> {
                int id = ++created;
                SpaceInfo fresh =
                        new SpaceInfo(
                                create.kind() == SpaceKind.ENTITY ? (1 << 24) + id : id,
                                create.name(),
                                create.kind());
                spaces.putIfAbsent(create.name(), fresh);
                link.reply(new Response.Space(correlation, spaces.get(create.name())));
            }
            case Request.OpenSpace open -> {
                SpaceInfo space = spaces.get(open.name());
                link.reply(
                        space == null
                                ? Failures.of(
                                        correlation, FailureCode.UNKNOWN_SPACE, "No such space.")
                                : new Response.Space(correlation, space));
            }
            case Request.ListSpaces _ ->
                    link.reply(new Response.SpaceList(correlation, List.copyOf(spaces.values())));
            case Request.DropSpace drop -> {
                spaces.remove(drop.name());
                link.reply(new Response.SpaceDropped(correlation));
            }
            case Request.EntityRead read -> {
                seen.add(read);
                link.entities.read(read);
            }
            case Request.EntityWrite write -> {
                seen.add(write);
                link.entities.write(write);
            }
            case Request.Watch watch -> {
                seen.add(watch);
                link.watches.watch(watch);
            }
            case Request.Unwatch unwatch -> {
                seen.add(unwatch);
                link.watches.unwatch(unwatch);
            }
            case Request.ChangeMembers _, Request.ShowTopology _, Request.Balance _ ->
                    link.reply(Failures.of(correlation, FailureCode.BAD_REQUEST, "No nodes here."));
            case Request.WatchRange watch -> {
                seen.add(watch);
                tellOfOneChange(link, watch);
            }
            case Request.KvRead _, Request.KvWrite _, Request.ListKeys _ ->
                    link.reply(Failures.of(correlation, FailureCode.BAD_REQUEST, "No keys here."));
        }
    }

    /** As if the entity of that name had just got a list. */
    private static void tellOfOneChange(Link link, Request.WatchRange watch) {
        long correlation = watch.correlation();
        HistoryPosition next = new HistoryPosition(1, 1, 0);
        link.reply(new Response.RangeWatched(correlation, false, next, 10_000));
        ObjectChange list = new ObjectChange("l", ObjectChange.Kind.CREATED, ObjectType.LIST);
        RangeChange change =
                new RangeChange(watch.prefix(), EntityVersion.of(1, 1), false, true, List.of(list));
        link.reply(new Response.RangeChanged(correlation, next, List.of(change)));
    }

    @Override
    public void execute(Caller caller, long correlation, Call call) {
        if (!serves(call.key().space(), call.kind())) {
            caller.refused(correlation, new Refusal.UnknownSpace(call.key().space()));
            return;
        }
        switch (call) {
            case Call.Read read -> read(caller, correlation, read);
            case Call.Write write -> write(caller, correlation, write);
            case Call.Recover recover -> throw new AssertionError(recover);
        }
    }

    private void read(Caller caller, long correlation, Call.Read read) {
        MemoryState state = states.getOrDefault(read.key(), new MemoryState());
        EntryBuilder entry = new EntryBuilder(state, CLOCK_MILLIS);
        MultiOpResult result = entry.execute(multiOp(Objects.requireNonNull(read.query())));
        if (entry.hasChanges()) {
            throw new AssertionError("a read changed something");
        }
        caller.complete(
                correlation,
                Operation.READ,
                new Outcome.Value(state.entry(), new Outcome.Result(ModelCodec.encode(result))));
    }

    private void write(Caller caller, long correlation, Call.Write write) {
        byte[] result =
                executed.computeIfAbsent(
                        write.id(), first -> execute(write.key(), multiOp(write.command())));
        caller.complete(
                correlation, Operation.WRITE, new Outcome.Written(new Outcome.Result(result)));
    }

    @Override
    public boolean serves(int space, SpaceKind wanted) {
        return SpaceKind.of(space) == wanted
                && spaces.values().stream().anyMatch(info -> info.id() == space);
    }

    @Override
    public @Nullable Refusal closed() {
        return null;
    }

    private static MultiOp multiOp(Command command) {
        return ((EntityCommand) command).multiOp();
    }

    private byte[] execute(EntityKey key, MultiOp multiOp) {
        MemoryState state = states.computeIfAbsent(key, absent -> new MemoryState());
        EntryBuilder entry = new EntryBuilder(state, CLOCK_MILLIS);
        MultiOpResult result = entry.execute(multiOp);
        state.apply(entry.changes(), entry.nowMillis());
        tell(key, ObjectChanges.of(entry.changes().encode(), state.entry(), 100));
        return ModelCodec.encode(result);
    }

    private void tell(EntityKey key, ChangedObjects changes) {
        if (changes.version() > 0) {
            versions.put(key, changes.version());
            open.forEach((id, watched) -> {
                if (watched.equals(key)) {
                    id.watcher()
                            .push(
                                    id.correlation(),
                                    new Response.Changed(
                                            id.correlation(),
                                            changes.version(),
                                            changes.complete(),
                                            changes.objects()),
                                    1);
                }
            });
        }
    }

    /** It has no history: what is there already is told as dropped. */
    @Override
    public void watch(Watcher watcher, long correlation, EntityKey key, long from) {
        if (!serves(key.space(), SpaceKind.ENTITY)) {
            watcher.refused(correlation, new Refusal.UnknownSpace(key.space()));
            return;
        }
        if (!watcher.opens(correlation)) {
            return;
        }
        open.put(new WatchId(watcher, correlation), key);
        long version = versions.getOrDefault(key, 0L);
        if (version >= from) {
            watcher.push(correlation, new Response.Compacted(correlation, version), 1);
        }
        watcher.push(correlation, new Response.Watched(correlation, version, 60_000), 0);
    }

    @Override
    public void unwatch(Watcher watcher, long correlation, EntityKey key) {
        open.remove(new WatchId(watcher, correlation));
    }

    @Override
    public void confirm(Watcher watcher, long correlation, EntityKey key, int bytes) {}

    @Override
    public WatchedRange watchRange(
            Watcher watcher, long correlation, ChangeRange range, HistoryPosition from) {
        throw new IllegalStateException("requests for ranges are refused");
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    /** One connection. */
    private final class Link extends QuietSession {
        private final Socket socket;
        private final EntityRequests entities = new EntityRequests(this, EntityServer.this);
        private final WatchRequests watches = new WatchRequests(this, EntityServer.this, 100);
        private long clientId;

        private Link(Socket socket) {
            this.socket = socket;
        }

        @Override
        public void reply(Response response) {
            ByteBuffer out = ByteBuffer.allocate(ResponseCodec.encodedBytesMax(response));
            ResponseCodec.encode(response, out);
            try {
                socket.getOutputStream().write(out.array(), 0, out.position());
            } catch (IOException e) {
                // the client is gone
            }
        }

        @Override
        public long clientId() {
            return clientId;
        }
    }
}
