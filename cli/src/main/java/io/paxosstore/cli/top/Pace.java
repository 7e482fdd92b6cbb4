package io.paxosstore.cli.top;

import tools.jackson.databind.JsonNode;

/**
 * How many requests of a kind there were, and how fast they were.
 *
 * @param perSecond of them
 * @param halfMicros half of them were faster, in microseconds
 * @param mostMicros 99 % of them were faster
 */
record Pace(double perSecond, double halfMicros, double mostMicros) {
    static final Pace NONE = new Pace(0, 0, 0);

    /** Of the array that a node writes: rate, 50 %, 99 %, and more. */
    static Pace of(JsonNode array) {
        return new Pace(
                Fields.number(array.path(0)),
                Fields.number(array.path(1)),
                Fields.number(array.path(2)));
    }

    /** Both together: as many, and as fast as the slower one. */
    Pace with(Pace other) {
        return new Pace(
                perSecond + other.perSecond,
                Math.max(halfMicros, other.halfMicros),
                Math.max(mostMicros, other.mostMicros));
    }
}
