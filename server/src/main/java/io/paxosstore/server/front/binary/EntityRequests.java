package io.paxosstore.server.front.binary;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
import io.paxosstore.log.EntityCommand;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Caller;
import io.paxosstore.node.call.NodeCalls;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.host.Operation;
import io.paxosstore.protocol.codec.MalformedModelException;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.codec.PartOwner;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Request;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.server.front.shared.Failures;
import io.paxosstore.server.front.shared.Situation;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;

/**
 * The requests of one connection for entities: decodes them, has the node execute them, and puts
 * the outcomes into words. A caller of its own, so that outcomes of keys and of entities are told
 * apart. On the connection's loop only.
 */
final class EntityRequests implements Caller {
    /** The connection, as far as its requests for entities need it. */
    interface Session {
        /** The client's id. */
        long clientId();

        /** What this node knows of the cluster. */
        Situation situation();

        /** The shard whose loop serves the connection. */
        int homeShard();

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

        /** Says why a request is not done. */
        void refused(long correlation, Refusal refusal);

        /** Answers. */
        void reply(Response response);

        /** Sends the answers of the turn. */
        void endOfTurn();
    }

    private final Session session;
    private final NodeCalls calls;

    EntityRequests(Session session, NodeCalls calls) {
        this.session = session;
        this.calls = calls;
    }

    void read(Request.EntityRead read) {
        EntityKey key = new EntityKey(read.space(), read.entity());
        MultiOp multiOp = decode(read.correlation(), key, read.multiOp());
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
        calls.execute(
                this,
                read.correlation(),
                new Call.Read(
                        key,
                        read.mode(),
                        new EntityCommand(multiOp, read.multiOp().length),
                        session.deadlineNanos(read.deadlineMillis())));
    }

    void write(Request.EntityWrite write) {
        EntityKey key = new EntityKey(write.space(), write.entity());
        MultiOp multiOp = decode(write.correlation(), key, write.multiOp());
        if (multiOp == null) {
            return;
        }
        calls.execute(
                this,
                write.correlation(),
                new Call.Write(
                        key,
                        new RequestId(session.clientId(), write.id().stamp()),
                        write.id().settledFloor(),
                        new EntityCommand(multiOp, write.multiOp().length),
                        session.deadlineNanos(write.deadlineMillis())));
    }

    private @Nullable MultiOp decode(long correlation, EntityKey key, byte[] bytes) {
        try {
            return ModelCodec.decode(ByteBuffer.wrap(bytes), new PartOwner(key.space(), key.key()));
        } catch (MalformedModelException e) {
            refuse(correlation, "The MultiOp cannot be read: " + e.getMessage());
            return null;
        }
    }

    private void refuse(long correlation, String sentence) {
        session.reply(Failures.of(correlation, FailureCode.BAD_REQUEST, sentence));
    }

    @Override
    public boolean begins(long correlation, int contentBytes) {
        return session.begins(correlation, contentBytes);
    }

    @Override
    public void ended(long correlation) {
        session.ended(correlation);
    }

    @Override
    public void refused(long correlation, Refusal refusal) {
        session.refused(correlation, refusal);
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
