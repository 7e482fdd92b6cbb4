package io.paxosstore.node.topology;

import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.topology.TopologyPage;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What the topology is stored as: 66 keys of the system space, each with a version of its own.
 *
 * @param index 0 for the head, 1 for the plan, then the pages in order
 */
public record Part(int index) {
    /** The nodes, the voters of the system slot, the goal. */
    public static final Part HEAD = new Part(0);

    /** The plan of moves. */
    public static final Part PLAN = new Part(1);

    /** How many parts there are. */
    public static final int COUNT = 2 + TopologyPage.COUNT;

    /** All of them, in order. */
    public static final List<Part> ALL = IntStream.range(0, COUNT).mapToObj(Part::new).toList();

    /** Checks the index. */
    public Part {
        if (index < 0 || index >= COUNT) {
            throw new IllegalArgumentException(
                    "The topology has no part " + index + "; parts are 0 to " + (COUNT - 1) + ".");
        }
    }

    private static final Map<EntityKey, Part> BY_KEY =
            ALL.stream().collect(Collectors.toUnmodifiableMap(Part::key, part -> part));

    /** The part that is stored there; null for none. */
    public static @Nullable Part of(EntityKey key) {
        return BY_KEY.get(key);
    }

    /** The part that a page is. */
    public static Part page(int number) {
        return new Part(2 + number);
    }

    /** The number of the page; negative for the head and the plan. */
    int pageNumber() {
        return index - 2;
    }

    /** Where it is stored: {@code topology/head}, {@code topology/plan}, {@code topology/0} ... */
    public EntityKey key() {
        return new EntityKey(
                EntityKey.SYSTEM_SPACE, ("topology/" + name()).getBytes(StandardCharsets.UTF_8));
    }

    private String name() {
        return switch (index) {
            case 0 -> "head";
            case 1 -> "plan";
            default -> String.valueOf(pageNumber());
        };
    }
}
