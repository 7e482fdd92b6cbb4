package io.paxosstore.server.front.binary;

import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.model.TraceContext;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.server.trace.TraceSink;
import io.paxosstore.server.trace.TracedRequest;
import io.paxosstore.server.trace.TracedRequest.Ending;
import io.paxosstore.server.trace.TracedRequest.Fault;

import org.jspecify.annotations.Nullable;

import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/**
 * The requests of one connection that belong to traces, from their arrival to their answer. There
 * are no more of them than the connection has requests without an answer. On its loop only.
 */
final class SessionTraces {
    private static final Ending ANSWERED = new Ending("answered", Fault.NONE);
    private static final Ending UNANSWERED = new Ending("unanswered", Fault.SERVER);

    /**
     * What a request is about.
     *
     * @param space its number; 0 if it is none's
     * @param spaceName its name, if the request has it
     */
    private record Subject(String operation, String model, int space, String spaceName) {
        static Subject ofKeys(String operation, int space) {
            return new Subject(operation, "key_value", space, "");
        }

        static Subject ofEntity(String operation, int space) {
            return new Subject(operation, "entity", space, "");
        }

        static Subject ofSpace(String operation, String name) {
            return new Subject(operation, "space", 0, name);
        }

        static Subject ofCluster(String operation) {
            return new Subject(operation, "cluster", 0, "");
        }
    }

    private record Open(
            TraceContext context, Subject subject, long startEpochNanos, long startNanos) {}

    private final TraceSink sink;
    private final IntFunction<@Nullable SpaceInfo> spaces;
    private final Map<Long, Open> open = new HashMap<>();

    /**
     * @param spaces finds a space by its number
     */
    SessionTraces(TraceSink sink, IntFunction<@Nullable SpaceInfo> spaces) {
        this.sink = sink;
        this.spaces = spaces;
    }

    /** A request has come. */
    void begin(Request.Traced traced) {
        if (traced.context().isSampled()) {
            Instant now = Instant.now();
            open.put(
                    traced.correlation(),
                    new Open(
                            traced.context(),
                            subject(traced.request()),
                            TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano(),
                            System.nanoTime()));
        }
    }

    /** A response leaves; that of a watch, and a sign of life, answers no request. */
    void answered(Response response) {
        if (!open.isEmpty() && !(response instanceof Response.Pong)) {
            end(
                    response.correlation(),
                    response instanceof Response.Failure failure
                            ? ending(failure.code())
                            : ANSWERED);
        }
    }

    /** A request has its result. */
    void done(long correlation) {
        if (!open.isEmpty()) {
            end(correlation, ANSWERED);
        }
    }

    /** The connection has ended. */
    void close() {
        open.values().forEach(request -> add(request, UNANSWERED));
        open.clear();
    }

    private void end(long correlation, Ending ending) {
        Open request = open.remove(correlation);
        if (request != null) {
            add(request, ending);
        }
    }

    private void add(Open request, Ending ending) {
        Subject subject = request.subject();
        SpaceInfo space = subject.space() == 0 ? null : spaces.apply(subject.space());
        sink.add(
                new TracedRequest(
                        request.context(),
                        subject.operation(),
                        subject.model(),
                        space == null ? subject.spaceName() : space.name(),
                        request.startEpochNanos(),
                        System.nanoTime() - request.startNanos(),
                        ending));
    }

    private static Ending ending(FailureCode code) {
        Fault fault =
                switch (code) {
                    case OVERLOADED,
                            DEADLINE,
                            UNKNOWN_OUTCOME,
                            NOT_READY,
                            DRAINING,
                            INTERNAL,
                            DISK_FULL,
                            REBUILDING ->
                            Fault.SERVER;
                    case REQUEST_EXPIRED,
                            UNKNOWN_SPACE,
                            SPACE_EXISTS,
                            KEY_TOO_LARGE,
                            VALUE_TOO_LARGE,
                            BAD_REQUEST,
                            EXECUTED,
                            WRONG_KIND,
                            TOO_MANY_WATCHES,
                            REFUSED ->
                            Fault.CLIENT;
                };
        return new Ending(code.name().toLowerCase(Locale.ROOT), fault);
    }

    /** By the names that docs/wire-protocol.md has for the frames. */
    private static Subject subject(Request request) {
        return switch (request) {
            case Request.KvRead read -> Subject.ofKeys("KV_READ", read.space());
            case Request.KvWrite write -> Subject.ofKeys("KV_WRITE", write.space());
            case Request.EntityRead read -> Subject.ofEntity("ENTITY_READ", read.space());
            case Request.EntityWrite write -> Subject.ofEntity("ENTITY_WRITE", write.space());
            case Request.ListKeys list when list.valueBytesMax() > 0 ->
                    Subject.ofKeys("READ_KEYS", list.space());
            case Request.ListKeys list ->
                    SpaceKind.of(list.space()) == SpaceKind.ENTITY
                            ? Subject.ofEntity("LIST_KEYS", list.space())
                            : Subject.ofKeys("LIST_KEYS", list.space());
            case Request.CreateSpace create -> Subject.ofSpace("CREATE_SPACE", create.name());
            case Request.DropSpace drop -> Subject.ofSpace("DROP_SPACE", drop.name());
            case Request.OpenSpace open -> Subject.ofSpace("OPEN_SPACE", open.name());
            case Request.ListSpaces _ -> Subject.ofSpace("LIST_SPACES", "");
            case Request.ChangeMembers _ -> Subject.ofCluster("CHANGE_MEMBERS");
            case Request.ShowTopology _ -> Subject.ofCluster("SHOW_TOPOLOGY");
            case Request.Balance _ -> Subject.ofCluster("BALANCE");
            case Request.Hello _,
                    Request.Ping _,
                    Request.Status _,
                    Request.Features _,
                    Request.Traced _,
                    Request.FollowCatalog _,
                    Request.FollowTopology _,
                    Request.Join _,
                    Request.Watch _,
                    Request.WatchRange _,
                    Request.Unwatch _ ->
                    throw new IllegalStateException("the codec refuses a trace of " + request);
        };
    }
}
