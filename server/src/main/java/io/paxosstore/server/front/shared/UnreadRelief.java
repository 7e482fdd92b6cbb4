package io.paxosstore.server.front.shared;

import io.netty.channel.EventLoop;
import io.paxosstore.node.host.RateLimitedLog;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.memory.MemoryBudget;

import org.slf4j.LoggerFactory;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ends connections whose clients leave their answers unread when that memory is missing for what
 * others want: of all ports those with the most first, as many as it takes. Without it a few
 * hundred clients that ask and do not read keep others out until their time limit has passed.
 * Thread-safe.
 */
public final class UnreadRelief {
    /** Whoever is not cut off by one look may be by the next, after so long. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** It is not unread answers that take the memory: looked at again after so long. */
    private static final long VAIN_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A loop that has not told of its connections by then is not waited for. */
    private static final long TELLING_MILLIS = 100;

    /** Who leaves less than this part of an equal share is not worth looking at. */
    private static final int LEAST_PART = 4;

    /** Less of what is missing than this part is not worth anybody's connection. */
    private static final int WORTH_PART = 8;

    private static final RateLimitedLog LOG =
            new RateLimitedLog(LoggerFactory.getLogger(UnreadRelief.class), System::nanoTime);

    private record Unread(int loop, ClientConnections.Connection connection, long bytes) {}

    private final List<ShardLoop> shards;
    private final List<EventLoop> loops;
    private final MemoryBudget budget;
    private final List<Set<? extends ClientConnections.Connection>> ports =
            new CopyOnWriteArrayList<>();
    private final AtomicBoolean isUnderWay = new AtomicBoolean();
    private volatile long notBeforeNanos = System.nanoTime();

    /**
     * @param shards all shards; their loops share one budget
     * @param loops their loops, in the same order
     */
    public UnreadRelief(List<ShardLoop> shards, List<EventLoop> loops) {
        this.shards = List.copyOf(shards);
        this.loops = List.copyOf(loops);
        this.budget = shards.getFirst().memory().node();
    }

    /** Goes to work whenever somebody finds no memory. */
    public void begin() {
        budget.onShortage(this::relieve);
    }

    /** Looks at the connections of one more port from now on. */
    void watch(Set<? extends ClientConnections.Connection> open) {
        ports.add(open);
    }

    /** In the midst of what somebody else does, who must not hear of any trouble. */
    private void relieve() {
        boolean isTime = System.nanoTime() - notBeforeNanos >= 0;
        if (isTime && isUnderWay.compareAndSet(false, true)) {
            new Look().begin();
        }
    }

    private List<Unread> unreadAt(int loop) {
        ShardLoop home = shards.get(loop);
        long nowNanos = home.nowNanos();
        int all = ports.stream().mapToInt(Set::size).sum();
        long least = budget.reliefBytesMax() / LEAST_PART / Math.max(1, all);
        List<Unread> unread = new ArrayList<>();
        for (Set<? extends ClientConnections.Connection> open : ports) {
            for (ClientConnections.Connection connection : open) {
                if (connection.homeShard() == home.index()) {
                    long bytes = connection.unreadBytes(nowNanos);
                    if (bytes > least) {
                        unread.add(new Unread(loop, connection, bytes));
                    }
                }
            }
        }
        return unread;
    }

    /** One look at all connections: each loop tells of its own, and one of them decides. */
    private final class Look {
        private final Queue<Unread> found = new ConcurrentLinkedQueue<>();
        private final AtomicInteger untold = new AtomicInteger(loops.size());
        private final AtomicBoolean isDecided = new AtomicBoolean();

        void begin() {
            for (int i = 0; i < loops.size(); i++) {
                int loop = i;
                if (!execute(loop, () -> tell(loop))) {
                    told();
                }
            }
        }

        private void tell(int loop) {
            try {
                found.addAll(unreadAt(loop));
            } catch (RuntimeException e) {
                LOG.warn("client_fault", "A look for unread answers has failed: " + e);
            }
            told();
            if (!isDecided.get()) {
                var _ =
                        loops.get(loop)
                                .schedule(this::decide, TELLING_MILLIS, TimeUnit.MILLISECONDS);
            }
        }

        private void told() {
            if (untold.decrementAndGet() == 0) {
                decide();
            }
        }

        private void decide() {
            if (!isDecided.compareAndSet(false, true)) {
                return;
            }
            long pause = VAIN_PAUSE_NANOS;
            try {
                long missing = budget.reliefBytes();
                long all = found.stream().mapToLong(Unread::bytes).sum();
                boolean isVain = all > 0 && all < missing / WORTH_PART;
                if (!isVain) {
                    cutOff(missing);
                    pause = PAUSE_NANOS;
                }
            } finally { // the next look is never kept back by this one
                notBeforeNanos = System.nanoTime() + pause;
                isUnderWay.set(false);
            }
        }

        private void cutOff(long missingBytes) {
            List<Unread> unread = new ArrayList<>(found);
            unread.sort(Comparator.comparingLong(Unread::bytes).reversed());
            long freed = 0;
            for (Unread one : unread) {
                if (freed >= missingBytes) {
                    break;
                }
                freed += one.bytes();
                execute(one.loop(), one.connection()::cutOffUnread);
            }
        }

        /** Returns false of a loop that is shutting down: it has no connections any more. */
        private boolean execute(int loop, Runnable task) {
            try {
                loops.get(loop).execute(task);
                return true;
            } catch (RejectedExecutionException e) {
                return false;
            }
        }
    }
}
