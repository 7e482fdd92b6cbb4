package io.paxosstore.log;

/**
 * What the time is where something is evaluated that may have expired (Rules X1, X2). Not
 * thread-safe.
 *
 * <p>What is evaluated for an entry goes by the clock of that entry. A read goes by the clock of
 * the newest entry, whatever the time is: nobody may be told that something is gone before an entry
 * says so. What such a read found to be past its deadline by the clock on the wall is remembered,
 * so that an entry can be made that does say so.
 */
public final class ExpiryClock {
    private static final long NEVER = 0;

    private final long nowMillis;
    private final long wallMillis;
    private long dueMillis;

    private ExpiryClock(long nowMillis, long wallMillis) {
        this.nowMillis = nowMillis;
        this.wallMillis = wallMillis;
    }

    /** For what becomes part of an entry with this clock, in milliseconds since 1970. */
    public static ExpiryClock ofEntry(long clockMillis) {
        return new ExpiryClock(clockMillis, clockMillis);
    }

    /**
     * For a read.
     *
     * @param clockMillis the clock of the newest entry
     * @param wallMillis what the time is
     */
    public static ExpiryClock ofRead(long clockMillis, long wallMillis) {
        return new ExpiryClock(clockMillis, Math.max(clockMillis, wallMillis));
    }

    /** The time at which what has a deadline until then is gone. */
    public long nowMillis() {
        return nowMillis;
    }

    /** The time until which deadlines matter: the later one of the two clocks. */
    public long latestMillis() {
        return wallMillis;
    }

    /** Whether something with this deadline is gone, 0 for never: at its deadline it is. */
    public boolean isPast(long deadlineMillis) {
        if (deadlineMillis == NEVER || deadlineMillis > wallMillis) {
            return false;
        }
        if (deadlineMillis > nowMillis) {
            dueMillis = Math.max(dueMillis, deadlineMillis);
            return false;
        }
        return true;
    }

    /**
     * The greatest deadline that {@link #isPast} was asked of and that only the clock on the wall
     * has passed; 0 for none.
     */
    public long dueMillis() {
        return dueMillis;
    }
}
