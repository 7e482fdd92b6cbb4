package io.paxosstore.server.node;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SingleThreadEventLoop;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import io.paxosstore.node.ReplicaHost;
import io.paxosstore.node.host.LoopScheduler;
import io.paxosstore.node.host.Recurring;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.server.net.NettyLoopScheduler;
import io.paxosstore.server.net.Transport;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The threads of one node's shards: an event loop each. Thread-safe. */
final class ShardThreads {
    private static final long QUIET_MILLIS = 0;
    private static final long STOP_SECONDS = 5;

    private final MultiThreadIoEventLoopGroup group;
    private final List<EventLoop> loops = new ArrayList<>();
    private final List<LoopScheduler> schedulers = new ArrayList<>();

    ShardThreads(int nodeId, int shards, Transport transport) {
        group =
                new MultiThreadIoEventLoopGroup(
                        shards,
                        new DefaultThreadFactory("node" + nodeId + "-shard", true),
                        transport.ioHandlers());
        for (EventExecutor executor : group) {
            SingleThreadEventLoop loop = (SingleThreadEventLoop) executor;
            loops.add(loop);
            schedulers.add(new NettyLoopScheduler(loop));
        }
    }

    /** Has a task run every second, on the loop of the first shard. */
    void everySecond(Runnable task) {
        LoopScheduler loop = schedulers.getFirst();
        long second = TimeUnit.SECONDS.toNanos(1);
        Recurring looks = Recurring.every(second, loop, "node_watches", task);
        loop.execute(() -> looks.beginIn(second));
    }

    MultiThreadIoEventLoopGroup group() {
        return group;
    }

    /** The loops by their shards. */
    List<EventLoop> loops() {
        return loops;
    }

    /** The same as the shards see them. */
    List<LoopScheduler> schedulers() {
        return schedulers;
    }

    /** Waits until no request is under way, or the time is over. Returns whether none is left. */
    static boolean awaitIdle(ReplicaHost host, Duration timeout) throws InterruptedException {
        CountDownLatch busy = new CountDownLatch(host.shards().size());
        for (ShardLoop shard : host.shards()) {
            shard.scheduler().execute(() -> shard.whenIdle(busy::countDown));
        }
        return busy.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Ends the threads once they have done what they were given. */
    void stop() throws InterruptedException {
        group.shutdownGracefully(QUIET_MILLIS, STOP_SECONDS, TimeUnit.SECONDS)
                .await(STOP_SECONDS + 1, TimeUnit.SECONDS);
    }
}
