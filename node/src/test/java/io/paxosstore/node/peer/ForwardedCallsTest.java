package io.paxosstore.node.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
import io.paxosstore.node.call.Call;
import io.paxosstore.node.call.CommandCodec;
import io.paxosstore.node.call.WireCommands;
import io.paxosstore.node.host.LoneShard;
import io.paxosstore.node.host.ManualScheduler;
import io.paxosstore.node.host.Operation;
import io.paxosstore.node.host.Requester;
import io.paxosstore.node.host.ShardLoop;
import io.paxosstore.node.memory.LoopMemory;
import io.paxosstore.node.memory.MemoryBudget;
import io.paxosstore.node.memory.Use;
import io.paxosstore.protocol.bytes.ByteReader;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.key.Slots;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.ReadMode;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** A node that has another one execute calls: both ends of a connection, stepped by hand. */
final class ForwardedCallsTest {
    private static final long SECOND = 1_000_000_000L;
    private static final CommandCodec COMMANDS = new WireCommands(List.of());
    private static final EntityKey KEY = new EntityKey(1, new byte[] {1});
    private static final int HEADER_BYTES = 5;
    private static final int LONG_BYTES = 100_000;

    private final ManualScheduler scheduler = new ManualScheduler();
    private final ShardLoop shard = LoneShard.on(scheduler);
    private final List<Integer> strayed = new ArrayList<>();
    private final ForwardedCalls forwarded = new ForwardedCalls(shard, strayed::add);
    private final Client client = new Client();

    private final ManualScheduler scheduler2 = new ManualScheduler();
    private final ShardLoop shard2 = LoneShard.on(scheduler2);
    private final List<Call> executing = new ArrayList<>();
    private final List<Requester> requesters = new ArrayList<>();
    private final List<Long> correlations = new ArrayList<>();
    private final List<byte[]> answers = new ArrayList<>();
    private boolean isWritable = true;
    private final TakenCalls taken =
            new TakenCalls(
                    shard2,
                    (requester, correlation, call) -> {
                        executing.add(call);
                        requesters.add(requester);
                        correlations.add(correlation);
                    },
                    new TakenCalls.Answers() {
                        @Override
                        public void send(byte[] frame) {
                            answers.add(frame);
                        }

                        @Override
                        public boolean isWritable() {
                            return isWritable;
                        }
                    });

    private Call write(long leftNanos) {
        return new Call.Write(
                KEY,
                new RequestId(7, 9),
                8,
                new KvOperation.Delete(),
                scheduler.nanoTime() + leftNanos);
    }

    private Call read(long leftNanos) {
        return new Call.Read(KEY, ReadMode.LINEARIZABLE, null, scheduler.nanoTime() + leftNanos);
    }

    private byte[] forward(long correlation, Call call) {
        return Objects.requireNonNull(forwarded.forward(client, correlation, call, COMMANDS));
    }

    private void take(byte[] frame) {
        ByteReader in = ByteReader.of(frame);
        in.skip(HEADER_BYTES);
        taken.take(ForwardCodec.readAsk(in, scheduler2.nanoTime(), COMMANDS));
    }

    private void tell(byte[] frame) {
        ByteReader in = ByteReader.of(frame);
        in.skip(HEADER_BYTES);
        forwarded.told(ForwardCodec.readAnswer(in));
        scheduler.endTurn();
    }

    @Test
    void theOtherNodesOutcomeIsGivenBack() {
        take(forward(70, write(SECOND)));
        Call.Write call = assertInstanceOf(Call.Write.class, executing.getFirst());
        assertEquals(new RequestId(7, 9), call.id());
        assertEquals(8, call.settledFloor());
        assertEquals(scheduler2.nanoTime() + SECOND, call.deadlineNanos());
        assertTrue(requesters.getFirst().isClient());
        requesters.getFirst().workedOn(correlations.getFirst());
        tell(answers.removeFirst());
        requesters
                .getFirst()
                .complete(correlations.getFirst(), Operation.WRITE, new Outcome.Executed());
        tell(answers.removeFirst());
        assertEquals(List.of("worked on 70", "70 " + new Outcome.Executed()), client.told);
        forwarded.close();
        assertEquals(2, client.told.size(), "it has ended");
    }

    /** Nobody else tells this node, which may not vote there either, that voters have changed. */
    @Test
    void whereTheOtherNodeVotesNoMoreItIsAskedForTheEpoch() {
        take(forward(70, read(SECOND)));
        take(forward(71, read(SECOND)));
        requesters
                .getFirst()
                .complete(
                        correlations.getFirst(),
                        Operation.READ,
                        new Outcome.NotDone(Outcome.Reason.OVERLOADED));
        tell(answers.removeFirst());
        assertEquals(List.of(), strayed);
        requesters
                .getLast()
                .complete(
                        correlations.getLast(),
                        Operation.READ,
                        new Outcome.NotDone(Outcome.Reason.NOT_A_VOTER));
        tell(answers.removeFirst());
        assertEquals(List.of(Slots.of(KEY)), strayed);
        assertEquals(2, client.told.size());
    }

    @Test
    void aStoppingNodeWaitsForIt() {
        List<String> idle = new ArrayList<>();
        take(forward(70, read(SECOND)));
        shard.whenIdle(() -> idle.add("idle"));
        scheduler.endTurn();
        assertEquals(List.of(), idle);
        requesters
                .getFirst()
                .complete(correlations.getFirst(), Operation.READ, new Outcome.Executed());
        tell(answers.removeFirst());
        assertEquals(List.of("idle"), idle);
    }

    @Test
    void whenTheConnectionEndsAWriteIsUnknownAndAReadNotDone() {
        byte[] frame = forward(70, write(SECOND));
        forward(71, read(SECOND));
        forwarded.close();
        assertEquals(
                List.of(
                        "70 " + new Outcome.Unknown(),
                        "71 " + new Outcome.NotDone(Outcome.Reason.NOT_A_VOTER)),
                client.told);
        take(frame);
        taken.close();
        requesters
                .getFirst()
                .complete(correlations.getFirst(), Operation.WRITE, new Outcome.Executed());
        assertEquals(List.of(), answers, "nobody waits for it");
    }

    @Test
    void whatIsLateIsUnknownOrNotDone() {
        forward(70, write(2 * SECOND));
        forward(71, read(SECOND));
        scheduler.endTurn();
        scheduler.advance(SECOND);
        assertEquals(List.of("71 " + new Outcome.NotDone(Outcome.Reason.DEADLINE)), client.told);
        scheduler.advance(SECOND);
        assertEquals("70 " + new Outcome.Unknown(), client.told.getLast());
        assertEquals(2, client.told.size());
    }

    @Test
    void asMuchIsUnderWayAsThereIsRoom() {
        for (int i = 0; i < ForwardedCalls.CALLS_MAX; i++) {
            take(forward(i, read(SECOND)));
        }
        assertNull(forwarded.forward(client, 9999, read(SECOND), COMMANDS));
        assertEquals(ForwardedCalls.CALLS_MAX, executing.size());
        // A node that sends more all the same is told so.
        byte[] more =
                Objects.requireNonNull(
                        new ForwardedCalls(shard, strayed::add)
                                .forward(client, 5, read(SECOND), COMMANDS));
        take(more);
        assertEquals(ForwardedCalls.CALLS_MAX, executing.size());
        tell(answers.removeFirst());
        assertEquals(List.of("0 " + new Outcome.NotDone(Outcome.Reason.OVERLOADED)), client.told);
        assertNotNull(forwarded.forward(client, 9999, read(SECOND), COMMANDS));
    }

    @Test
    void bytesUnderWayAreBoundedToo() {
        byte[] large = new byte[ForwardedCalls.BYTES_MAX];
        Call put =
                new Call.Write(
                        KEY,
                        new RequestId(7, 9),
                        8,
                        new KvOperation.Put(large, 0),
                        scheduler.nanoTime() + SECOND);
        forward(1, put); // one call may be as large as it is
        assertNull(forwarded.forward(client, 2, read(SECOND), COMMANDS));
        forwarded.close();
        forward(3, read(SECOND));
        assertNull(forwarded.forward(client, 4, put, COMMANDS));
    }

    private byte[] longWrite(long correlation) {
        return forward(
                correlation,
                new Call.Write(
                        KEY,
                        new RequestId(7, 9),
                        8,
                        new KvOperation.Put(new byte[LONG_BYTES], 0),
                        scheduler.nanoTime() + SECOND));
    }

    /** The sender bounds what it waits for; it does not wait for what is late, or was cut off. */
    @Test
    void whatIsExecutedForAnotherNodeTakesMemory() {
        MemoryBudget node = shard2.memory().node();
        long before = node.usedBytes();
        take(longWrite(70));
        take(forward(71, read(SECOND)));
        assertTrue(node.usedBytes() - before > LONG_BYTES);
        taken.close();
        assertTrue(node.usedBytes() - before > LONG_BYTES, "it is executed all the same");
        endAll();
        assertEquals(before, node.usedBytes());
    }

    @Test
    void whatThereIsNoMemoryForIsRefused() {
        LoopMemory memory = shard2.memory();
        long most = memory.node().bytesMax() - LONG_BYTES;
        assertTrue(memory.reserve(most, Use.SMALL));
        take(longWrite(70));
        tell(answers.removeFirst());
        assertEquals(List.of("70 " + new Outcome.NotDone(Outcome.Reason.OVERLOADED)), client.told);
        take(forward(71, read(SECOND)));
        assertEquals(1, executing.size(), "there is room for a short one");
        memory.release(most);
        take(longWrite(72));
        assertEquals(2, executing.size());
        endAll();
        assertEquals(0, memory.node().usedBytes());
    }

    private void endAll() {
        while (!requesters.isEmpty()) {
            requesters
                    .removeFirst()
                    .complete(correlations.removeFirst(), Operation.WRITE, new Outcome.Executed());
        }
    }

    @Test
    void aValueForWhichThereIsNoRoomIsNotSent() {
        take(forward(70, read(SECOND)));
        isWritable = false;
        requesters
                .getFirst()
                .complete(
                        correlations.getFirst(),
                        Operation.READ,
                        new Outcome.Value(1, new Outcome.Result(new byte[100])));
        tell(answers.removeFirst());
        assertEquals(List.of("70 " + new Outcome.NotDone(Outcome.Reason.OVERLOADED)), client.told);
        take(forward(71, read(SECOND)));
        assertEquals(1, executing.size(), "nor is another call begun");
    }

    /** As one of this node's own: it is held until the client has it. */
    @Test
    void aLongAnswerTakesMemory() {
        Outcome answer = new Outcome.Value(1, new Outcome.Result(new byte[LONG_BYTES]));
        long before = shard.memory().node().usedBytes();
        answerWith(70, answer);
        assertEquals(2 * LONG_BYTES, client.usedBytes - before, "as it came, and as it leaves");
        assertEquals(before, shard.memory().node().usedBytes());
        long left = shard.memory().node().bytesMax() - before;
        assertTrue(shard.memory().reserve(left / 2, Use.LARGE));
        assertTrue(shard.memory().reserve(left / 4, Use.SMALL));
        client.told.clear();
        answerWith(71, answer);
        assertEquals(List.of("71 " + new Outcome.NotDone(Outcome.Reason.OVERLOADED)), client.told);
    }

    private void answerWith(long correlation, Outcome outcome) {
        take(forward(correlation, read(SECOND)));
        requesters.removeLast().complete(correlations.removeLast(), Operation.READ, outcome);
        tell(answers.removeFirst());
    }

    private final class Client implements Requester {
        private final List<String> told = new ArrayList<>();
        private long usedBytes;

        @Override
        public int homeShard() {
            return 0;
        }

        @Override
        public boolean isClient() {
            return true;
        }

        @Override
        public void workedOn(long correlation) {
            told.add("worked on " + correlation);
        }

        @Override
        public void complete(long correlation, Operation operation, Outcome outcome) {
            told.add(correlation + " " + outcome);
            usedBytes = shard.memory().node().usedBytes();
        }
    }
}
