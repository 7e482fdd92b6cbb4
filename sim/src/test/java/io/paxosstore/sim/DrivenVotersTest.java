package io.paxosstore.sim;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.protocol.model.SpaceKind;

import org.junit.jupiter.api.Test;

/**
 * The topology in the cluster, changed by the nodes as an operator of changing mind wishes, beside
 * all other faults; more seeds run by {@code bin/paxosstore sim --members --seeds 1..1000}.
 */
class DrivenVotersTest {
    /** In the runs before it voters hardly change. */
    private static final long SEED_OF_KEYS = 56;

    private static final long SEED_OF_ENTITIES = 28;

    private static SimRunner.Result run(SimOptions options) {
        Simulator.Setup setup = Simulator.Setup.of(options.nodes(), options.kind());
        SimRunner.Result result =
                SimRunner.run(options.with(Voting.DRIVEN), setup.with(Voting.DRIVEN), line -> {});
        System.out.println(result);
        assertTrue(result.isClean(), result::toString);
        // A run in which nobody drives anything proves nothing.
        assertTrue(result.faults().getOrDefault(Fault.CHANGE_ENDED, 0L) > 1_000, result::toString);
        return result;
    }

    @Test
    void keys() {
        int count = Integer.getInteger("seeds3", 4);
        run(SimOptions.seeds(SEED_OF_KEYS, SEED_OF_KEYS + count - 1, 3).with(2, 3));
    }

    /** The parts of the topology are keys beside the entities of the load. */
    @Test
    void entities() {
        int count = Integer.getInteger("entity.seeds3", 5);
        SimOptions seeds = SimOptions.seeds(SEED_OF_ENTITIES, SEED_OF_ENTITIES + count - 1, 3);
        run(seeds.of(SpaceKind.ENTITY).with(2, 3));
    }
}
