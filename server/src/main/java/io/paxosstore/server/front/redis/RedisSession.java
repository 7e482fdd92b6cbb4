package io.paxosstore.server.front.redis;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.paxosstore.core.Outcome;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.host.Counters.Count;
import io.paxosstore.node.host.RateLimitedLog;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.redis.command.CommandSpec;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.ProtocolErrorException;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;
import io.paxosstore.redis.resp.ReplyWriter;
import io.paxosstore.redis.type.CopyDatabase;
import io.paxosstore.server.front.shared.ClientConnections;
import io.paxosstore.server.front.shared.SessionFlow;

import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * One connection of a client of Redis: reads commands, has them executed, and sends the replies in
 * their order. On its loop only.
 */
final class RedisSession extends ChannelInboundHandlerAdapter
        implements ClientConnections.Connection,
                Conversation,
                Lanes.Connection,
                Subscriptions.Listener {
    private static final RateLimitedLog LOG =
            new RateLimitedLog(LoggerFactory.getLogger(RedisSession.class), System::nanoTime);

    /** Messages that may wait behind a command, for each command that may. */
    private static final int PUSHES_PER_COMMAND = 16;

    private final RedisPort port;
    private final RedisOptions options;
    private final Channel channel;
    private final ShardLoop home;
    private final WriteIds ids;
    private final ConnectionState state;
    private final RequestIntake intake;
    private final SessionFlow flow;
    private final ReplyQueue replies;
    private final Lanes lanes;
    private final KeyCommands keys;
    private final OwnSubscriptions subscriptions;
    private final Deque<Runnable> whenIdle = new ArrayDeque<>();

    private int pauses;
    private boolean isPumping;
    private boolean isClosing;
    private boolean endsWhenAnswered;

    RedisSession(RedisPort port, long id, Channel channel, ShardLoop home, WriteIds ids) {
        this.port = port;
        this.options = port.options();
        this.channel = channel;
        this.home = home;
        this.ids = ids;
        this.state = new ConnectionState(id, home.nowNanos(), options.password().isEmpty());
        this.intake = new RequestIntake(home, options.requests(state.isAuthenticated()));
        this.flow =
                new SessionFlow(
                        channel, home.memory(), options.outgoingBytesMax(), this::onDrained);
        this.replies = new ReplyQueue(home.memory(), options.outgoingBytesMax());
        this.lanes = new Lanes(this, port.calls(), ids, port.batches(home.index()));
        this.keys = new KeyCommands(this);
        this.subscriptions = new OwnSubscriptions(port.subscriptions(), this);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        port.opened(this);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            if (!isClosing && !endsWhenAnswered) {
                intake.add(in);
                pump();
            }
        } finally {
            in.release();
        }
    }

    /** Begins the commands that have come, as far as they may begin. */
    private void pump() {
        if (isPumping) {
            return;
        }
        isPumping = true;
        try {
            while (mayBegin()) {
                Arguments command = intake.next();
                if (command == null) {
                    break;
                }
                begin(command);
            }
        } catch (ProtocolErrorException e) {
            open(0).give(new Reply.Error(String.valueOf(e.getMessage())));
            closeWhenAnswered();
        } finally {
            isPumping = false;
        }
        lanes.start();
        account();
        readOrNot();
    }

    private boolean mayBegin() {
        return pauses == 0
                && !isClosing
                && !endsWhenAnswered
                && replies.size() < options.pendingMax()
                && replies.hasRoom()
                && !flow.isFull();
    }

    /** Takes memory for what is here of commands that have not begun, and for what is kept. */
    private void account() {
        if (isClosing || endsWhenAnswered) {
            intake.release();
        } else if (!intake.account(state.heldBytes() + subscriptions.heldBytes())) {
            home.counters().increment(Count.REQUESTS_WITHOUT_MEMORY);
            open(0).give(RedisFailures.overloaded());
            closeWhenAnswered();
        }
    }

    private void readOrNot() {
        boolean waits = pauses > 0 && !isClosing && !endsWhenAnswered;
        channel.config().setAutoRead(mayBegin() || (waits && !intake.hasEnough()));
    }

    private ReplySlot open(int commandBytes) {
        return replies.open(state.version(), commandBytes, () -> home.touch(lanes));
    }

    private void begin(Arguments words) {
        ReplySlot reply = open(words.heldBytes());
        state.next();
        try {
            Arguments command = CopyDatabase.taken(words, state.databaseOfNext());
            CommandSpec spec = port.commands().of(command);
            state.came(spec, intake.nextNanos());
            if (!state.isAuthenticated() && !spec.flags().contains(Flag.NO_AUTH)) {
                throw new RedisError("NOAUTH Authentication required.");
            }
            port.scripts().remember(command, spec);
            if (state.version() == ConnectionState.FIRST_VERSION && !subscriptions.isEmpty()) {
                PubSubCommands.checkIsForListeners(spec);
            }
            if (state.transaction() != null && !TransactionCommands.isOfTransactions(spec)) {
                TransactionCommands.queue(this, command, spec, reply);
            } else {
                execute(command, spec, reply);
            }
        } catch (RedisError e) {
            reply.give(TransactionCommands.refused(state, words, e));
        }
        if (!state.isAnswered()) {
            reply.silence();
        }
    }

    private void execute(Arguments command, CommandSpec spec, ReplySlot reply) {
        if (spec.handler() == null) {
            port.own(spec.name()).execute(this, command, reply);
        } else if (port.databases().space(state.database()) == null) {
            withDatabase(reply, () -> executeOnKeys(command, reply));
        } else {
            keys.execute(command, spec, reply);
        }
    }

    @Override
    public void withDatabase(int database, ReplySlot reply, Runnable task) {
        if (port.databases().space(database) != null) {
            task.run();
            return;
        }
        pause();
        port.databases()
                .open(
                        database,
                        home,
                        ids,
                        deadlineNanos(),
                        why -> {
                            if (why != null) {
                                reply.give(why);
                            } else if (!isClosing) {
                                guard(() -> reply.attempt(task));
                            }
                            resume();
                        });
    }

    @Override
    public void executeOnKeys(Arguments command, ReplySlot reply) {
        keys.execute(command, port.commands().of(command), reply);
    }

    @Override
    public ConnectionState state() {
        return state;
    }

    @Override
    public RedisPort port() {
        return port;
    }

    @Override
    public ShardLoop home() {
        return home;
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
    public long deadlineNanos() {
        return home.nowNanos() + options.timeoutNanos();
    }

    @Override
    public OwnSubscriptions subscriptions() {
        return subscriptions;
    }

    @Override
    public void push(Subject subject, List<Reply> message) {
        subscriptions.comes();
        home.scheduler()
                .execute(() -> {
                    // It was told that it has left: it would take the message for another reply.
                    if (subscriptions.came(subject) && !isClosing) {
                        push(new Reply.Push(message));
                    }
                });
    }

    private void push(Reply.Push message) {
        if (replies.size() > PUSHES_PER_COMMAND * options.pendingMax() || replies.isOverfull()) {
            cutOff("does not read what it listens to");
        } else if (state.version() == ConnectionState.FIRST_VERSION) {
            replies.pushInOrder(open(0), message);
        } else {
            replies.push(ReplyWriter.bytes(message, state.version()));
            home.touch(lanes);
        }
    }

    @Override
    public void known() {
        intake.limits(options.requests(true));
    }

    @Override
    public void pause() {
        pauses++;
    }

    @Override
    public void resume() {
        pauses--;
        soon(this::pump);
    }

    @Override
    public void soon(Runnable task) {
        home.scheduler().execute(() -> guard(task));
    }

    /** A command that fails by a fault must not leave those behind it without replies. */
    private void guard(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            fault(e);
        }
    }

    @Override
    public void fault(Throwable cause) {
        LOG.warn("redis_client_fault", "A connection is closed by a fault: " + cause);
        close();
    }

    @Override
    public void whenIdle(Runnable task) {
        if (lanes.isIdle()) {
            task.run();
        } else {
            pause();
            whenIdle.add(task);
        }
    }

    @Override
    public void idle() {
        while (!whenIdle.isEmpty() && lanes.isIdle()) {
            guard(whenIdle.remove());
            resume();
        }
    }

    @Override
    public void inTurn(ReplySlot reply, Runnable task) {
        replies.inTurn(reply, () -> guard(task));
    }

    @Override
    public boolean hasTurns() {
        boolean sends = state.version() != ConnectionState.FIRST_VERSION; // also who listens
        return replies.hasTurns() || (sends && subscriptions.areMessagesComing());
    }

    @Override
    public void closeWhenAnswered() {
        endsWhenAnswered = true;
        home.touch(lanes);
    }

    @Override
    public boolean isGone() {
        return isClosing;
    }

    @Override
    public String describe(long nowNanos) {
        return ClientLine.of(state, subscriptions, addresses(), nowNanos);
    }

    /** Its two ends; from any thread. */
    ClientAddresses addresses() {
        return ClientAddresses.of(channel);
    }

    @Override
    public int homeShard() {
        return home.index();
    }

    @Override
    public long nowNanos() {
        return home.nowNanos();
    }

    @Override
    public void later(Runnable task, long delayNanos) {
        home.scheduler().schedule(() -> guard(task), delayNanos);
    }

    @Override
    public long wallMillis() {
        return home.wallMillis();
    }

    @Override
    public boolean begins(long correlation, int bytes) {
        return flow.begin(correlation, bytes);
    }

    @Override
    public void ended(long correlation) {
        flow.end(correlation);
    }

    @Override
    public Reply.Error failure(Outcome outcome) {
        return RedisFailures.of(outcome, port.situation());
    }

    @Override
    public Reply.Error failure(Refusal refusal) {
        return RedisFailures.of(refusal, port.situation());
    }

    @Override
    public void endOfTurn() {
        if (isClosing || !channel.isActive()) {
            return;
        }
        while (replies.isReady() && !flow.isUnread()) {
            replies.write(channel);
            flow.written(home.nowNanos());
        }
        if (endsWhenAnswered && replies.size() == 0) {
            isClosing = true;
            channel.writeAndFlush(channel.alloc().buffer(0))
                    .addListener(ChannelFutureListener.CLOSE);
            return;
        }
        if (!channel.config().isAutoRead() && mayBegin()) {
            soon(this::pump);
        }
    }

    private void onDrained() {
        flow.written(home.nowNanos());
        home.touch(lanes);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        onDrained();
    }

    /**
     * Closes the connection if its client has not ended a command, or taken a reply, for too long.
     */
    @Override
    public void closeIfSlow(long nowNanos) {
        if (intake.isSlower(options.requestNanos(), nowNanos, mayBegin())) {
            cutOff("has not finished a command");
        } else if (flow.isSlower(options.answerNanos(), nowNanos)) {
            cutOff("does not read its replies");
        }
    }

    @Override
    public long unreadBytes(long nowNanos) {
        long unread = flow.unreadBytes(nowNanos); // also of one that is closed when it has read
        return unread == 0 ? 0 : unread + replies.heldBytes();
    }

    @Override
    public void cutOffUnread() {
        cutOff("does not read its replies, whose memory others need,");
    }

    private void cutOff(String why) {
        home.counters().increment(Count.CONNECTIONS_SLOW);
        LOG.warn(
                "redis_client_slow",
                "The client of Redis at "
                        + channel.remoteAddress()
                        + " "
                        + why
                        + " and is cut off.");
        close();
    }

    /** Ends the connection at once. */
    void close() {
        isClosing = true;
        var _ = channel.close();
    }

    /** Tells the client why, and closes. */
    void goodbye(String text) {
        open(0).give(new Reply.Error(text));
        closeWhenAnswered();
        endOfTurn();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        isClosing = true;
        flow.close();
        intake.release();
        replies.forget(this::whenIdle);
        subscriptions.clear();
        state.abandon();
        port.closed(this);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        // A reset connection is everyday life; what is under way ends by itself.
        if (!(cause instanceof IOException)) {
            fault(cause);
        }
        close();
    }
}
