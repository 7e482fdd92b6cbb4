package io.paxosstore.bench.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.kv.KvResult;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.sim.check.History;
import io.paxosstore.sim.check.KvAnswer;
import io.paxosstore.sim.check.KvCall;
import io.paxosstore.sim.check.Operation;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Lost and doubled effects are found by counting. */
class EffectCheckTest {
    private final History<String, KvCall, KvAnswer> history = new History<>();
    private long time;

    private void increment(long delta, boolean isAnswered) {
        add("tally", new KvOperation.Increment(delta, 0), isAnswered);
    }

    private void addElement(String value, boolean isAnswered) {
        byte[] bytes = value.getBytes(StandardCharsets.US_ASCII);
        add("set", new KvOperation.CompareAndSet(new byte[0], bytes, 0), isAnswered);
    }

    private void add(String key, KvOperation command, boolean isAnswered) {
        KvCall.Write write = new KvCall.Write(command);
        KvAnswer answer = new KvAnswer.Written(new KvResult(WriteStatus.OK, 1, 0));
        history.add(
                key,
                isAnswered
                        ? new Operation<>(1, write, answer, time++, time++)
                        : Operation.unknown(1, write, time++));
    }

    private void read(String key, String value) {
        history.add(
                key,
                new Operation<>(
                        1, new KvCall.Read(), new KvAnswer.Seen(0, value, 1), time++, time++));
    }

    private List<String> tally() {
        return EffectCheck.problems(
                history, List.of(new WorkloadKey("tally", WorkloadKey.Kind.TALLY)));
    }

    private List<String> set() {
        return EffectCheck.problems(history, List.of(new WorkloadKey("set", WorkloadKey.Kind.SET)));
    }

    @Test
    void acknowledgedIncrementsAreCountedExactly() {
        increment(5, true);
        increment(2, true);
        read("tally", "7");
        assertEquals(List.of(), tally());
    }

    @Test
    void aLostIncrementIsFound() {
        increment(5, true);
        increment(2, true);
        read("tally", "5");
        assertTrue(tally().getFirst().contains("tally is 5"), tally().toString());
    }

    @Test
    void anIncrementDoneTwiceIsFound() {
        increment(5, true);
        increment(1, false);
        read("tally", "10");
        assertEquals(1, tally().size());
    }

    @Test
    void anUnknownIncrementMayCountOrNot() {
        increment(5, true);
        read("tally", "5");
        increment(1, false);
        assertEquals(List.of(), tally());
        read("tally", "6");
        assertEquals(List.of(), tally());
    }

    @Test
    void aSetHoldsEachElementOnce() {
        addElement(" 1-1", true);
        addElement(" 1-1 2-1", true);
        addElement(" 1-1 2-1 3-1", false);
        read("set", " 1-1 2-1");
        assertEquals(List.of(), set());
        read("set", " 1-1 2-1 3-1");
        assertEquals(List.of(), set());
    }

    @Test
    void elementsThatAreLostDoubledOrInventedAreFound() {
        addElement(" 1-1", true);
        addElement(" 1-1 2-1", true);
        read("set", " 1-1 1-1 9-9");
        String all = set().toString();
        assertTrue(all.contains("has lost 2-1"), all);
        assertTrue(all.contains("holds 1-1 twice"), all);
        assertTrue(all.contains("holds 9-9, which no write can have added"), all);
    }

    @Test
    void aKeyThatIsNotReadInTheEndIsAProblem() {
        assertEquals(List.of("tally was never read"), tally());
    }
}
