package io.paxosstore.lsm.entity;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntityHead;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.Input;
import io.paxosstore.core.ValueId;
import io.paxosstore.log.EntityCommand;
import io.paxosstore.lsm.model.EntityChanges;
import io.paxosstore.lsm.model.EvaluationMeter;
import io.paxosstore.lsm.model.MemoryState;
import io.paxosstore.lsm.model.RandomOperations;
import io.paxosstore.lsm.store.AppliedEntry;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;

/** What the cluster has chosen for one entity, and what that amounts to, in memory. */
final class Truth {
    static final int PAYLOAD_MAX = 8192;
    private static final int SPACE = 1 << 24;
    private static final Evaluator EVALUATOR = new Evaluator(PAYLOAD_MAX);

    final EntityKey key;
    private final Random random;
    private final RandomOperations operations;
    private final List<EntryValue> values = new ArrayList<>();
    private final List<EntityHead> heads = new ArrayList<>();
    private final List<MemoryState> states = new ArrayList<>();
    private long sequence;
    private long clock = 1_000_000;

    Truth(int name, Random random) {
        this("entity-" + name, random);
    }

    Truth(String name, Random random) {
        this.key = new EntityKey(SPACE, name.getBytes(StandardCharsets.US_ASCII));
        this.random = random;
        this.operations = new RandomOperations(random);
        heads.add(EntityHead.NOTHING);
        states.add(new MemoryState());
    }

    long newest() {
        return values.size();
    }

    EntryValue value(long entry) {
        return values.get((int) entry - 1);
    }

    EntityHead head(long entry) {
        return heads.get((int) entry);
    }

    MemoryState state(long entry) {
        return states.get((int) entry);
    }

    /** A question about the newest state. */
    Effects.Evaluate question() {
        clock += random.nextInt(50);
        List<Command> commands = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            commands.add(new EntityCommand(operations.multiOp(0)));
        }
        return new Effects.Evaluate(key, ++sequence, newest(), clock, commands);
    }

    private static EvaluationMeter unlimited() {
        EvaluationMeter meter = new EvaluationMeter(() -> 0, Long.MAX_VALUE - 1, () -> {});
        meter.begin(1, 0);
        return meter;
    }

    Input.Evaluated answer(Effects.Evaluate question) {
        return EVALUATOR.evaluate(question, state(question.version()), new WholeTime(unlimited()));
    }

    /** A value that could be chosen next; each call gives another. */
    EntryValue proposal() {
        Effects.Evaluate question = question();
        return proposal(question, answer(question));
    }

    EntryValue proposal(Effects.Evaluate question, Input.Evaluated answer) {
        sequence++;
        ByteWriter out = new ByteWriter(256);
        out.putByte(2).putLong(question.clockMillis()).putVarint(8).putVarint(0);
        out.putVarint(answer.results().size());
        long stamp = sequence << 32;
        for (byte[] result : answer.results()) {
            stamp++;
            out.putLong(1 + random.nextInt(4)).putLong(stamp).putVarint(2);
            if (result.length <= 100) {
                out.putVarint(result.length + 1L).putRaw(result);
            } else {
                out.putVarint(0);
            }
        }
        byte[] payload = out.putRaw(answer.changes()).toBytes();
        return EntryValue.of(new ValueId(1 + random.nextInt(3), 1, sequence), payload);
    }

    /** The next entry is chosen. */
    void choose(EntryValue value) {
        EntityHead.Next next = head(newest()).after(value);
        MemoryState state = state(newest()).copy();
        byte[] changes = next.changes();
        state.apply(
                changes.length == 0 ? EntityChanges.NONE : EntityChanges.decode(changes),
                next.head().clockMillis());
        values.add(value);
        heads.add(next.head());
        states.add(state);
    }

    /** What every replica keeps beside the data at an entry. */
    AppliedEntry applied(long entry) {
        EntityHead head = head(entry);
        return new AppliedEntry(
                entry, Objects.requireNonNull(head.id()), head.clockMillis(), head.requestTable());
    }

    /** What every replica's digest is at an entry. */
    long digest(long entry) {
        return Objects.requireNonNull(EntityDigest.of(state(entry), applied(entry), bytes -> true));
    }

    Effects.Apply apply(long entry) {
        EntityHead.Next next = head(entry - 1).after(value(entry));
        return new Effects.Apply(key, next.head(), next.changes());
    }
}
