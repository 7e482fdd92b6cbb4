package io.paxosstore.sim.bitcask;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.sim.Mutation;
import io.paxosstore.sim.SeedResult;
import io.paxosstore.sim.SimOptions;
import io.paxosstore.sim.SimRunner;
import io.paxosstore.sim.Simulator;
import io.paxosstore.sim.invariant.Checks;

import org.junit.jupiter.api.Test;

/** The whole protocol on the real engine, on disks that lose power. */
class BitcaskSimulationTest {
    private static Simulator.Setup setup(int nodes) {
        return new Simulator.Setup(
                nodes, Mutation.NONE, Checks.ALL, (id, random) -> new BitcaskStorage(random));
    }

    private static void run(long seeds, int nodes) {
        SimRunner.Result result =
                SimRunner.run(
                        SimOptions.seeds(1, seeds, nodes).with(1, 3),
                        setup(nodes),
                        System.out::println);
        System.out.println(result);
        assertTrue(result.isClean(), result::toString);
    }

    @Test
    void threeNodesKeepAllInvariantsOnTheRealEngine() {
        run(Long.getLong("sim.seeds", 60), 3);
    }

    @Test
    void fiveNodesKeepAllInvariantsOnTheRealEngine() {
        run(Long.getLong("sim.seeds", 60) / 3, 5);
    }

    @Test
    void theSameSeedGivesTheSameTrace() {
        SeedResult first = Simulator.run(7, setup(3), null);
        SeedResult second = Simulator.run(7, setup(3), null);
        assertEquals(first.traceHash(), second.traceHash());
    }
}
