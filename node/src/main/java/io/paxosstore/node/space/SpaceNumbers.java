package io.paxosstore.node.space;

import io.paxosstore.core.RandomSource;
import io.paxosstore.core.RequestId;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;

import java.util.stream.IntStream;

/**
 * The numbers that the spaces of a cluster have had: of each kind those from its first on, below
 * the next, were given to a space once, and tell the kind to core and engines.
 *
 * <p>Where a cluster begins to count is a matter of chance, so that one that is founded anew by
 * whoever emptied the directories gives other numbers: a client that still knows those of before is
 * told that there is no such space, not given another one's data.
 *
 * @param firstKeyValue the first of key-value spaces
 * @param firstEntity the first of entity spaces
 * @param nextKeyValue what the next key-value space gets
 * @param nextEntity what the next entity space gets
 */
record SpaceNumbers(int firstKeyValue, int firstEntity, int nextKeyValue, int nextEntity) {
    /** As clusters counted that were founded before chance came in, and as none counts yet. */
    static final SpaceNumbers LOWEST = from(lowest(SpaceKind.KEY_VALUE), lowest(SpaceKind.ENTITY));

    /** Key-value spaces begin between here and there: in records they take three bytes. */
    private static final int KEY_VALUE_FROM = 1 << 14;

    private static final int KEY_VALUE_TO = 1 << 21;

    /** Entity spaces begin within so many numbers, which take four bytes as all of theirs do. */
    private static final int ENTITY_BEGINNINGS = 1 << 27;

    /** None was given yet, and these will be the first. */
    static SpaceNumbers from(int keyValue, int entity) {
        return new SpaceNumbers(keyValue, entity, keyValue, entity);
    }

    /**
     * The same, as a catalog says.
     *
     * @throws MalformedBytesException if one is none of its kind
     */
    static SpaceNumbers read(int keyValue, int entity) {
        boolean isRight =
                keyValue > EntityKey.SYSTEM_SPACE
                        && SpaceKind.of(keyValue) == SpaceKind.KEY_VALUE
                        && SpaceKind.of(entity) == SpaceKind.ENTITY;
        if (!isRight) {
            throw new MalformedBytesException(
                    "The catalog counts from " + keyValue + " and " + entity + ".");
        }
        return from(keyValue, entity);
    }

    /** Those of a cluster that this request founds, by creating its first space. */
    static SpaceNumbers foundedBy(RequestId request) {
        RandomSource chance = new RandomSource(request.clientId() ^ request.stamp());
        return from(
                KEY_VALUE_FROM + chance.nextInt(KEY_VALUE_TO - KEY_VALUE_FROM),
                lowest(SpaceKind.ENTITY) + chance.nextInt(ENTITY_BEGINNINGS));
    }

    private static int lowest(SpaceKind kind) {
        return switch (kind) {
            case KEY_VALUE -> EntityKey.SYSTEM_SPACE + 1;
            case ENTITY -> SpaceKind.ENTITY_FROM;
        };
    }

    /** The end of a kind's numbers, exclusive. */
    static int end(SpaceKind kind) {
        return switch (kind) {
            case KEY_VALUE -> SpaceKind.ENTITY_FROM;
            case ENTITY -> Integer.MAX_VALUE;
        };
    }

    /**
     * The same beginning, with these as the next.
     *
     * @throws MalformedBytesException if they do not follow
     */
    SpaceNumbers before(int keyValue, int entity) {
        if (keyValue < firstKeyValue || entity < firstEntity) {
            throw new MalformedBytesException(
                    "The catalog counts to "
                            + keyValue
                            + " and "
                            + entity
                            + ", from "
                            + firstKeyValue
                            + " and "
                            + firstEntity
                            + ".");
        }
        return new SpaceNumbers(firstKeyValue, firstEntity, keyValue, entity);
    }

    /** Whether they begin with the lowest there are. */
    boolean beginsLowest() {
        return firstKeyValue == LOWEST.firstKeyValue && firstEntity == LOWEST.firstEntity;
    }

    /** What was given of a kind since it was these. */
    IntStream givenSince(SpaceNumbers earlier, SpaceKind kind) {
        return IntStream.range(Math.max(earlier.next(kind), first(kind)), next(kind));
    }

    int first(SpaceKind kind) {
        return kind == SpaceKind.KEY_VALUE ? firstKeyValue : firstEntity;
    }

    int next(SpaceKind kind) {
        return kind == SpaceKind.KEY_VALUE ? nextKeyValue : nextEntity;
    }

    /** One more of a kind is given. */
    SpaceNumbers after(SpaceKind kind) {
        return kind == SpaceKind.KEY_VALUE
                ? new SpaceNumbers(firstKeyValue, firstEntity, nextKeyValue + 1, nextEntity)
                : new SpaceNumbers(firstKeyValue, firstEntity, nextKeyValue, nextEntity + 1);
    }

    /** How many were given to spaces. */
    int given() {
        return nextKeyValue - firstKeyValue + nextEntity - firstEntity;
    }

    /** Whether this one was given to a space. */
    boolean given(int id) {
        SpaceKind kind = SpaceKind.of(id);
        return id >= first(kind) && id < next(kind);
    }
}
