package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.Mutation;

import org.junit.jupiter.api.Test;

class ExplorerTest {
    @Test
    void tryOut() {
        for (Bound bound : Bound.all()) {
            Exploration found = new Explorer(bound, Mutation.NONE).run(10_000_000, 15);
            System.out.println(found);
            if (found.violation() != null) {
                System.out.println(found.schedule());
                Replay.conversation(bound, Mutation.NONE, found.schedule())
                        .forEach(System.out::println);
            }
        }
    }
}
