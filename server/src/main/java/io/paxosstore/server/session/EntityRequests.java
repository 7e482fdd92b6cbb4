package io.paxosstore.server.session;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
import io.paxosstore.log.EntityCommand;
import io.paxosstore.node.host.Operation;
import io.paxosstore.node.host.Requester;
import io.paxosstore.protocol.codec.MalformedModelException;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.codec.PartOwner;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;

/**
 * The requests of one connection for entities: checks them, hands them to their shard, and puts the
 * outcomes into words. A requester of its own, so that outcomes of keys and of entities are told
 * apart. On the connection's loop only.
 */
final class EntityRequests implements Requester {
    /** The connection, as far as its requests for entities need it. */
    interface Session {
        /** The client's id. */
        long clientId();

        /** What this node knows of the cluster. */
        Situation situation();

        /** The shard whose loop serves the connection. */
        int homeShard();

        /**
         * Whether a request for a space may go on.
         *
         * @param mode LOCAL if the node's copy of the catalog may be as old as its last stop
         */
        boolean serves(int space, SpaceKind wanted, ReadMode mode);

        /** Refuses it, or looks into the catalog once and then tries again. */
        void refuseSpace(
                long correlation,
                int space,
                SpaceKind wanted,
                int deadlineMillis,
                boolean mayRefresh,
                Runnable again);

        /** Refuses a key or entity id that is too long; whether it did. */
        boolean refusesKey(long correlation, byte[] key);

        /** When a request ends at the latest, on the monotonic clock. */
        long deadlineNanos(int millis);

        /**
         * A request is to wait for its outcome; refuses it where the node has no memory for it.
         *
         * @param bytes of its content, or of its answer if that is known to be long
         */
        boolean begins(long correlation, int bytes);

        /** It has one. */
        void ended(long correlation);

        /** Answers. */
        void reply(Response response);

        /** Sends the answers of the turn. */
        void endOfTurn();
    }

    private final Session session;
    private final Dispatch dispatch;

    EntityRequests(Session session, Dispatch dispatch) {
        this.session = session;
        this.dispatch = dispatch;
    }

    void read(Request.EntityRead read) {
        read(read, true);
    }

    private void read(Request.EntityRead read, boolean mayRefresh) {
        if (session.refusesKey(read.correlation(), read.entity())) {
            return;
        }
        if (!session.serves(read.space(), SpaceKind.ENTITY, read.mode())) {
            session.refuseSpace(
                    read.correlation(),
                    read.space(),
                    SpaceKind.ENTITY,
                    read.deadlineMillis(),
                    mayRefresh,
                    () -> read(read, false));
            return;
        }
        MultiOp multiOp =
                decode(
                        read.correlation(),
                        new PartOwner(read.space(), read.entity()),
                        read.multiOp());
        if (multiOp == null) {
            return;
        }
        if (!multiOp.isReadOnly()) {
            refuse(
                    read.correlation(),
                    "An ENTITY_READ carries operations that may change something; send them in an"
                            + " ENTITY_WRITE.");
            return;
        }
        if (!session.begins(read.correlation(), read.multiOp().length)) {
            return;
        }
        dispatch.read(
                this,
                read.correlation(),
                new EntityKey(read.space(), read.entity()),
                read.mode(),
                new EntityCommand(multiOp),
                session.deadlineNanos(read.deadlineMillis()));
    }

    void write(Request.EntityWrite write) {
        write(write, true);
    }

    private void write(Request.EntityWrite write, boolean mayRefresh) {
        if (session.refusesKey(write.correlation(), write.entity())) {
            return;
        }
        if (!session.serves(write.space(), SpaceKind.ENTITY, ReadMode.LINEARIZABLE)) {
            session.refuseSpace(
                    write.correlation(),
                    write.space(),
                    SpaceKind.ENTITY,
                    write.deadlineMillis(),
                    mayRefresh,
                    () -> write(write, false));
            return;
        }
        MultiOp multiOp =
                decode(
                        write.correlation(),
                        new PartOwner(write.space(), write.entity()),
                        write.multiOp());
        if (multiOp == null) {
            return;
        }
        if (!session.begins(write.correlation(), write.multiOp().length)) {
            return;
        }
        dispatch.write(
                this,
                write.correlation(),
                new EntityKey(write.space(), write.entity()),
                new RequestId(session.clientId(), write.id().stamp()),
                write.id().settledFloor(),
                new EntityCommand(multiOp, write.multiOp().length),
                session.deadlineNanos(write.deadlineMillis()));
    }

    private @Nullable MultiOp decode(long correlation, PartOwner owner, byte[] bytes) {
        try {
            return ModelCodec.decode(ByteBuffer.wrap(bytes), owner);
        } catch (MalformedModelException e) {
            refuse(correlation, "The MultiOp cannot be read: " + e.getMessage());
            return null;
        }
    }

    private void refuse(long correlation, String sentence) {
        session.reply(Failures.of(correlation, FailureCode.BAD_REQUEST, sentence));
    }

    @Override
    public boolean isClient() {
        return true;
    }

    @Override
    public int homeShard() {
        return session.homeShard();
    }

    @Override
    public void complete(long correlation, Operation operation, Outcome outcome) {
        session.ended(correlation);
        session.reply(
                switch (outcome) {
                    case Outcome.Written written ->
                            new Response.EntityResult(correlation, 0, written.result().bytes());
                    case Outcome.Value value ->
                            new Response.EntityResult(
                                    correlation, value.version(), value.state().bytes());
                    default -> Failures.of(correlation, outcome, session.situation());
                });
    }

    /** So the client does not have the same done by the next node. */
    @Override
    public void workedOn(long correlation) {
        session.reply(new Response.Pong(correlation));
    }

    @Override
    public void endOfTurn() {
        session.endOfTurn();
    }
}
