package io.paxosstore.log.identity;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The lives that a store has had last, the present one first. A node that is met under a life which
 * is not among them has been started elsewhere since, from the directory of which this one is a
 * copy: its incarnation alone does not tell, since both count on from the same number (Rule A1).
 * Incarnations that begin while a node runs belong to the life that its start began: however many
 * they are, no start is forgotten for them.
 *
 * @param newestFirst at most {@link #COUNT_MAX}, with falling incarnations
 */
public record Lives(List<Life> newestFirst) {
    /** So many are known; a node that was met in an earlier one is taken for the same. */
    public static final int COUNT_MAX = 16;

    /** Of a store whose lives are not known, since an earlier release has written it. */
    public static final Lives NONE = new Lives(List.of());

    /** What one takes in a file, in bytes. */
    static final int LIFE_BYTES = Integer.BYTES + Long.BYTES;

    /**
     * The time from a start of a node to the next.
     *
     * @param incarnation the last one in it (Rule A3)
     * @param mark drawn at random when it began; 0 of no life
     */
    public record Life(int incarnation, long mark) {
        /** No life that is known. */
        public static final Life NONE = new Life(0, 0);

        void encode(ByteBuffer out) {
            out.putInt(incarnation).putLong(mark);
        }

        static Life decode(ByteBuffer in) {
            return new Life(in.getInt(), in.getLong());
        }
    }

    /** Copies the list. */
    public Lives {
        newestFirst = List.copyOf(newestFirst);
        if (newestFirst.size() > COUNT_MAX) {
            throw new IllegalArgumentException("more than " + COUNT_MAX + " lives");
        }
    }

    /** The same, and one more. */
    Lives and(Life next) {
        List<Life> all = new ArrayList<>();
        all.add(next);
        newestFirst.stream().limit(COUNT_MAX - 1).forEach(all::add);
        return new Lives(all);
    }

    /** The same, as the present life goes on under a later incarnation. */
    Lives raised(int incarnation) {
        if (newestFirst.isEmpty()) {
            return this;
        }
        List<Life> all = new ArrayList<>(newestFirst);
        all.set(0, new Life(incarnation, present().mark()));
        return new Lives(all);
    }

    /** The present life; {@link Life#NONE} if it is not known. */
    public Life present() {
        return newestFirst.isEmpty() ? Life.NONE : newestFirst.getFirst();
    }

    /** Whether the store may have had this life, as far as is known. */
    boolean mayHaveHad(Life life) {
        if (newestFirst.isEmpty() || life.mark() == 0) {
            return true;
        }
        if (life.incarnation() < newestFirst.getLast().incarnation()) {
            return true; // too long ago
        }
        // A copy that was taken during that life has it, but only as far as it had come then.
        Life had = withMark(life.mark());
        return had.incarnation() >= life.incarnation();
    }

    /** Whether the store has had this life, or more of it. */
    boolean has(Life life) {
        return life.mark() != 0 && withMark(life.mark()).mark() != 0;
    }

    private Life withMark(long mark) {
        return newestFirst.stream()
                .filter(life -> life.mark() == mark)
                .findFirst()
                .orElse(Life.NONE);
    }

    int encodedBytes() {
        return newestFirst.isEmpty() ? 0 : Integer.BYTES + newestFirst.size() * LIFE_BYTES;
    }

    /** Writes them behind everything else: earlier releases do not look there. */
    void encode(ByteBuffer out) {
        if (!newestFirst.isEmpty()) {
            out.putInt(newestFirst.size());
            newestFirst.forEach(life -> life.encode(out));
        }
    }

    static Lives decode(ByteBuffer in) {
        int count = in.hasRemaining() ? in.getInt() : 0;
        List<Life> lives = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lives.add(Life.decode(in));
        }
        return new Lives(lives);
    }
}
