package io.paxosstore.redis.geo;

import io.paxosstore.protocol.model.SortedSetRange;

/**
 * A cell of the map: it is cut in two in both directions, and so are the parts, so many times. The
 * bits of its column and row by turns, that of the column first, are its number, the geohash; so
 * all cells within a cell are one range of numbers. That of a cell of {@link #STEP_MAX} steps is
 * the score of the members that are there. Members at the very end of the map, at 180 degrees east
 * or as far north as it goes, are in cells of their own beyond all others: as in Redis, a search
 * finds them only from there.
 *
 * @param column from the west, from 0; one more than there are for the end of the map, 180 degrees
 * @param row from the south, from 0; one more than there are for the northern end of the map
 * @param step how many times, 1 to {@link #STEP_MAX}
 */
record Cell(long column, long row, int step) {
    /** As many as give numbers that are exact as scores. */
    static final int STEP_MAX = 26;

    private static final long ROW_BITS = 0x5555555555555555L;
    private static final long COLUMN_BITS = ~ROW_BITS;

    /** The cell that a point is in. */
    static Cell of(Point point, int step) {
        return new Cell(
                place(point.longitude(), Point.LONGITUDE_MAX, step),
                place(point.latitude(), Point.LATITUDE_MAX, step),
                step);
    }

    /**
     * Where degrees are between both ends.
     *
     * @param end the greatest degrees; the least are as far on the other side of 0
     */
    static long place(double degrees, double end, int step) {
        return (long) ((degrees + end) / (2 * end) * parts(step));
    }

    /**
     * The smallest cell of a score. One that is no cell's number has what Redis makes of it, since
     * clients may have set it by ZADD.
     */
    static Cell ofScore(double score) {
        long bits = unsigned(score);
        return new Cell(Long.compress(bits, COLUMN_BITS), Long.compress(bits, ROW_BITS), STEP_MAX);
    }

    /** As C converts it on x86-64, where that is not defined, too. */
    private static long unsigned(double score) {
        if (score < 0x1p63) {
            return (long) score;
        }
        return score < 0x1p64 ? (long) (score - 0x1p63) ^ Long.MIN_VALUE : 0;
    }

    private static long parts(int step) {
        return 1L << step;
    }

    /** The number that a column and a row are together. */
    static long bits(long column, long row) {
        return Long.expand(column, COLUMN_BITS) | Long.expand(row, ROW_BITS);
    }

    /** The score of members that are in it, which has {@link #STEP_MAX} steps. */
    double score() {
        return (double) bits(column, row);
    }

    /** The scores of all members that are in it. */
    SortedSetRange scores() {
        int more = 2 * (STEP_MAX - step);
        long bits = bits(column, row);
        return new SortedSetRange.ByScore(
                (double) (bits << more), false, (double) ((bits + 1) << more), true);
    }

    /**
     * The cell beside it; beyond an end of the map the one at its other end.
     *
     * @param east how many columns further, -1 to 1
     * @param north how many rows further, -1 to 1
     */
    Cell beside(int east, int north) {
        return new Cell(moved(column, east), moved(row, north), step);
    }

    private long moved(long from, int by) {
        return by == 0 ? from : (from + by) & (parts(step) - 1);
    }

    /** Where it is. */
    Bounds bounds() {
        return new Bounds(
                degrees(column, Point.LONGITUDE_MAX),
                degrees(row, Point.LATITUDE_MAX),
                degrees(column + 1, Point.LONGITUDE_MAX),
                degrees(row + 1, Point.LATITUDE_MAX));
    }

    private double degrees(long place, double end) {
        return -end + (double) place / parts(step) * (2 * end);
    }

    /** The point in its middle. */
    Point middle() {
        Bounds bounds = bounds();
        return Point.within(
                (bounds.west() + bounds.east()) / 2, (bounds.south() + bounds.north()) / 2);
    }
}
