package io.paxosstore.lsm.entity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Stored;

import org.junit.jupiter.api.Test;

import java.io.IOException;

/** An image comes where this node has voted, and may be the only one left that did. */
final class ImageOverVoteTest extends EntityEngineFixture {
    /** Votes durably on entry 4, which is chosen without this node's knowing. */
    private EntryValue voteOnTheFourth() throws IOException {
        choose(truth, 3);
        learnAll(truth);
        EntryValue voted = truth.proposal();
        node.accept(truth, 4, 5, voted, 3);
        node.settle();
        node.engine.flush();
        truth.choose(voted);
        return voted;
    }

    /** Others may have counted the vote: nobody else may have the value (Rules D6, D7). */
    @Test
    void anImageThatIsNotDurableTakesNoVoteAway() throws IOException {
        EntryValue voted = voteOnTheFourth();
        assertEquals(4, install(truth, image(truth)).version());
        node.settle();
        crash();
        Stored stored = node.load(truth);
        EntryValue pending = stored.pendingValue();
        boolean isHeld = pending != null && pending.id().equals(voted.id());
        assertTrue(stored.version() == 4 || isHeld, stored::toString);
    }

    @Test
    void anImageBeyondAVoteIsDurableBeforeItIsTold() throws IOException {
        var _ = voteOnTheFourth();
        choose(truth, 2);
        assertEquals(6, install(truth, image(truth)).version());
        node.settle();
        crash();
        node.checkData(truth, 6);
        node.checkEntries(truth);
    }
}
