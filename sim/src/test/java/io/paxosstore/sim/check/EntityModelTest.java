package io.paxosstore.sim.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.paxosstore.core.RandomSource;
import io.paxosstore.sim.SimViolation;
import io.paxosstore.sim.entity.Cell;
import io.paxosstore.sim.entity.Effect;
import io.paxosstore.sim.entity.EntityCommand;
import io.paxosstore.sim.entity.EntityCommand.Change;
import io.paxosstore.sim.entity.EntityCommand.Guard;
import io.paxosstore.sim.entity.EntityMachine;
import io.paxosstore.sim.entity.EntityResult;
import io.paxosstore.sim.entity.EntityState;
import io.paxosstore.sim.entity.Row;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** The model and the entity's machine are each other's twin; and what the ticket check finds. */
class EntityModelTest {
    private final EntityModel model = new EntityModel();

    @Test
    void allowsExactlyWhatTheMachineAnswers() {
        for (long seed = 1; seed <= 200; seed++) {
            RandomSource random = new RandomSource(seed);
            EntityState state = EntityState.EMPTY;
            EntityModel.State modelled = model.initial();
            for (long version = 1; version <= 40; version++) {
                EntityCommand command = command(random);
                EntityMachine machine = new EntityMachine(state, version, 0);
                EntityResult result = machine.execute(command);
                byte[] changes = Effect.encode(version, machine.effects());
                state = EntityState.decode(EntityState.after(state.encode(), changes));
                assertEquals(result, EntityResult.decode(result.encode()));
                List<EntityModel.State> next = after(modelled, command, result);
                assertEquals(1, next.size(), "seed " + seed + ", " + command + " " + result);
                refusesOthers(modelled, command, result);
                modelled = next.getFirst();
                assertEquals(state, modelled.objects(), "seed " + seed);
            }
        }
    }

    private void refusesOthers(
            EntityModel.State modelled, EntityCommand command, EntityResult result) {
        EntityResult otherBranch =
                new EntityResult(result.version(), !result.held(), result.answers());
        assertEquals(List.of(), after(modelled, command, otherBranch));
        if (!result.answers().isEmpty()) {
            List<Long> answers = new ArrayList<>(result.answers());
            answers.set(answers.size() - 1, answers.getLast() + 1);
            EntityResult other = new EntityResult(result.version(), result.held(), answers);
            assertEquals(List.of(), after(modelled, command, other));
        }
        EntityResult earlier = new EntityResult(-1, result.held(), result.answers());
        assertEquals(List.of(), after(modelled, command, earlier));
    }

    private List<EntityModel.State> after(
            EntityModel.State state, EntityCommand command, EntityResult result) {
        List<EntityModel.State> next = new ArrayList<>();
        model.step(
                state, new EntityCall.Write(command), new EntityAnswer.Written(result), next::add);
        return next;
    }

    private static EntityCommand command(RandomSource random) {
        return new EntityCommand(
                random.chance(0.4) ? List.of() : List.of(guard(random), guard(random)),
                changes(random),
                changes(random));
    }

    private static Cell cell(RandomSource random) {
        return Cell.of(random.nextInt(Cell.LASTING));
    }

    private static Guard guard(RandomSource random) {
        return switch (random.nextInt(3)) {
            case 0 -> new Guard.AtLeast(cell(random), random.nextInt(5) - 3);
            case 1 -> new Guard.Is(cell(random), random.nextInt(2));
            default -> new Guard.Holds(random.nextInt(3));
        };
    }

    private static Row row(RandomSource random) {
        return Row.of(random.nextInt(9), random.nextInt(9));
    }

    private static List<Change> changes(RandomSource random) {
        List<Change> changes = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            changes.add(
                    switch (random.nextInt(8)) {
                        case 0 -> new Change.Add(cell(random), random.nextInt(9) - 4);
                        case 1 -> new Change.Set(cell(random), random.nextInt(3));
                        case 2 -> new Change.Append(1 + random.nextLong(100));
                        case 3 -> new Change.Take();
                        case 4 -> new Change.Upsert(random.nextInt(3), row(random));
                        case 5 -> new Change.Insert(random.nextInt(3), row(random));
                        case 6 -> new Change.Delete(random.nextInt(3));
                        default ->
                                new Change.Update(
                                        random.nextInt(3),
                                        1 + random.nextInt(2),
                                        random.nextInt(9));
                    });
        }
        return changes;
    }

    @Test
    void aReadSeesAllObjectsOfOneMoment() {
        EntityState half = state(1, 0);
        EntityState whole = state(1, 1);
        List<Operation<EntityCall, EntityAnswer>> history = new ArrayList<>();
        history.add(draw(0, 10, 1, 1));
        history.add(read(2, 5, half));
        assertEquals(LinearizabilityChecker.Result.NOT_LINEARIZABLE, check(history));
        history.set(1, read(2, 5, whole));
        assertEquals(LinearizabilityChecker.Result.LINEARIZABLE, check(history));
    }

    @Test
    void ticketsAreDistinctCompleteAndInOrder() {
        EntityState end = state(2, 2);
        TicketCheck.drawn("e", List.of(draw(0, 1, 1, 1), draw(2, 3, 2, 2)), end);
        breaks(List.of(draw(0, 1, 1, 1), draw(2, 3, 1, 1)), end);
        breaks(List.of(draw(0, 1, 2, 2), draw(2, 3, 1, 1)), end);
        breaks(List.of(draw(0, 1, 1, 1)), end);
        breaks(List.of(draw(0, 1, 1, 1), read(2, 3, state(0, 0)), draw(4, 5, 2, 2)), end);
        TicketCheck.drawn("e", List.of(draw(0, 5, 2, 2), draw(2, 3, 1, 1)), end);
    }

    @Test
    void everyIncrementCountsOnce() {
        List<Operation<EntityCall, EntityAnswer>> history =
                List.of(draw(0, 1, 1, 1), draw(2, 3, 2, 2));
        TicketCheck.all("e", history, state(2, 2));
        assertThrows(SimViolation.class, () -> TicketCheck.all("e", history, state(3, 2)));
        assertThrows(SimViolation.class, () -> TicketCheck.all("e", history, state(2, 3)));
    }

    private static void breaks(List<Operation<EntityCall, EntityAnswer>> history, EntityState end) {
        assertThrows(SimViolation.class, () -> TicketCheck.drawn("e", history, end));
    }

    private LinearizabilityChecker.Result check(List<Operation<EntityCall, EntityAnswer>> history) {
        return LinearizabilityChecker.check(model, history, 1000).result();
    }

    private static Operation<EntityCall, EntityAnswer> draw(
            long from, long to, long ticket, long sequence) {
        EntityCommand command =
                EntityCommand.of(new Change.Add(Cell.TICKETS, 1), new Change.Append(7));
        EntityResult result = new EntityResult(ticket, true, List.of(ticket, sequence));
        return new Operation<>(
                1, new EntityCall.Write(command), new EntityAnswer.Written(result), from, to);
    }

    private static Operation<EntityCall, EntityAnswer> read(long from, long to, EntityState seen) {
        return new Operation<>(2, new EntityCall.Read(), new EntityAnswer.Seen(9, seen), from, to);
    }

    private static EntityState state(long tickets, int elements) {
        List<Long> queue = new ArrayList<>();
        for (int i = 0; i < elements; i++) {
            queue.add(7L);
        }
        return new EntityState(List.of(0L, 0L, 0L, 0L, tickets, 0L, 0L), 0, List.copyOf(queue));
    }
}
