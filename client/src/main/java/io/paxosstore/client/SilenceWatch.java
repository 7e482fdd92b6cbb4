package io.paxosstore.client;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Notices a connection whose node has fallen silent although requests wait there, long before an
 * attempt times out. The sockets of a process that was killed stay open until the system has freed
 * its memory, a tenth of a second for a large heap; those of a paused or cut-off one stay open for
 * ever.
 *
 * <p>After one limit without a byte the node is asked whether it answers at all (PING, which a node
 * answers however slow its disk is); after one more the connection counts as silent. A false alarm,
 * from a far or overloaded node, doubles the limit for a while. Owned by the network thread.
 */
final class SilenceWatch extends TimerWheel.Timer {
    /** How long a limit raised by false alarms stays, before it is halved. */
    static final long RAISED_NANOS = TimeUnit.MINUTES.toNanos(1);

    private enum Phase {
        IDLE,
        LISTENING,
        ASKED,
        SILENT
    }

    private final Connection connection;
    private final TimerWheel wheel;
    private final long leastNanos;
    private final long mostNanos;
    private Phase phase = Phase.IDLE;
    private long limitNanos;
    private long raisedAtNanos;
    private long heardNanos;

    /**
     * @param leastNanos the limit without false alarms
     * @param mostNanos what they raise it to at most
     */
    SilenceWatch(Connection connection, TimerWheel wheel, long leastNanos, long mostNanos) {
        this.connection = connection;
        this.wheel = wheel;
        this.leastNanos = leastNanos;
        this.mostNanos = Math.max(leastNanos, mostNanos);
        this.limitNanos = leastNanos;
    }

    Connection connection() {
        return connection;
    }

    /** An answer is awaited from now on. */
    void onSend(long nowNanos) {
        if (!connection.hasAttempts()) {
            heardNanos = nowNanos;
        }
        if (phase == Phase.IDLE) {
            listen(nowNanos);
        }
    }

    /** Something came. */
    void onHeard(long nowNanos) {
        heardNanos = nowNanos;
        if (phase == Phase.SILENT) {
            limitNanos = Math.min(2 * limitNanos, mostNanos);
            raisedAtNanos = nowNanos;
            phase = Phase.IDLE;
        } else if (phase == Phase.ASKED) {
            phase = Phase.LISTENING;
        }
    }

    private void listen(long nowNanos) {
        if (limitNanos > leastNanos && nowNanos - raisedAtNanos > RAISED_NANOS) {
            limitNanos = Math.max(limitNanos / 2, leastNanos);
            raisedAtNanos = nowNanos;
        }
        phase = Phase.LISTENING;
        wheel.arm(this, heardNanos + limitNanos);
    }

    /**
     * The timer has fired.
     *
     * @param onSilent told when the connection has just become silent
     * @return whether the node is to be asked for a sign of life
     */
    boolean onTimer(long nowNanos, Consumer<Connection> onSilent) {
        if (connection.isClosed() || !connection.hasAttempts()) {
            phase = Phase.IDLE;
        } else if (nowNanos - heardNanos < limitNanos) {
            listen(nowNanos);
        } else if (phase == Phase.LISTENING) {
            phase = Phase.ASKED;
            wheel.arm(this, nowNanos + limitNanos);
            return true;
        } else {
            phase = Phase.SILENT;
            onSilent.accept(connection);
        }
        return false;
    }
}
