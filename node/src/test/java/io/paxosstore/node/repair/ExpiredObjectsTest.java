package io.paxosstore.node.repair;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.Placement;
import io.paxosstore.log.DueObject;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.host.LoneShard;
import io.paxosstore.node.host.ManualScheduler;
import io.paxosstore.node.host.Operation;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.Result;

import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What has expired is removed by changes of the entity, one after the other. */
final class ExpiredObjectsTest {
    private static final long SECOND = 1_000_000_000;
    private static final DueObject TABLE =
            new DueObject(new EntityKey(1, new byte[1]), "table", true);

    private final ManualScheduler loop = new ManualScheduler();
    private final Deque<Long> asked = new ArrayDeque<>();
    private final ExpiredObjects expired =
            new ExpiredObjects(
                    LoneShard.on(loop),
                    (_, correlation, call) -> {
                        assertEquals(TABLE.entity(), ((Call.Write) call).key());
                        asked.add(correlation);
                    },
                    new FirstVoter(Placement.neverChanged(1), 1, _ -> false),
                    1);

    private void removed(long count) {
        MultiOpResult result =
                new MultiOpResult.Executed(1, true, List.of(), List.of(new Result.Count(count)));
        expired.complete(
                asked.remove(),
                Operation.WRITE,
                new Outcome.Written(new Outcome.Result(ModelCodec.encode(result))));
    }

    private void pass() {
        loop.advance(SECOND);
        loop.runTasks();
    }

    /** The bytes of few rows may fill a change: the rest must not wait for another purge. */
    @Test
    void whereOneChangeCouldNotHoldAllAnotherOneFollows() {
        expired.due(TABLE);
        removed(7);
        assertEquals(0, asked.size(), "not at once");
        pass();
        removed(2);
        pass();
        removed(0);
        pass();
        assertEquals(0, asked.size(), "nothing is left");
    }

    /** Whole changes are as many as purges: there may be very many of them. */
    @Test
    void afterAsManyAsWereAskedForTheNextPurgeGoesOn() {
        expired.due(TABLE);
        removed(ModelLimits.OPERATION_ELEMENTS_MAX);
        pass();
        assertEquals(0, asked.size());
    }

    @Test
    void whatFailedIsLeftToTheNextPurge() {
        expired.due(TABLE);
        expired.complete(
                asked.remove(), Operation.WRITE, new Outcome.NotDone(Outcome.Reason.OVERLOADED));
        pass();
        assertEquals(0, asked.size());
    }
}
