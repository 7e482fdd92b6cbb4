package io.paxosstore.core.replica;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.paxosstore.core.CollectedEffects;
import io.paxosstore.core.Configuration;
import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.Stored;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.topology.SlotConfiguration;

import org.junit.jupiter.api.Test;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;

/**
 * Rules A5, M14: an entry that is open when a change of voters begins. Those that come have a floor
 * there; where those that stay are too few to decide it, they vote on it all the same.
 */
class OpenEntryTest {
    private static final long DEADLINE_NANOS = 3_600_000_000_000L;
    private static final long TICK_NANOS = 50_000_000;
    private static final int TICKS = 600;
    private static final long WRITE = 7;
    private static final EntityKey KEY = new EntityKey(1, "k".getBytes(StandardCharsets.UTF_8));
    private static final SlotConfiguration.Stable OLD = SlotConfiguration.first(List.of(1, 2, 3));

    private record Put() implements Command {}

    private final Map<Integer, SteppedReplica> nodes = new TreeMap<>();
    private final Set<Integer> down = new HashSet<>();
    private final Queue<Runnable> due = new ArrayDeque<>();
    private final List<Outcome> answers = new ArrayList<>();
    private boolean isCutOff;

    private void step(int node, Input input) {
        if (down.contains(node)) {
            return;
        }
        CollectedEffects wanted = Objects.requireNonNull(nodes.get(node)).step(input);
        Stored stored = OLD.ids().contains(node) ? Stored.NOTHING : Stored.LOST;
        wanted.loads.forEach(load -> due.add(() -> step(node, new Input.Loaded(KEY, stored))));
        wanted.persists.forEach(
                record -> due.add(() -> step(node, new Input.Persisted(KEY, record.ticket()))));
        wanted.replies.stream()
                .filter(reply -> reply.token() == WRITE)
                .map(Effects.Reply::outcome)
                .forEach(answers::add);
        if (!isCutOff) {
            wanted.sends.forEach(send -> due.add(() -> step(send.to(), received(node, send))));
        }
    }

    private static Input received(int from, Effects.Send send) {
        return new Input.Received(from, 1, send.epoch(), KEY, send.message());
    }

    private void settle() {
        for (int tick = 0; tick < TICKS; tick++) {
            nodes.forEach((id, node) -> {
                node.pass(TICK_NANOS);
                step(id, new Input.Tick());
            });
            while (!due.isEmpty()) {
                due.remove().run();
            }
        }
    }

    private void enter(SlotConfiguration slot) {
        Configuration entered = Configuration.of(slot);
        nodes.keySet().forEach(id -> step(id, new Input.Entered(key -> entered)));
    }

    /** A write of node 1 that nobody has heard of when the change begins. */
    private void openEntry() {
        for (int id = 1; id <= 5; id++) {
            nodes.put(id, new SteppedReplica(id, key -> Configuration.of(OLD)));
        }
        isCutOff = true;
        RequestId request = new RequestId(1, 1L << 32);
        step(1, new Input.Write(WRITE, KEY, request, 0, new Put(), DEADLINE_NANOS));
        while (!due.isEmpty()) {
            due.remove().run();
        }
        isCutOff = false;
    }

    /** The change begins; those that come walk over what the others hold. */
    private SlotConfiguration.Joint begun(Integer... next) {
        SlotConfiguration.Joint joint = OLD.towards(List.of(next));
        enter(joint);
        joint.newcomers()
                .forEach(voter ->
                        step(
                                voter.node(),
                                new Input.Recover(voter.node(), KEY, 1, 1, DEADLINE_NANOS)));
        settle();
        return joint;
    }

    private void assertWritten() {
        assertEquals(1, answers.size());
        assertInstanceOf(Outcome.Written.class, answers.getFirst());
    }

    @Test
    void thoseThatStayDecide() {
        openEntry();
        begun(2, 3, 4);
        assertWritten();
    }

    @Test
    void withFiveVotersThreeThatStayDecide() {
        openEntry();
        begun(1, 2, 3, 4, 5);
        assertWritten();
    }

    @Test
    void withoutOneThatStaysTheOneThatComesVotesToo() {
        openEntry();
        down.add(2);
        begun(1, 2, 4);
        assertWritten();
    }

    @Test
    void withFiveVotersOneOfTwoThatComeIsEnough() {
        openEntry();
        down.add(2);
        down.add(5);
        begun(1, 2, 3, 4, 5);
        assertWritten();
    }

    @Test
    void whereMostComeTheyDecide() {
        openEntry();
        begun(1, 4, 5);
        assertWritten();
    }

    /** Rule M3: those before the change are no majority. */
    @Test
    void withoutAMajorityOfThoseBeforeNobodyDecides() {
        openEntry();
        down.add(2);
        down.add(3);
        SlotConfiguration.Joint joint = begun(1, 4, 5);
        assertEquals(List.of(), answers);
        down.remove(2);
        enter(joint.reversed());
        settle();
        assertWritten();
    }
}
