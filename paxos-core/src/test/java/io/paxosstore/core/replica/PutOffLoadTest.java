package io.paxosstore.core.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.Placement;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.Stored;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.ReadMode;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** An entity whose load is answered late, or never. */
class PutOffLoadTest {
    private static final long MILLI = 1_000_000;
    private static final EntityKey KEY = new EntityKey(1, "k".getBytes(StandardCharsets.UTF_8));
    private static final Effects.Reply LATE =
            new Effects.Reply(1, new Outcome.NotDone(Outcome.Reason.DEADLINE));

    private record Nothing() implements Command {}

    private final SteppedReplica replica = new SteppedReplica(1, Placement.neverChanged(1));
    private long nowMillis = 1;

    private long deadlineNanos(long withinMillis) {
        return (nowMillis + withinMillis) * MILLI;
    }

    private List<Effects.Reply> read(long token, long withinMillis) {
        long deadlineNanos = deadlineNanos(withinMillis);
        return replica.step(new Input.Read(token, KEY, ReadMode.LOCAL, deadlineNanos)).replies;
    }

    private List<Effects.Reply> tickAfter(long millis) {
        nowMillis += millis;
        replica.pass(millis * MILLI);
        return replica.step(new Input.Tick()).replies;
    }

    @Test
    void whoWaitsForItEndsAtHisDeadline() {
        read(1, 30);
        replica.step(new Input.LoadPutOff(KEY));
        assertEquals(deadlineNanos(30), replica.replica().nextLateNanos());
        assertEquals(List.of(), tickAfter(29));
        assertEquals(List.of(LATE), tickAfter(2));
        assertEquals(List.of(), tickAfter(100), "once");
    }

    @Test
    void whoComesBehindHimTooAWriteAsWell() {
        read(2, 10_000);
        replica.step(new Input.LoadPutOff(KEY));
        RequestId id = new RequestId(7, 1_000L << 32);
        long deadlineNanos = deadlineNanos(30);
        replica.step(new Input.Write(1, KEY, id, id.stamp() - 1, new Nothing(), deadlineNanos));
        assertEquals(List.of(LATE), tickAfter(31));
        List<Effects.Reply> others = replica.step(new Input.Loaded(KEY, Stored.NOTHING)).replies;
        assertEquals(1, others.size());
        assertEquals(2, others.getFirst().token());
        assertInstanceOf(Outcome.Value.class, others.getFirst().outcome());
    }

    /** As long as the store answers in the same turn nobody is to be woken. */
    @Test
    void aLoadThatIsNotPutOffOrHasComeWantsNoTick() {
        read(1, 30);
        assertEquals(Long.MAX_VALUE, replica.replica().nextLateNanos());
        replica.step(new Input.LoadPutOff(KEY));
        assertNotEquals(Long.MAX_VALUE, replica.replica().nextLateNanos());
        replica.step(new Input.Loaded(KEY, Stored.NOTHING));
        assertEquals(Long.MAX_VALUE, replica.replica().nextLateNanos());
    }
}
