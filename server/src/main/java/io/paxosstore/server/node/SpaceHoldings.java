package io.paxosstore.server.node;

import io.paxosstore.console.SpacesHeld;
import io.paxosstore.log.SpaceCells;
import io.paxosstore.log.SpaceSizes;
import io.paxosstore.protocol.model.SpaceKind;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a node holds of each space: keys with the bytes of their records, as of now; entities with
 * about the bytes of their tables, as of some minutes ago.
 *
 * @param bySpace by the numbers of the spaces; {@link SpaceCells#OTHERS} are those without figures
 *     of their own
 */
record SpaceHoldings(Map<Integer, Held> bySpace) implements SpacesHeld {
    private static final Held NOTHING = new Held(0, 0L);

    /**
     * Adds them up.
     *
     * @param sizes of each shard and engine
     * @param entityBytes about the bytes of entities by space; empty before they are known
     */
    static SpaceHoldings of(List<SpaceSizes> sizes, Map<Integer, Long> entityBytes) {
        Map<Integer, Long> keys = new TreeMap<>();
        Map<Integer, Long> bytes = new TreeMap<>();
        for (SpaceSizes shard : sizes) {
            for (SpaceSizes.Size size : shard.all()) {
                keys.merge(size.space(), size.entities(), Long::sum);
                bytes.merge(size.space(), size.bytes(), Long::sum);
            }
        }
        Map<Integer, Held> bySpace = new TreeMap<>();
        keys.forEach((space, count) ->
                bySpace.put(
                        space,
                        new Held(
                                count,
                                isOfEntities(space) ? entityBytes.get(space) : bytes.get(space))));
        return new SpaceHoldings(bySpace);
    }

    private static boolean isOfEntities(int space) {
        return space != SpaceCells.OTHERS && SpaceKind.of(space) == SpaceKind.ENTITY;
    }

    @Override
    public @Nullable Held of(int space) {
        Held held = bySpace.get(space);
        return held == null && !bySpace.containsKey(SpaceCells.OTHERS) ? NOTHING : held;
    }
}
