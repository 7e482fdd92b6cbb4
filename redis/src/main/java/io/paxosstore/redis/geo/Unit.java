package io.paxosstore.redis.geo;

import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;

/** A unit of distances. */
enum Unit {
    /** Meters. */
    M(1),
    /** Kilometers. */
    KM(1000),
    /** Feet. */
    FT(0.3048),
    /** Miles. */
    MI(1609.34);

    private final double meters;

    Unit(double meters) {
        this.meters = meters;
    }

    /**
     * The unit that a word names, in letters of any case.
     *
     * @throws RedisError if it names none
     */
    static Unit of(Arguments in, int at) {
        return switch (in.option(at)) {
            case "M" -> M;
            case "KM" -> KM;
            case "FT" -> FT;
            case "MI" -> MI;
            default ->
                    throw new RedisError("ERR unsupported unit provided. please use M, KM, FT, MI");
        };
    }

    /** So many of it in meters. */
    double toMeters(double distance) {
        return distance * meters;
    }

    /** How many of it meters are. */
    double ofMeters(double distance) {
        return distance / meters;
    }
}
