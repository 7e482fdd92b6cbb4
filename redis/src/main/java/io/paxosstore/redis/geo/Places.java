package io.paxosstore.redis.geo;

import io.paxosstore.redis.command.CommandGroup;
import io.paxosstore.redis.command.Flag;
import io.paxosstore.redis.command.KeyPositions;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;
import io.paxosstore.redis.type.ScoredMembers;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.function.Function;

/** Commands on places: members of sorted sets whose scores are cells of the map. */
public final class Places {
    private Places() {}

    /** The commands. */
    public static CommandGroup commands() {
        return new CommandGroup("geo")
                .write(
                        "GEOADD",
                        -5,
                        KeyPositions.FIRST,
                        "3.2.0",
                        "Adds members with their places to a sorted set or moves them, with"
                                + " conditions",
                        AddCommand::execute,
                        Flag.DENYOOM)
                .read(
                        "GEODIST",
                        -4,
                        KeyPositions.FIRST,
                        "3.2.0",
                        "Returns how far two members are from each other",
                        Places::distance)
                .read(
                        "GEOHASH",
                        -2,
                        KeyPositions.FIRST,
                        "3.2.0",
                        "Returns where members are, as geohash.org writes it",
                        (keys, in) -> each(keys, in, Reply.NULL, PlaceReplies::geohash))
                .read(
                        "GEOPOS",
                        -2,
                        KeyPositions.FIRST,
                        "3.2.0",
                        "Returns where members are, as longitude and latitude",
                        (keys, in) -> each(keys, in, Reply.NULL_ARRAY, PlaceReplies::point))
                .read(
                        "GEOSEARCH",
                        -7,
                        KeyPositions.FIRST,
                        "6.2.0",
                        "Finds members in a circle or a box",
                        (keys, in) -> search(keys, in, SearchOptions.Form.SEARCH, false))
                .write(
                        "GEOSEARCHSTORE",
                        -8,
                        KeyPositions.FIRST_TWO,
                        "6.2.0",
                        "Finds members in a circle or a box and stores them as a sorted set",
                        (keys, in) -> search(keys, in, SearchOptions.Form.SEARCH_STORE, true),
                        Flag.DENYOOM)
                .write(
                        "GEORADIUS",
                        -6,
                        new KeyPositions.Storing(6),
                        "3.2.0",
                        "Finds members around a point, and may store them as a sorted set",
                        (keys, in) -> search(keys, in, SearchOptions.Form.AROUND_POINT, true),
                        Flag.DENYOOM)
                .read(
                        "GEORADIUS_RO",
                        -6,
                        KeyPositions.FIRST,
                        "3.2.10",
                        "Finds members around a point",
                        (keys, in) -> search(keys, in, SearchOptions.Form.AROUND_POINT, false))
                .write(
                        "GEORADIUSBYMEMBER",
                        -5,
                        new KeyPositions.Storing(5),
                        "3.2.0",
                        "Finds members around a member, and may store them as a sorted set",
                        (keys, in) -> search(keys, in, SearchOptions.Form.AROUND_MEMBER, true),
                        Flag.DENYOOM)
                .read(
                        "GEORADIUSBYMEMBER_RO",
                        -5,
                        KeyPositions.FIRST,
                        "3.2.10",
                        "Finds members around a member",
                        (keys, in) -> search(keys, in, SearchOptions.Form.AROUND_MEMBER, false));
    }

    private static Reply search(
            Keyspace keys, Arguments in, SearchOptions.Form form, boolean mayStore) {
        return new SearchCommand(keys, new SearchOptions(keys, in, form, mayStore)).execute();
    }

    private static Reply distance(Keyspace keys, Arguments in) {
        Unit unit = in.count() == 5 ? Unit.of(in, 4) : Unit.M;
        if (in.count() > 5) {
            throw RedisError.syntax();
        }
        List<@Nullable Double> scores = ScoredMembers.of(keys, in.bytes(1)).scores(in.list(2, 4));
        Double first = scores.getFirst();
        Double second = scores.getLast();
        if (first == null || second == null) {
            return Reply.NULL;
        }
        Point from = Cell.ofScore(first).middle();
        return PlaceReplies.distance(from.metersTo(Cell.ofScore(second).middle()), unit);
    }

    /**
     * What there is to say of each of the members.
     *
     * @param nothing what is said of those that are none
     */
    private static Reply each(
            Keyspace keys, Arguments in, Reply nothing, Function<Point, Reply> what) {
        List<@Nullable Double> scores = ScoredMembers.of(keys, in.bytes(1)).scores(in.from(2));
        return new Reply.Array(
                scores.stream()
                        .map(score -> {
                            keys.charge(PlaceReplies.BYTES);
                            return score == null
                                    ? nothing
                                    : what.apply(Cell.ofScore(score).middle());
                        })
                        .toList());
    }
}
