package io.paxosstore.redis.geo;

import io.paxosstore.protocol.model.SortedSetOperation.Scored;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;
import io.paxosstore.redis.type.ScoredMembers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;

/** One search for places. Used once. */
final class SearchCommand {
    /** What a place takes that was found, besides its member: four numbers. */
    private static final int PLACE_BYTES = 4 * Double.BYTES;

    /** What it costs to tell whether a member is in the region. */
    private static final int MEMBER_STEPS = 10;

    private static final Comparator<Place> NEAREST = Comparator.comparingDouble(Place::meters);

    private final Keyspace keys;
    private final SearchOptions options;

    SearchCommand(Keyspace keys, SearchOptions options) {
        this.keys = keys;
        this.options = options;
    }

    /**
     * Executes it.
     *
     * @throws RedisError if too much is found
     */
    Reply execute() {
        Region region = options.region();
        List<Place> places = region == null ? List.of() : chosen(found(region));
        byte[] target = options.target();
        return target == null
                ? new Reply.Array(places.stream().map(this::shown).toList())
                : stored(places, target);
    }

    /** The members in a region in the order in which its cells are walked through. */
    private List<Place> found(Region region) {
        List<Place> found = new ArrayList<>();
        for (Cell cell : region.cells()) {
            Iterator<Scored> members = options.set().iterator(cell.scores());
            while (found.size() < options.enough() && members.hasNext()) {
                keys.work(MEMBER_STEPS);
                Scored member = members.next();
                Point point = Cell.ofScore(member.score()).middle();
                double meters = region.center().metersTo(point);
                if (region.includes(point, meters)) {
                    keys.chargeElement((long) member.member().length + PLACE_BYTES);
                    found.add(new Place(member.member(), member.score(), point, meters));
                }
            }
        }
        return found;
    }

    /** Those of the places that come; of equal distances the one that was found first. */
    private List<Place> chosen(List<Place> found) {
        switch (options.order()) {
            case NONE -> {}
            case NEAREST -> found.sort(NEAREST);
            case FARTHEST -> found.sort(NEAREST.reversed());
        }
        return found.subList(0, (int) Math.min(options.most(), found.size()));
    }

    private Reply shown(Place place) {
        Reply member = new Reply.Bulk(place.member());
        int more = options.shown();
        keys.charge((long) more * PlaceReplies.BYTES);
        if (more == 0) {
            return member;
        }
        List<Reply> facts = new ArrayList<>();
        facts.add(member);
        if (options.withDistance()) {
            facts.add(PlaceReplies.distance(place.meters(), options.unit()));
        }
        if (options.withHash()) {
            facts.add(new Reply.Number((long) place.score()));
        }
        if (options.withPoint()) {
            facts.add(PlaceReplies.point(place.point()));
        }
        return new Reply.Array(facts);
    }

    private Reply stored(List<Place> places, byte[] target) {
        List<Scored> members = new ArrayList<>();
        for (Place place : places) {
            double score =
                    options.storesDistances()
                            ? options.unit().ofMeters(place.meters())
                            : place.score();
            members.add(new Scored(place.member(), score));
        }
        return ScoredMembers.store(keys, target, members, options.storedEvent());
    }
}
