package io.paxosstore.sim.exhaustive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.paxosstore.core.Configuration;
import io.paxosstore.core.Input;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

/** Rule M14: who comes with a change votes on the entry that is open at its floor, and how. */
class NewcomerVoteTest {
    private static final SlotConfiguration.Stable OLD = SlotConfiguration.first(List.of(1, 2, 3));
    private static final long SECOND = 1_000;

    private static OneKey inChange(SlotConfiguration.Joint joint) {
        OneKey cluster = new OneKey(Configuration.of(joint));
        for (int id = 1; id <= 5; id++) {
            if (!OLD.ids().contains(id)) {
                cluster.wipe(id);
            }
            cluster.start(id, 1);
        }
        return cluster;
    }

    /** An entry is open at 2, and its proposer, 1, is dead; three become five, or one another. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEntryThatIsOpenIsChosenWithTheVotesOfThoseThatCome(boolean grow) {
        SlotConfiguration.Joint joint =
                OLD.towards(grow ? List.of(1, 2, 3, 4, 5) : List.of(1, 2, 4));
        OneKey cluster = inChange(joint);
        cluster.lose(flight -> flight.send().to() != 2);
        cluster.write(1, 1, "open");
        cluster.run(SECOND, () -> cluster.pendingEntry(2) == 1);
        cluster.kill(1);
        cluster.lose(flight -> false);
        cluster.write(2, 2, "next");
        cluster.run(SECOND, () -> cluster.answer(2) != null);
        assertInstanceOf(Outcome.Written.class, cluster.demandAnswer(2));
        cluster.read(3, 3);
        cluster.run(SECOND, () -> cluster.answer(3) != null);
        assertEquals(2, assertInstanceOf(Outcome.Value.class, cluster.demandAnswer(3)).version());
    }

    /**
     * Rule D7: 4 votes on entry 1, which is chosen with its vote, and lets go of the key without
     * having heard so. A promise of entry 2 must not take the place of that vote: 4 turns out to be
     * whole, having walked before the key was, and 2, who knows, loses its disk.
     */
    @Test
    void aVoteGivesWayToAWholeValueAlone() {
        SlotConfiguration.Joint joint = OLD.towards(List.of(1, 2, 4));
        OneKey cluster = inChange(joint);
        cluster.kill(1);
        cluster.lose(flight ->
                flight.send().message() instanceof Message.Chosen
                        || (flight.from() == 4
                                && flight.send().message() instanceof Message.Learn));
        cluster.write(2, 1, "v");
        cluster.run(2 * SECOND, () -> cluster.answer(1) != null);
        assertInstanceOf(Outcome.Written.class, cluster.demandAnswer(1));
        assertEquals(1, cluster.pendingEntry(4));
        cluster.lose(flight ->
                flight.send().to() == 4
                        || flight.from() == 4
                        || flight.send().message() instanceof Message.Chosen);
        cluster.run(10 * SECOND, () -> false);

        cluster.start(2, 2);
        cluster.lose(flight ->
                (flight.send().to() == 3
                                && flight.from() == 2
                                && !(flight.send().message() instanceof Message.ProbeReply))
                        || (flight.from() == 4
                                && flight.send().message() instanceof Message.Learn
                                && flight.send().to() == 2)
                        || flight.send().message() instanceof Message.Chosen);
        cluster.write(2, 2, "w");
        cluster.run(3 * SECOND, () -> cluster.pendingEntry(4) == 2);
        cluster.kill(2);
        cluster.lose(flight -> false);
        cluster.disk(4).whole();
        cluster.run(3 * SECOND, () -> false);

        cluster.leave(3);
        cluster.leave(5);
        cluster.start(1, 2);
        cluster.enter(Configuration.of(joint.completed()));
        cluster.wipe(2);
        cluster.start(2, 3);
        cluster.read(1, 3);
        cluster.run(5 * SECOND, () -> cluster.answer(3) != null);
        assertEquals(1, assertInstanceOf(Outcome.Value.class, cluster.demandAnswer(3)).version());
    }

    /**
     * 4 is about to tell its vote when its floor counts no more, 3 having begun anew, and hears of
     * nobody for a while: it must not keep the key for ever, deaf to all.
     */
    @Test
    void whoCannotTellItsVoteLetsGoOfTheKey() {
        OneKey cluster = inChange(OLD.towards(List.of(1, 2, 4)));
        cluster.kill(1);
        cluster.slowDisk(4);
        cluster.write(2, 1, "v");
        cluster.run(2 * SECOND, () -> cluster.disk(4).unsynced() > 0);
        cluster.step(4, new Input.PeerIncarnation(3, 2));
        cluster.lose(flight -> flight.from() == 4 || flight.send().to() == 4);
        cluster.slowDisk(0);
        cluster.run(20 * SECOND, () -> false);

        cluster.lose(flight -> false);
        cluster.disk(4).whole();
        cluster.start(3, 2);
        for (int other : List.of(2, 3)) {
            cluster.step(4, new Input.PeerState(other, true));
            cluster.step(other, new Input.PeerState(4, true));
        }
        cluster.run(120 * SECOND, () -> cluster.answer(1) != null);
        assertInstanceOf(Outcome.Written.class, cluster.demandAnswer(1));
    }
}
