package io.paxosstore.core.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.CollectedEffects;
import io.paxosstore.core.Configuration;
import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.ReplicaStats;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.ValueId;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.ReadMode;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** What is about an entity for which this node does not vote is refused, and harms nothing. */
class NotAVoterTest {
    private static final EntityKey ELSEWHERE = key("elsewhere");
    private static final EntityKey HERE = key("here");

    private record Nothing() implements Command {}

    private final SteppedReplica stepped =
            new SteppedReplica(
                    1,
                    key ->
                            key.equals(HERE)
                                    ? Configuration.first(1, 2, 3)
                                    : Configuration.first(2, 3, 4));

    private static EntityKey key(String name) {
        return new EntityKey(1, name.getBytes(StandardCharsets.UTF_8));
    }

    private CollectedEffects step(Input input) {
        return stepped.step(input);
    }

    private static Input.Write write(EntityKey key) {
        RequestId id = new RequestId(7, 1_000L << 32);
        return new Input.Write(1, key, id, id.stamp() - 1, new Nothing(), Long.MAX_VALUE);
    }

    @Test
    void requestsAreRefusedWithTheReason() {
        for (Input.Request request :
                List.of(
                        write(ELSEWHERE),
                        new Input.Read(1, ELSEWHERE, ReadMode.LINEARIZABLE, Long.MAX_VALUE),
                        new Input.Read(1, ELSEWHERE, ReadMode.LOCAL, Long.MAX_VALUE),
                        new Input.Recover(1, ELSEWHERE, 2, 5, Long.MAX_VALUE))) {
            CollectedEffects wanted = step(request);
            Outcome refused = new Outcome.NotDone(Outcome.Reason.NOT_A_VOTER);
            assertEquals(List.of(new Effects.Reply(1, refused)), wanted.replies);
            assertTrue(wanted.loads.isEmpty(), "the store is not asked");
        }
        assertEquals(0, stepped.replica().activeEntities());
    }

    @Test
    void messagesAreDroppedAndCounted() {
        List<Message> messages =
                List.of(
                        new Message.Paxos(1, 5, 0, null, null, 0, 0, 0, null, false),
                        new Message.Probe(9, false),
                        new Message.Learn(0, 0),
                        new Message.Chosen(3, new ValueId(2, 1, 1), null));
        for (Message message : messages) {
            CollectedEffects wanted = step(new Input.Received(2, 1, 1, ELSEWHERE, message));
            assertTrue(wanted.loads.isEmpty() && wanted.sends.isEmpty(), message::toString);
        }
        assertEquals(
                messages.size(),
                stepped.replica().stats().get(ReplicaStats.Counter.MESSAGES_MISROUTED));
        assertEquals(0, stepped.replica().activeEntities());
    }

    @Test
    void otherEntitiesAreServed() {
        step(write(ELSEWHERE));
        step(new Input.Received(2, 1, 1, ELSEWHERE, new Message.Probe(9, false)));
        assertEquals(List.of(new Effects.Load(HERE, true)), step(write(HERE)).loads);
    }
}
