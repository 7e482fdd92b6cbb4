package io.paxosstore.node.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.memory.LoopMemory;
import io.paxosstore.node.memory.MemoryBudget;
import io.paxosstore.protocol.key.EntityKey;

import org.junit.jupiter.api.Test;

/** Answers are accounted for by their real length. */
class AnswerMemoryTest {
    private static final int KIB = 1024;
    private static final int MIB = KIB * KIB;

    private final RequestTable requests = new RequestTable(10);
    private final Requester requester = new TestClient();
    private final long token =
            requests.add(
                    requester,
                    1,
                    Operation.READ,
                    new EntityKey(1, new byte[] {1}),
                    RequestModel.KEY,
                    0);
    private final int slot = requests.slotOf(token);

    private static Outcome value(int bytes) {
        return new Outcome.Value(1, new Outcome.Result(new byte[bytes]));
    }

    @Test
    void aValueThatHasBecomeLongerIsAccountedFor() {
        MemoryBudget budget = new MemoryBudget(64 * MIB);
        AnswerMemory answers = new AnswerMemory(0, budget.loop(), requests);
        assertTrue(answers.reserve(token, requester, 64 * KIB));
        Outcome answer = value(MIB);
        assertEquals(answer, answers.keep(slot, requester, answer));
        assertEquals(2 * MIB, requests.answerBytes(slot), "given back when it is written");
        assertTrue(budget.usedBytes() >= 2 * MIB, "used " + budget.usedBytes());
    }

    @Test
    void aValueForWhichThereIsNoRoomAnyMoreIsRefused() {
        LoopMemory memory = new MemoryBudget(MIB).loop();
        AnswerMemory answers = new AnswerMemory(0, memory, requests);
        assertTrue(answers.reserve(token, requester, 64 * KIB));
        assertEquals(AnswerMemory.REFUSED, answers.keep(slot, requester, value(MIB)));
        assertEquals(128 * KIB, requests.answerBytes(slot), "what was reserved is given back");
    }

    @Test
    void aShorterOneKeepsWhatWasReserved() {
        AnswerMemory answers = new AnswerMemory(0, new MemoryBudget(64 * MIB).loop(), requests);
        assertTrue(answers.reserve(token, requester, MIB));
        answers.keep(slot, requester, value(10));
        assertEquals(2 * MIB, requests.answerBytes(slot));
    }
}
