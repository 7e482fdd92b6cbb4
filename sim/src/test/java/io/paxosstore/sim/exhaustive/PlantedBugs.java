package io.paxosstore.sim.exhaustive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.paxosstore.sim.Planted;
import io.paxosstore.sim.SimViolation;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** What has to be so when a planted bug was looked for. */
final class PlantedBugs {
    private PlantedBugs() {}

    /**
     * It was found, by the invariant that it breaks, and the schedule repeats it.
     *
     * @param search what was done, for who reads that it failed
     */
    static void assertFound(
            Bound bound,
            Planted bug,
            String invariant,
            @Nullable SimViolation violation,
            String schedule,
            Object search) {
        System.out.println(bug + " in " + search);
        assertNotNull(violation, search::toString);
        assertEquals(invariant, violation.invariant());
        List<String> conversation = new ArrayList<>();
        SimViolation again = Replay.play(bound, bug, schedule, conversation::add);
        assertNotNull(again, "the schedule repeats it: " + schedule);
        assertEquals(invariant, again.invariant(), () -> String.join("\n", conversation));
    }
}
