package io.paxosstore.node.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.RandomSource;
import io.paxosstore.protocol.topology.MovePlan;
import io.paxosstore.protocol.topology.Topology;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Changes of voters in which those that stay are a majority of the next ones (Rule A5). */
class HopTest {
    /** Nodes 1 to 4 in zone a, 5 to 8 in zone b, 9 to 12 in zone c. */
    private static final Topology TOPOLOGY =
            Topology.first(Clusters.nodes(4), Collections.nCopies(16_384, List.of(1, 5, 9)));

    private static Situation without(Integer... down) {
        Set<Integer> missing = Set.of(down);
        return new Situation(
                TOPOLOGY,
                MovePlan.first(),
                (node, slot, epoch) -> false,
                id -> !missing.contains(id));
    }

    private static List<Integer> ids(String text) {
        return Arrays.stream(text.split(" ")).map(Integer::valueOf).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "1 5 9, 2 5 9, 2 5 9",
        "1 5 9, 2 6 9, 2 5 9",
        "1 5 9, 9 6 2, 9 6 1",
        "1 5 9, 2 6 10, 2 5 9",
        "2 5 9, 2 6 10, 2 6 9",
        "1 5 9, 1 5 9 2 6, 1 5 9 2 6",
        "1 5 9, 2 5 9 6 10, 2 5 9 6 1",
        "1 5 9 2 6, 3 7 11 4 8, 3 7 9 1 5",
        "1 5 9 2 6, 1 7 11, 1 7 9",
        "1, 1 5 9, 1 5 9",
        "1, 2, 2"
    })
    void asManyComeAsThoseThatStayOutvote(String from, String to, String next) {
        assertEquals(ids(next), Hop.next(ids(from), ids(to), without()));
    }

    /** The dead goes first, or those that stay decide nothing. */
    @Test
    void whoIsUpIsKept() {
        assertEquals(List.of(2, 5, 9), Hop.next(List.of(1, 5, 9), List.of(2, 6, 9), without()));
        assertEquals(List.of(2, 1, 9), Hop.next(List.of(1, 5, 9), List.of(2, 6, 9), without(5)));
    }

    @Test
    void everyWayEndsWhereItIsPlanned() {
        RandomSource random = new RandomSource(1);
        for (int run = 0; run < 3_000; run++) {
            List<Integer> to = draw(random, 3 + 2 * random.nextInt(2));
            List<Integer> at = draw(random, 3 + 2 * random.nextInt(2));
            int hops = 0;
            while (!new HashSet<>(at).equals(new HashSet<>(to))) {
                List<Integer> before = at;
                List<Integer> next = Hop.next(at, to, without());
                long staying = next.stream().filter(before::contains).count();
                assertEquals(to.size(), new HashSet<>(next).size());
                assertTrue(2 * staying > next.size(), () -> before + " to " + next);
                at = next;
                assertTrue(++hops <= 3, () -> "to " + to);
            }
        }
    }

    private static List<Integer> draw(RandomSource random, int count) {
        Set<Integer> drawn = new LinkedHashSet<>();
        while (drawn.size() < count) {
            drawn.add(1 + random.nextInt(12));
        }
        return List.copyOf(drawn);
    }
}
