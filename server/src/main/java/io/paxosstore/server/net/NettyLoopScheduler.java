package io.paxosstore.server.net;

import io.netty.channel.SingleThreadEventLoop;
import io.paxosstore.node.host.LoopScheduler;

import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** A shard's thread: one of Netty's event loops. */
public final class NettyLoopScheduler implements LoopScheduler {
    private final SingleThreadEventLoop loop;

    /**
     * Times are positive, as the core wants them, and comparable between the loops of a process.
     */
    private static final long ORIGIN_NANOS = System.nanoTime() - 1;

    public NettyLoopScheduler(SingleThreadEventLoop loop) {
        this.loop = loop;
    }

    @Override
    public long nanoTime() {
        return System.nanoTime() - ORIGIN_NANOS;
    }

    @Override
    public long wallMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public boolean inLoop() {
        return loop.inEventLoop();
    }

    @Override
    public void execute(Runnable task) {
        loop.execute(task);
    }

    @Override
    public void afterTurn(Runnable task) {
        loop.executeAfterEventLoopIteration(task);
    }

    @Override
    public Scheduled schedule(Runnable task, long delayNanos) {
        Future<?> waiting = loop.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
        return () -> waiting.cancel(false);
    }
}
