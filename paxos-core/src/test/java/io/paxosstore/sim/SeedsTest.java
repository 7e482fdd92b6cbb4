package io.paxosstore.sim;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.ReplicaStats;
import io.paxosstore.core.SpaceKind;

import org.junit.jupiter.api.Test;

import java.util.EnumSet;

/**
 * The seeds of every build. More: {@code bin/paxosstore sim --seeds 1..10000 --nodes 3}, or here
 * {@code -Dseeds3=10000 -Dseeds5=3000}.
 */
class SeedsTest {
    private static final int SEEDS_OF_3 = 220;
    private static final int SEEDS_OF_5 = 150;

    @Test
    void threeNodes() {
        int last = Integer.getInteger("seeds3", SEEDS_OF_3);
        SimRunner.Result result = run(SimOptions.seeds(1, last, 3).with(2, 3));
        isCoveredBy(result, SpaceKind.KV);
    }

    @Test
    void fiveNodes() {
        int last = Integer.getInteger("seeds5", SEEDS_OF_5);
        SimRunner.Result result = run(SimOptions.seeds(1, last, 5).with(2, 3));
        isCoveredBy(result, SpaceKind.KV);
    }

    @Test
    void threeNodesWithAnEntitySpace() {
        int last = Integer.getInteger("entity.seeds3", SEEDS_OF_3);
        SimOptions options = SimOptions.seeds(1, last, 3).of(SpaceKind.ENTITY).with(2, 3);
        isCoveredBy(run(options), SpaceKind.ENTITY);
    }

    @Test
    void fiveNodesWithAnEntitySpace() {
        int last = Integer.getInteger("entity.seeds5", SEEDS_OF_5);
        SimOptions options = SimOptions.seeds(1, last, 5).of(SpaceKind.ENTITY).with(2, 3);
        isCoveredBy(run(options), SpaceKind.ENTITY);
    }

    private static SimRunner.Result run(SimOptions options) {
        SimRunner.Result result = SimRunner.run(options, line -> {});
        System.out.println(result);
        assertTrue(result.isClean(), result::toString);
        return result;
    }

    /** A simulation in which something never happens proves nothing about it. */
    private static void isCoveredBy(SimRunner.Result result, SpaceKind kind) {
        EnumSet<ReplicaStats.Counter> counters = EnumSet.allOf(ReplicaStats.Counter.class);
        EnumSet<Fault> faults = EnumSet.allOf(Fault.class);
        if (kind == SpaceKind.KV) {
            counters.remove(ReplicaStats.Counter.IMAGES_INSTALLED); // a key's value is its image
            faults.remove(Fault.IMAGE_INSTALLED);
        }
        for (ReplicaStats.Counter counter : counters) {
            assertTrue(result.counts().getOrDefault(counter, 0L) > 0, counter + " never happened");
        }
        for (Fault fault : faults) {
            assertTrue(result.faults().getOrDefault(fault, 0L) > 0, fault + " never happened");
        }
    }
}
