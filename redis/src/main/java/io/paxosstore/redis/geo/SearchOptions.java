package io.paxosstore.redis.geo;

import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.type.ScoredMembers;
import io.paxosstore.redis.type.Scores;

import org.jspecify.annotations.Nullable;

/**
 * What a search asks for, as its words say it. Where there is no such key no member is looked for,
 * but the words must be right all the same. Never changed once it is made.
 */
final class SearchOptions {
    /** The forms that the words may have. */
    enum Form {
        /** GEORADIUS: a point and a radius, options behind them. */
        AROUND_POINT(1, 6),
        /** GEORADIUSBYMEMBER: a member and a radius, options behind them. */
        AROUND_MEMBER(1, 5),
        /** GEOSEARCH: options say it all. */
        SEARCH(1, 2),
        /** GEOSEARCHSTORE: like GEOSEARCH, behind the key that takes the result. */
        SEARCH_STORE(2, 3);

        private final int keyAt;
        private final int optionsAt;

        /**
         * @param keyAt the index of the key that is searched
         * @param optionsAt the index of the first option
         */
        Form(int keyAt, int optionsAt) {
            this.keyAt = keyAt;
            this.optionsAt = optionsAt;
        }

        private boolean isSearch() {
            return this == SEARCH || this == SEARCH_STORE;
        }
    }

    /** The order in which places come. */
    enum Order {
        /** That in which they are found. */
        NONE,
        /** The nearest first. */
        NEAREST,
        /** The farthest first. */
        FARTHEST
    }

    private final Arguments in;
    private final Form form;
    private final boolean mayStore;
    private final ScoredMembers set;

    private boolean fromMember;
    private boolean fromPoint;
    private @Nullable Point center;
    private @Nullable Extent extent;
    private Unit unit = Unit.M;
    private byte @Nullable [] target;
    private boolean storesDistances;
    private boolean withDistance;
    private boolean withHash;
    private boolean withPoint;
    private Order order = Order.NONE;
    private long count;
    private boolean anyWillDo;

    /**
     * Reads them.
     *
     * @param mayStore whether the result may be kept
     * @throws RedisError if they are no options, the key is of another type, or has no such member
     */
    SearchOptions(Keyspace keys, Arguments in, Form form, boolean mayStore) {
        this.in = in;
        this.form = form;
        this.mayStore = mayStore;
        this.set = ScoredMembers.of(keys, in.bytes(form.keyAt));
        readBegin();
        int i = form.optionsAt;
        while (i < in.count()) {
            i += readOption(i, in.count() - i - 1);
        }
        check();
    }

    private void readBegin() {
        switch (form) {
            case AROUND_POINT -> {
                center = Point.of(in, 2);
                readRadius(4);
            }
            case AROUND_MEMBER -> {
                // As in Redis, where there is no key the radius may be any words.
                if (!set.isEmpty()) {
                    center = member(2);
                    readRadius(3);
                }
            }
            case SEARCH -> {}
            case SEARCH_STORE -> target = in.bytes(1);
        }
    }

    /**
     * Reads an option.
     *
     * @param left how many words there are behind its first
     * @return how many words it has
     */
    private int readOption(int at, int left) {
        switch (in.option(at)) {
            case "WITHDIST" -> withDistance = true;
            case "WITHHASH" -> withHash = true;
            case "WITHCOORD" -> withPoint = true;
            case "ANY" -> anyWillDo = true;
            case "ASC" -> order = Order.NEAREST;
            case "DESC" -> order = Order.FARTHEST;
            case "COUNT" -> {
                need(left >= 1);
                readCount(at + 1);
                return 2;
            }
            case "STORE" -> {
                need(left >= 1 && mayStore && !form.isSearch());
                return readTarget(at + 1, false);
            }
            case "STOREDIST" -> {
                if (form == Form.SEARCH_STORE) {
                    storesDistances = true;
                    return 1;
                }
                need(left >= 1 && mayStore && !form.isSearch());
                return readTarget(at + 1, true);
            }
            default -> {
                need(form.isSearch());
                return readRegion(at, left);
            }
        }
        return 1;
    }

    /** Reads an option that says where GEOSEARCH searches; returns how many words it has. */
    private int readRegion(int at, int left) {
        return switch (in.option(at)) {
            case "FROMMEMBER" -> {
                need(left >= 1 && !fromPoint);
                fromMember = true;
                center = set.isEmpty() ? null : member(at + 1);
                yield 2;
            }
            case "FROMLONLAT" -> {
                need(left >= 2 && !fromMember);
                fromPoint = true;
                center = Point.of(in, at + 1);
                yield 3;
            }
            case "BYRADIUS" -> {
                need(left >= 2 && !(extent instanceof Extent.Box));
                readRadius(at + 1);
                yield 3;
            }
            case "BYBOX" -> {
                need(left >= 3 && !(extent instanceof Extent.Radius));
                readBox(at + 1);
                yield 4;
            }
            default -> throw RedisError.syntax();
        };
    }

    private static void need(boolean isRight) {
        if (!isRight) {
            throw RedisError.syntax();
        }
    }

    private int readTarget(int at, boolean areDistances) {
        target = in.bytes(at);
        storesDistances = areDistances;
        return 2;
    }

    private void readCount(int at) {
        count = in.integer(at);
        if (count <= 0) {
            throw new RedisError("ERR COUNT must be > 0");
        }
    }

    private void readRadius(int at) {
        double radius = Scores.of(in.bytes(at), "ERR need numeric radius");
        if (radius < 0) {
            throw new RedisError("ERR radius cannot be negative");
        }
        unit = Unit.of(in, at + 1);
        extent = new Extent.Radius(unit.toMeters(radius));
    }

    private void readBox(int at) {
        double width = Scores.of(in.bytes(at), "ERR need numeric width");
        double height = Scores.of(in.bytes(at + 1), "ERR need numeric height");
        if (width < 0 || height < 0) {
            throw new RedisError("ERR height or width cannot be negative");
        }
        unit = Unit.of(in, at + 2);
        extent = new Extent.Box(unit.toMeters(width), unit.toMeters(height));
    }

    private Point member(int at) {
        Double score = set.score(in.bytes(at));
        if (score == null) {
            throw new RedisError("ERR could not decode requested zset member");
        }
        return Cell.ofScore(score).middle();
    }

    private void check() {
        if (target != null && shown() > 0) {
            throw new RedisError(
                    "ERR "
                            + (form.isSearch() ? "GEOSEARCHSTORE" : "STORE option in GEORADIUS")
                            + " is not compatible with WITHDIST, WITHHASH and WITHCOORD options");
        }
        if (form.isSearch() && !fromMember && !fromPoint) {
            throw exactlyOne("FROMMEMBER or FROMLONLAT");
        }
        if (form.isSearch() && extent == null) {
            throw exactlyOne("BYRADIUS and BYBOX");
        }
        if (anyWillDo && count == 0) {
            throw new RedisError("ERR the ANY argument requires COUNT argument");
        }
    }

    private RedisError exactlyOne(String options) {
        return new RedisError(
                "ERR exactly one of " + options + " can be specified for " + in.text(0));
    }

    /** What is searched. */
    ScoredMembers set() {
        return set;
    }

    /** Where; null if there is no such key. */
    @Nullable Region region() {
        return set.isEmpty() || center == null || extent == null
                ? null
                : new Region(center, extent);
    }

    /** The unit of distances that are shown or stored. */
    Unit unit() {
        return unit;
    }

    /** The key that takes the result; null for none. */
    byte @Nullable [] target() {
        return target;
    }

    /** What has happened to the key that took the result. */
    String storedEvent() {
        return form.isSearch() ? "geosearchstore" : "georadiusstore";
    }

    /** Whether distances are stored as scores, and not what members have. */
    boolean storesDistances() {
        return storesDistances;
    }

    /** Whether distances are shown. */
    boolean withDistance() {
        return withDistance;
    }

    /** Whether scores are shown. */
    boolean withHash() {
        return withHash;
    }

    /** Whether it is shown where members are. */
    boolean withPoint() {
        return withPoint;
    }

    /** How much is shown of a member besides itself. */
    int shown() {
        return (withDistance ? 1 : 0) + (withHash ? 1 : 0) + (withPoint ? 1 : 0);
    }

    /** The order of what comes: where it is only a part, and not any part will do, the nearest. */
    Order order() {
        return order == Order.NONE && count > 0 && !anyWillDo ? Order.NEAREST : order;
    }

    /** Most places that come. */
    long most() {
        return count == 0 ? Long.MAX_VALUE : count;
    }

    /** How many places suffice, whichever they are. */
    long enough() {
        return anyWillDo ? count : Long.MAX_VALUE;
    }
}
