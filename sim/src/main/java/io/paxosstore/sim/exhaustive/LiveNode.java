package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntityView;
import io.paxosstore.core.Input;
import io.paxosstore.core.Invariant;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.OwnershipPolicy;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.replica.Replica;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.sim.Describe;
import io.paxosstore.sim.KeyEffects;
import io.paxosstore.sim.Planted;
import io.paxosstore.sim.SimViolation;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * One node that runs: the real replica, a disk, and what it did that can be held against it. Takes
 * {@link Action}s and keeps the contract of {@link Effects}. Not thread-safe.
 */
final class LiveNode {
    /** An answer to a request of the bound. */
    record Reply(int op, Outcome outcome) {}

    private static final EntityKey KEY = new EntityKey(1, "x".getBytes(StandardCharsets.UTF_8));
    private static final long MILLI = 1_000_000L;

    /** Longer than every waiting time of {@link Bound#config}, doubled by jitter. */
    private static final long TICK_NANOS = 100 * MILLI;

    private static final long START_NANOS = 1000 * MILLI;

    /** A new disk begins with a much later incarnation, as the clock gives it. */
    private static final int INCARNATIONS_PER_DISK = 100;

    /** The sweep's request. */
    private static final long SWEEP = -1;

    /** Tells the others of a new incarnation, and nothing else. */
    private static final Message GREETING = new Message.Learn(0, 0);

    private static final long NO_DEADLINE = Long.MAX_VALUE / 4;
    private static final long WALL_MILLIS = 1_790_000_000_000L;

    private final int id;
    private final Bound bound;
    private final Planted planted;
    private final Messages messages;
    private final @Nullable Consumer<String> lines;
    private final Disk disk = new Disk();
    private final NodeChecks checks;
    private final Performer performer = new Performer();
    private Effects effects = new Effects();
    private final int[][] sent;
    private final Deeds deeds;
    private final List<Reply> replies = new ArrayList<>();

    private Replica replica;
    private int incarnation = 1;

    /** What it knows of all nodes' incarnations, durably, by id (Rule A3). */
    private int[] known;

    private int issued;
    private final LiveSweep sweep = new LiveSweep(disk);
    private final LiveSlot slot;
    private long nowNanos = START_NANOS;
    private boolean isBeyond;

    /**
     * Makes a node in its first incarnation.
     *
     * @param lines receives what happens, line by line; null for nothing
     */
    LiveNode(
            int id,
            Bound bound,
            Planted planted,
            Messages messages,
            Facts facts,
            @Nullable Consumer<String> lines) {
        this.id = id;
        this.bound = bound;
        this.planted = planted;
        this.messages = messages;
        this.lines = lines;
        this.checks = new NodeChecks(id, disk);
        this.slot = new LiveSlot(id, bound.course(), disk, planted);
        this.deeds = new Deeds(id, facts);
        this.sent = new int[bound.nodes() + 1][];
        this.known = new int[bound.nodes() + 1];
        if (bound.hasSweeps()) {
            meetAll();
            if (bound.beginsWithLoss() && id == Bound.FIRST_LOST) {
                disk.wipe();
                incarnation = known[id];
            }
        }
        Arrays.fill(sent, new int[0]);
        this.replica = start();
    }

    /** Everybody has connected with everybody, and since the first disk was lost, if it was. */
    private void meetAll() {
        Arrays.fill(known, 1, known.length, 1);
        known[Bound.FIRST_LOST] += bound.beginsWithLoss() ? INCARNATIONS_PER_DISK : 0;
    }

    private Replica start() {
        known[id] = incarnation;
        Replica started = create();
        for (int node = 1; node <= bound.nodes(); node++) {
            if (node != id && known[node] > 0) {
                started.step(
                        new Input.PeerIncarnation(node, known[node]),
                        nowNanos,
                        WALL_MILLIS,
                        effects);
            }
        }
        return started;
    }

    private Replica create() {
        boolean reborn = lives(incarnation) > 0;
        return Replica.withRules(
                planted.rules(),
                bound.config(),
                id,
                incarnation,
                slot.placement(),
                OwnershipPolicy.unlessReborn(
                        bound.has(Bound.Feature.FAST)
                                ? OwnershipPolicy.prePreparing()
                                : OwnershipPolicy.alwaysPrepare(),
                        () -> reborn),
                new AppendMachine(),
                new RandomSource(id));
    }

    /**
     * Lets something happen.
     *
     * @throws SimViolation if a rule that concerns one node alone is broken, or an invariant of the
     *     code itself
     */
    void apply(int action) {
        try {
            happen(action);
        } catch (Invariant.Violation e) {
            throw new SimViolation("Invariant", String.valueOf(e.getMessage()));
        }
    }

    private void happen(int action) {
        replies.clear();
        int argument = Action.argument(action);
        switch (Action.kind(action)) {
            case Action.PERSIST -> persist();
            case Action.TICK -> {
                nowNanos += TICK_NANOS;
                say("time passes");
                step(new Input.Tick());
            }
            case Action.CRASH -> crash(argument);
            case Action.WIPE -> wipe(argument);
            case Action.ENTER -> enter(argument);
            case Action.RECOVER -> recover();
            case Action.WALK -> walk(argument);
            case Action.CLIENT -> client(argument);
            case Action.DELIVER -> deliver(messages.get(argument));
            default -> throw new IllegalArgumentException("no action " + action);
        }
        if (!bound.has(Bound.Feature.SLOW_DISK)) {
            while (disk.unsynced() > 0) {
                persist();
            }
        }
        if (!replica.isAmnesiac(KEY)) {
            checks.ownState(replica.inspect(KEY));
        }
    }

    private void persist() {
        Disk.Writing oldest = disk.sync();
        say("has on disk " + Describe.record(oldest.record()));
        vote(oldest.record());
        step(new Input.Persisted(KEY, oldest.ticket()));
    }

    private void vote(LogRecord record) {
        deeds.voted(record, slot.configuration().epoch(), known);
    }

    private void crash(int kept) {
        incarnation++;
        sweep.begin();
        slot.restart();
        disk.crash(kept).forEach(this::vote);
        effects = new Effects();
        replica = start();
        say(
                "crashes%s and restarts as incarnation %d"
                        .formatted(
                                kept > 0 ? ", keeping " + kept + " unsynced records" : "",
                                incarnation));
    }

    /** How often a node had lost its disk when it began an incarnation. */
    static int lives(int ofIncarnation) {
        return ofIncarnation / INCARNATIONS_PER_DISK;
    }

    private void wipe(int step) {
        incarnation += INCARNATIONS_PER_DISK;
        disk.wipe();
        slot.lose(step);
        known = new int[bound.nodes() + 1];
        if (bound.hasSweeps()) {
            meetAll();
        }
        effects = new Effects();
        replica = start();
        sweep.begin();
        say("loses its disk and starts with an empty one as incarnation " + incarnation);
        if (bound.hasSweeps()) {
            for (int node = 1; node <= bound.nodes(); node++) {
                if (node != id) {
                    int epoch = slot.configuration().epoch();
                    send(new Effects.Send(node, epoch, KEY, GREETING, false, incarnation));
                }
            }
        }
    }

    /**
     * Enters a later step of the course. Who comes anew after it voted in this incarnation begins a
     * later one (Rule M4).
     */
    private void enter(int step) {
        boolean hasVoted = slot.isVoter();
        boolean forgot = slot.enter(step);
        say("enters " + slot.configuration() + (forgot ? ", without its memory" : ""));
        sweep.begin();
        if (forgot && hasVoted) {
            incarnation++;
            effects = new Effects();
            replica = start();
            return;
        }
        LogRecord held = slot.isVoter() ? disk.durablePending() : null;
        if (held != null) {
            vote(held); // it is told again in this epoch, and counts there
        }
        step(new Input.Entered(slot.placement()));
    }

    private void recover() {
        sweep.asked();
        say("is to recover the entity");
        step(new Input.Recover(SWEEP, KEY, 0, 0, NO_DEADLINE));
    }

    private void walk(int other) {
        boolean whole = sweep.walkedOver(other, slot.configuration());
        say("has walked over " + Describe.node(other) + (whole ? " and is whole" : ""));
    }

    private void client(int op) {
        issued |= 1 << op;
        ClientOp one = bound.ops().get(op);
        say(
                "is asked to "
                        + (one.kind() == ClientOp.Kind.WRITE ? "write " : "read ")
                        + one.number());
        switch (one.kind()) {
            case WRITE -> {
                RequestId request = new RequestId(one.number(), (WALL_MILLIS / 1000) << 32);
                step(
                        new Input.Write(
                                op,
                                KEY,
                                request,
                                request.stamp() - 1,
                                new AppendMachine.Append(one.number()),
                                NO_DEADLINE));
            }
            case READ -> step(new Input.Read(op, KEY, ReadMode.LINEARIZABLE, NO_DEADLINE));
        }
    }

    private void deliver(Messages.Envelope envelope) {
        say(
                "gets from %s: %s"
                        .formatted(
                                Describe.node(envelope.from()),
                                Describe.message(envelope.message())));
        for (int node = 1; node <= bound.nodes(); node++) {
            if (node != id && envelope.known()[node] > known[node]) {
                known[node] = envelope.known()[node];
                sweep.reborn(node);
                step(new Input.PeerIncarnation(node, known[node]));
            }
        }
        step(
                new Input.Received(
                        envelope.from(),
                        envelope.incarnation(),
                        envelope.epoch(),
                        KEY,
                        envelope.message()));
    }

    private void step(Input input) {
        replica.step(input, nowNanos, WALL_MILLIS, effects);
        perform();
    }

    private void perform() {
        effects.drain(performer);
        performer.takeLoaded().forEach(this::step);
    }

    /** Answers what it loads after a round; what a key needs, no more. */
    private final class Performer implements KeyEffects {
        private final List<Input> loaded = new ArrayList<>(0);

        /** What was loaded since the last call. */
        List<Input> takeLoaded() {
            List<Input> taken = List.copyOf(loaded);
            loaded.clear();
            return taken;
        }

        @Override
        public void load(Effects.Load load) {
            loaded.add(new Input.Loaded(load.key(), disk.load(load.withValue())));
        }

        @Override
        public void persist(Effects.Persist persist) {
            LogRecord record = persist.record();
            say("  writes " + Describe.record(record));
            look(record.entry(), record.promised());
            checks.keepsAccepted(record);
            disk.append(record, persist.ticket());
            deeds.wrote(record);
        }

        @Override
        public void markChosen(Effects.MarkChosen mark) {
            say("  holds entry " + mark.entry() + " to be chosen");
            disk.mark(mark.entry());
        }

        @Override
        public void send(Effects.Send send) {
            LiveNode.this.send(send);
        }

        @Override
        public void reply(Effects.Reply reply) {
            if (reply.token() == SWEEP) {
                return;
            }
            int token = (int) reply.token();
            say("  answers " + bound.ops().get(token) + ": " + text(reply.outcome()));
            replies.add(new Reply(token, reply.outcome()));
        }
    }

    private static String text(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Written w -> "written at place " + w.result().bytes()[0];
            case Outcome.Value v -> Arrays.toString(v.state().bytes()) + " at entry " + v.version();
            default -> outcome.toString();
        };
    }

    private void send(Effects.Send send) {
        Message message = send.message();
        say("  tells " + Describe.node(send.to()) + ": " + Describe.message(message));
        if (message instanceof Message.Paxos paxos) {
            look(paxos.entry(), paxos.promised());
            deeds.told(paxos);
        }
        int number =
                messages.number(
                        new Messages.Envelope(
                                id,
                                send.incarnation(),
                                send.to(),
                                send.epoch(),
                                message,
                                known.clone()));
        for (int before : sent[send.to()]) {
            if (before == number) {
                return;
            }
        }
        int[] longer = Arrays.copyOf(sent[send.to()], sent[send.to()].length + 1);
        longer[longer.length - 1] = number;
        sent[send.to()] = longer;
    }

    /** Whether the execution is still within the bound. */
    private void look(long entry, long number) {
        boolean isLate = number != LogRecord.FLOOR && number >>> 32 > bound.rounds();
        isBeyond |= entry > bound.entries() || isLate;
    }

    private void say(String line) {
        if (lines != null) {
            lines.accept(Describe.node(id) + " " + line);
        }
    }

    /** Whether the bound was left: such executions are not followed. */
    boolean isBeyond() {
        return isBeyond;
    }

    /** What the last action answered. */
    List<Reply> replies() {
        return List.copyOf(replies);
    }

    /** What matters of it. */
    LocalState state(int parent, int action) {
        EntityView view = replica.inspect(KEY);
        return new LocalState(
                parent,
                action,
                sent.clone(),
                deeds.numbers(),
                disk.unsynced(),
                incarnation % INCARNATIONS_PER_DISK - 1,
                lives(incarnation),
                issued,
                view == null ? 0 : view.version(),
                view == null ? null : view.chosenId(),
                disk.look(false),
                known.clone(),
                sweep.state(),
                slot.step(),
                slot.configuration());
    }

    /** Equal for two nodes that will do the same from now on, and did the same so far. */
    Hash128.Digest digest(StateDigest digest) {
        Hash128 hash = new Hash128();
        hash.add(id).add(incarnation).add(issued).add(slot.step());
        sweep.digest(hash);
        for (int one : known) {
            hash.add(one);
        }
        digest.add(hash, replica, nowNanos);
        disk.digest(digest, hash);
        for (int[] link : sent) {
            int[] sorted = link.clone();
            Arrays.sort(sorted);
            hash.add(sorted.length);
            for (int one : sorted) {
                hash.add(one);
            }
        }
        int[] done = deeds.numbers();
        hash.add(done.length);
        for (int fact : done) {
            hash.add(fact);
        }
        return hash.digest();
    }
}
