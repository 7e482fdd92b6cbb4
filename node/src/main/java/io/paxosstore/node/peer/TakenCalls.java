package io.paxosstore.node.peer;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.Calls;
import io.paxosstore.node.host.Operation;
import io.paxosstore.node.host.Requester;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.memory.RequestMemory;
import io.paxosstore.protocol.bytes.ByteWriter;

/**
 * The calls that this node executes for another one, on one connection: by its own replicas, never
 * by a third node. Those of clients are subject to this node's admission. On the shard's loop only.
 *
 * <p>They take of this node's memory like requests of its own clients, until they are over: their
 * sender keeps to a bound, too, but forgets them when their time is over or the connection ends.
 */
final class TakenCalls {
    /** Where the answers go. */
    interface Answers {
        /** Sends a frame. */
        void send(byte[] frame);

        /** Whether little enough waits to be sent. */
        boolean isWritable();
    }

    private final ShardLoop shard;
    private final Calls calls;
    private final Answers answers;
    private final Requester ofClients = new Taker(true);
    private final Requester ofNode = new Taker(false);

    private final RequestMemory memory;
    private boolean closed;

    /**
     * @param calls reach this node's replicas
     */
    TakenCalls(ShardLoop shard, Calls calls, Answers answers) {
        this.shard = shard;
        this.calls = calls;
        this.answers = answers;
        this.memory = new RequestMemory(shard.memory());
    }

    /** Executes a call; its answer goes back on this connection, or nowhere. */
    void take(ForwardFrame.Ask ask) {
        Call call = ask.call();
        if (call == null) {
            answer(ask.id(), new Outcome.NotDone(Outcome.Reason.NOT_A_VOTER));
        } else if (memory.underWay() >= ForwardedCalls.CALLS_MAX
                || !answers.isWritable()
                || !memory.begin(ask.id(), call.contentBytes())) {
            answer(ask.id(), new Outcome.NotDone(Outcome.Reason.OVERLOADED));
        } else {
            calls.execute(ask.ofClient() ? ofClients : ofNode, ask.id(), call);
        }
    }

    /** The connection has ended: nobody waits for an answer. */
    void close() {
        closed = true;
    }

    private void answer(long id, Outcome outcome) {
        if (!closed) {
            boolean fits = !(outcome instanceof Outcome.Value) || answers.isWritable();
            Outcome told = fits ? outcome : new Outcome.NotDone(Outcome.Reason.OVERLOADED);
            ByteWriter out = PeerFrames.begin(PeerFrames.FORWARDED);
            ForwardCodec.write(out, new ForwardFrame.Answer(id, told));
            answers.send(PeerFrames.finish(out));
        }
    }

    private final class Taker implements Requester {
        private final boolean isClient;

        Taker(boolean isClient) {
            this.isClient = isClient;
        }

        @Override
        public int homeShard() {
            return shard.index();
        }

        @Override
        public boolean isClient() {
            return isClient;
        }

        @Override
        public void complete(long id, Operation operation, Outcome outcome) {
            memory.end(id);
            answer(id, outcome);
        }

        @Override
        public void workedOn(long id) {
            if (!closed) {
                ByteWriter out = PeerFrames.begin(PeerFrames.FORWARDED);
                ForwardCodec.write(out, new ForwardFrame.WorkedOn(id));
                answers.send(PeerFrames.finish(out));
            }
        }
    }
}
