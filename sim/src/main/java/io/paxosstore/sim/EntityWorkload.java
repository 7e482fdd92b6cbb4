package io.paxosstore.sim;

import io.paxosstore.core.Outcome;
import io.paxosstore.core.RandomSource;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.ReadMode;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.sim.check.EntityAnswer;
import io.paxosstore.sim.check.EntityCall;
import io.paxosstore.sim.check.EntityModel;
import io.paxosstore.sim.check.LinearizabilityChecker;
import io.paxosstore.sim.check.Operation;
import io.paxosstore.sim.check.TicketCheck;
import io.paxosstore.sim.entity.Cell;
import io.paxosstore.sim.entity.EntityCommand;
import io.paxosstore.sim.entity.EntityCommand.Change;
import io.paxosstore.sim.entity.EntityCommand.Guard;
import io.paxosstore.sim.entity.EntityResult;
import io.paxosstore.sim.entity.EntityState;
import io.paxosstore.sim.entity.Row;
import io.paxosstore.sim.invariant.ClusterTruth;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Commands on several objects of an entity at once: transfers between accounts, a queue, a
 * register, a counter, a value that expires and rows of a table, with guards that hold or not.
 * Elements and notes are unique. With a hot entity all clients draw tickets from one counter. Not
 * thread-safe.
 */
final class EntityWorkload extends Workload<EntityCall, EntityAnswer> {
    /** How far an account may be overdrawn: all begin with 0. */
    private static final long CREDIT = 30;

    private static final int TRANSFER_MAX = 20;

    /** A hot entity's history is checked by other means, should the search take too long. */
    private static final long HOT_STEPS_MAX = 200_000;

    private static final long STEPS_MAX = 2_000_000;

    /** In which part of the seeds nobody uses the table. */
    private static final double NO_TABLE_CHANCE = 0.1;

    /** In which part of the seeds nothing expires. */
    private static final double NO_FLASH_CHANCE = 0.4;

    private static final long FLASH_MILLIS_MAX = 400;

    /** How many rows a command changes at most. */
    private static final int ROWS_MAX = 3;

    private final boolean hot;
    private final RandomSource rowsRandom;
    private final double rowsChance;
    private final RandomSource flashRandom;
    private final double flashChance;
    private final EntityState[] lastSeen;
    private long unique;
    private long held;
    private long failed;
    private boolean undecided;

    /**
     * @param rowsRandom for the changes of the table alone
     * @param flashRandom for what expires alone
     */
    EntityWorkload(
            Swarm.Load load, boolean hot, RandomSource rowsRandom, RandomSource flashRandom) {
        super(load, SpaceKind.ENTITY_FROM + SPACE);
        this.hot = hot;
        this.rowsRandom = rowsRandom;
        boolean none = hot || rowsRandom.chance(NO_TABLE_CHANCE);
        double drawn = (10 + rowsRandom.nextInt(90)) / 100.0;
        this.rowsChance = none ? 0 : drawn;
        this.flashRandom = flashRandom;
        boolean lasts = hot || flashRandom.chance(NO_FLASH_CHANCE);
        this.flashChance = lasts ? 0 : flashRandom.nextInt(40) / 100.0;
        this.lastSeen = new EntityState[keys().size()];
        Arrays.fill(lastSeen, EntityState.EMPTY);
    }

    @Override
    Task<EntityCall> draw(RandomSource random) {
        int index = drawKey(random);
        if (random.chance(load().readChance())) {
            boolean local = random.chance(load().localChance());
            return new Task<>(
                    keys().get(index),
                    index,
                    new EntityCall.Read(),
                    local ? ReadMode.LOCAL : ReadMode.LINEARIZABLE,
                    !local);
        }
        return write(index, random);
    }

    @Override
    Task<EntityCall> write(int index, RandomSource random) {
        EntityCommand drawn = hot ? ticket() : command(random, lastSeen[index]);
        EntityCommand command = withFlash(withRows(drawn), lastSeen[index]);
        return new Task<>(
                keys().get(index),
                index,
                new EntityCall.Write(command),
                ReadMode.LINEARIZABLE,
                true);
    }

    @Override
    Task<EntityCall> read(int index) {
        return new Task<>(
                keys().get(index), index, new EntityCall.Read(), ReadMode.LINEARIZABLE, true);
    }

    /** The command with changes of the table besides, or as it is. */
    private EntityCommand withRows(EntityCommand command) {
        if (!rowsRandom.chance(rowsChance)) {
            return command;
        }
        boolean both = rowsRandom.chance(0.3);
        return new EntityCommand(
                command.guards(),
                withRows(command.then()),
                both ? withRows(command.otherwise()) : command.otherwise());
    }

    /** The command with a change of what expires besides, or as it is. */
    private EntityCommand withFlash(EntityCommand command, EntityState seen) {
        if (!flashRandom.chance(flashChance)) {
            return command;
        }
        List<Guard> guards = new ArrayList<>(command.guards());
        if (flashRandom.chance(0.3)) {
            guards.add(new Guard.Is(Cell.FLASH, seen.cell(Cell.FLASH)));
        }
        List<Change> changes = new ArrayList<>(command.then());
        changes.add(new Change.Flash(++unique, 1 + flashRandom.nextLong(FLASH_MILLIS_MAX)));
        return new EntityCommand(List.copyOf(guards), List.copyOf(changes), command.otherwise());
    }

    private Row newRow() {
        unique += 2;
        return Row.of(unique - 1, unique);
    }

    private List<Change> withRows(List<Change> changes) {
        List<Change> more = new ArrayList<>(changes);
        for (int left = 1 + rowsRandom.nextInt(ROWS_MAX); left > 0; left--) {
            long key = rowsRandom.nextInt(Row.KEYS);
            more.add(
                    switch (rowsRandom.nextInt(10)) {
                        case 0, 1 -> new Change.Upsert(key, newRow());
                        case 2, 3 -> new Change.Insert(key, newRow());
                        case 4, 5 -> new Change.Delete(key);
                        default -> new Change.Update(key, 1 + rowsRandom.nextInt(2), ++unique);
                    });
        }
        return List.copyOf(more);
    }

    private EntityCommand ticket() {
        return EntityCommand.of(new Change.Add(Cell.TICKETS, 1), new Change.Append(++unique));
    }

    private EntityCommand command(RandomSource random, EntityState seen) {
        return switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> transfer(random);
            case 4, 5 -> ticket();
            case 6 ->
                    new EntityCommand(
                            List.of(new Guard.Holds(1 + random.nextInt(3))),
                            List.of(new Change.Take(), new Change.Set(Cell.NOTE, ++unique)),
                            List.of(new Change.Append(++unique)));
            case 7 ->
                    new EntityCommand(
                            List.of(
                                    new Guard.Is(Cell.NOTE, seen.cell(Cell.NOTE)),
                                    new Guard.Is(Cell.TICKETS, seen.cell(Cell.TICKETS))),
                            List.of(
                                    new Change.Set(Cell.NOTE, ++unique),
                                    new Change.Append(++unique),
                                    new Change.Append(++unique),
                                    new Change.Add(Cell.TICKETS, 1)),
                            List.of());
            case 8 -> EntityCommand.of(new Change.Take(), new Change.Take());
            default -> EntityCommand.of(new Change.Set(Cell.NOTE, ++unique));
        };
    }

    private EntityCommand transfer(RandomSource random) {
        Cell[] cells = Cell.values();
        int from = random.nextInt(Cell.ACCOUNTS);
        int to = (from + 1 + random.nextInt(Cell.ACCOUNTS - 1)) % Cell.ACCOUNTS;
        long amount = 1L + random.nextInt(TRANSFER_MAX);
        return new EntityCommand(
                List.of(new Guard.AtLeast(cells[from], amount - CREDIT)),
                List.of(new Change.Add(cells[from], -amount), new Change.Add(cells[to], amount)),
                random.chance(0.5) ? List.of() : List.of(new Change.Append(++unique)));
    }

    @Override
    @Nullable Command command(EntityCall call) {
        return call instanceof EntityCall.Write write ? write.command() : null;
    }

    @Override
    EntityAnswer written(Outcome.Written outcome) {
        return executed(outcome.result().bytes());
    }

    @Override
    EntityAnswer executed(byte[] result) {
        return new EntityAnswer.Written(EntityResult.decode(result));
    }

    @Override
    EntityAnswer seen(Outcome.Value outcome) {
        EntityState state = EntityState.decode(outcome.state().bytes());
        state.checkSum("a reader");
        return new EntityAnswer.Seen(outcome.version(), state);
    }

    @Override
    void learned(Task<EntityCall> task, EntityAnswer answer) {
        switch (answer) {
            case EntityAnswer.Seen seen -> lastSeen[task.keyIndex()] = seen.state();
            case EntityAnswer.Written written -> {
                if (written.result().held()) {
                    held++;
                } else {
                    failed++;
                }
            }
        }
    }

    @Override
    void count(SimCluster cluster) {
        cluster.count(Occurrence.GUARD_HELD, held);
        cluster.count(Occurrence.GUARD_FAILED, failed);
        cluster.count(Occurrence.HOT_ENTITY, hot ? 1 : 0);
        cluster.count(Occurrence.HISTORY_UNDECIDED, undecided ? 1 : 0);
    }

    @Override
    LinearizabilityChecker.Verdict check(ClusterTruth truth) {
        for (EntityKey key : keys()) {
            List<Operation<EntityCall, EntityAnswer>> seen =
                    history().byKey().getOrDefault(key, List.of());
            EntityState end = EntityState.decode(truth.newestState(key));
            TicketCheck.all(key, seen, end);
            if (hot) {
                TicketCheck.drawn(key, seen, end);
            }
        }
        LinearizabilityChecker.Verdict verdict =
                LinearizabilityChecker.check(
                        new EntityModel(), history(), hot ? HOT_STEPS_MAX : STEPS_MAX);
        undecided = !hot && verdict.result() == LinearizabilityChecker.Result.UNDECIDED;
        return verdict;
    }
}
