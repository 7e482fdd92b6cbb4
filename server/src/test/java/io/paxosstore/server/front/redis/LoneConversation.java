package io.paxosstore.server.front.redis;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.call.NodeCalls;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.redis.Commands;
import io.paxosstore.redis.data.EventFlags;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reply;

import java.util.List;

/** A connection without a port, a loop or a client, for commands that need none of them. */
@SuppressWarnings("NullAway") // nothing here publishes, or asks for a loop
final class LoneConversation implements Conversation, Lanes.Connection {
    private static final long NANOS = 1;

    private final BlockedClients blocked;
    private final WriteIds ids = new WriteIds(() -> 1, 1);
    private final Lanes lanes;

    LoneConversation(NodeCalls calls) {
        this.blocked = new BlockedClients(null, calls, new WatchedTags(1));
        KeyEvents events =
                new KeyEvents(1, EventFlags.NONE, null, _ -> {}, _ -> List.of(), () -> NANOS);
        this.lanes = new Lanes(this, calls, ids, new Batches(Commands.TABLE, events, null));
    }

    @Override
    public BlockedClients blocked() {
        return blocked;
    }

    @Override
    public Lanes lanes() {
        return lanes;
    }

    @Override
    public WriteIds ids() {
        return ids;
    }

    @Override
    public void whenIdle(Runnable task) {
        task.run();
    }

    @Override
    public void pause() {}

    @Override
    public void resume() {}

    @Override
    public long deadlineNanos() {
        return nowNanos() + 1;
    }

    @Override
    public int homeShard() {
        return 0;
    }

    @Override
    public long wallMillis() {
        return 1;
    }

    @Override
    public long nowNanos() {
        return NANOS;
    }

    @Override
    public boolean begins(long correlation, int bytes) {
        return true;
    }

    @Override
    public void ended(long correlation) {}

    @Override
    public void idle() {}

    @Override
    public void endOfTurn() {}

    @Override
    public boolean isGone() {
        return false;
    }

    @Override
    public boolean hasTurns() {
        return false;
    }

    @Override
    public void fault(Throwable cause) {
        throw new AssertionError(cause);
    }

    @Override
    public void later(Runnable task, long delayNanos) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Reply.Error failure(Outcome outcome) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Reply.Error failure(Refusal refusal) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ConnectionState state() {
        throw new UnsupportedOperationException();
    }

    @Override
    public RedisPort port() {
        throw new UnsupportedOperationException();
    }

    @Override
    public ShardLoop home() {
        throw new UnsupportedOperationException();
    }

    @Override
    public OwnSubscriptions subscriptions() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void executeOnKeys(Arguments command, ReplySlot reply) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void known() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void inTurn(ReplySlot reply, Runnable task) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void soon(Runnable task) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void closeWhenAnswered() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void withDatabase(int database, ReplySlot reply, Runnable task) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String describe(long nowNanos) {
        throw new UnsupportedOperationException();
    }
}
