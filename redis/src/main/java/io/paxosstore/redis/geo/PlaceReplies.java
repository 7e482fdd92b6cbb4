package io.paxosstore.redis.geo;

import io.paxosstore.redis.resp.Decimals;
import io.paxosstore.redis.resp.Reals;
import io.paxosstore.redis.resp.Reply;

import java.util.List;

/** Replies that show places. */
final class PlaceReplies {
    /** About what one of them takes, which are all short. */
    static final int BYTES = 64;

    private static final int DISTANCE_DIGITS = 4;

    private PlaceReplies() {}

    /** A distance, which is a string in all versions of the protocol. */
    static Reply distance(double meters, Unit unit) {
        return Reply.bulk(Reals.fixed(unit.ofMeters(meters), DISTANCE_DIGITS));
    }

    /** Longitude and latitude. */
    static Reply point(Point point) {
        return new Reply.Array(
                List.of(
                        new Reply.Decimal(Decimals.text(point.longitude())),
                        new Reply.Decimal(Decimals.text(point.latitude()))));
    }

    /** The hash as text. */
    static Reply geohash(Point point) {
        return Reply.bulk(GeohashText.of(point));
    }
}
