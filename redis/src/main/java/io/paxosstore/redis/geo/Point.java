package io.paxosstore.redis.geo;

import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reals;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.type.Scores;

/**
 * A point of the earth, in degrees.
 *
 * @param longitude -{@link #LONGITUDE_MAX} to {@link #LONGITUDE_MAX}, east of Greenwich
 * @param latitude -{@link #LATITUDE_MAX} to {@link #LATITUDE_MAX}, north of the equator
 */
record Point(double longitude, double latitude) {
    static final double LONGITUDE_MAX = 180;

    /** Up to here Mercator's map of the world is a square. */
    static final double LATITUDE_MAX = 85.05112878;

    /** In meters: distances are those on a ball, as Redis reckons them. */
    static final double EARTH_RADIUS = 6372797.560856;

    /** In radians. */
    static final double DEGREE = Math.PI / 180;

    /** Digits behind the point of degrees that are told back, as C's {@code %f} has them. */
    private static final int TOLD_DIGITS = 6;

    /**
     * The point that two words are, the longitude first.
     *
     * @throws RedisError if they are no numbers, or beyond the map
     */
    static Point of(Arguments in, int at) {
        double longitude = Scores.of(in.bytes(at));
        double latitude = Scores.of(in.bytes(at + 1));
        if (Math.abs(longitude) > LONGITUDE_MAX || Math.abs(latitude) > LATITUDE_MAX) {
            throw new RedisError(
                    "ERR invalid longitude,latitude pair "
                            + Reals.fixed(longitude, TOLD_DIGITS)
                            + ","
                            + Reals.fixed(latitude, TOLD_DIGITS));
        }
        return new Point(longitude, latitude);
    }

    /** The point of the map that is nearest to these degrees. */
    static Point within(double longitude, double latitude) {
        return new Point(
                Math.clamp(longitude, -LONGITUDE_MAX, LONGITUDE_MAX),
                Math.clamp(latitude, -LATITUDE_MAX, LATITUDE_MAX));
    }

    /**
     * The meters to another point along the great circle, by the formula of haversines. The
     * functions are those that give the same at every node, whatever its processor is.
     */
    double metersTo(Point other) {
        double from = latitude * DEGREE;
        double to = other.latitude * DEGREE;
        double north = StrictMath.sin((to - from) / 2);
        double east = StrictMath.sin((other.longitude * DEGREE - longitude * DEGREE) / 2);
        double haversine = north * north + StrictMath.cos(from) * StrictMath.cos(to) * east * east;
        // Rounded, that of opposite points may be more than it can be.
        return 2 * EARTH_RADIUS * StrictMath.asin(Math.sqrt(Math.min(1, haversine)));
    }
}
