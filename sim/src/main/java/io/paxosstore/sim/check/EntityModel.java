package io.paxosstore.sim.check;

import io.paxosstore.sim.entity.Cell;
import io.paxosstore.sim.entity.Effect;
import io.paxosstore.sim.entity.EntityCommand;
import io.paxosstore.sim.entity.EntityResult;
import io.paxosstore.sim.entity.EntityState;
import io.paxosstore.sim.entity.Row;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * One entity as clients see it: all its objects together, commands with guards and two branches,
 * one answer for each change. A flash may expire at any moment, but once anybody was told so, it is
 * gone for everybody. Written apart from {@code EntityMachine}, to which it is the naive twin.
 */
public final class EntityModel implements Model<EntityModel.State, EntityCall, EntityAnswer> {
    /**
     * An entity's state.
     *
     * @param objects all objects
     * @param entryMin an entry that the newest change is not below
     */
    public record State(EntityState objects, long entryMin) {}

    @Override
    public State initial() {
        return new State(EntityState.EMPTY, 0);
    }

    @Override
    public void step(
            State state,
            EntityCall call,
            @Nullable EntityAnswer answer,
            Consumer<? super State> to) {
        if (state.objects().cell(Cell.FLASH) != 0) {
            // It may be gone at any moment: nobody knows by whose clock.
            EntityState left = state.objects().after(new Effect.Put(Cell.FLASH, 0));
            after(new State(left, state.entryMin()), call, answer, to);
        }
        after(state, call, answer, to);
    }

    private static void after(
            State state,
            EntityCall call,
            @Nullable EntityAnswer answer,
            Consumer<? super State> to) {
        switch (call) {
            case EntityCall.Read _ -> {
                if (answer instanceof EntityAnswer.Seen seen
                        && seen.entry() >= state.entryMin()
                        && seen.state().equals(state.objects())) {
                    to.accept(new State(state.objects(), seen.entry()));
                }
            }
            case EntityCall.Write write -> {
                EntityResult told =
                        answer instanceof EntityAnswer.Written written ? written.result() : null;
                write(state, write.command(), told, to);
            }
        }
    }

    private static void write(
            State before,
            EntityCommand command,
            @Nullable EntityResult told,
            Consumer<? super State> to) {
        if (told != null && told.version() < before.entryMin()) {
            return;
        }
        Draft draft = new Draft(before.objects());
        boolean held = draft.allows(command.guards());
        if (told != null && told.held() != held) {
            return;
        }
        List<EntityCommand.Change> changes = held ? command.then() : command.otherwise();
        if (told != null && told.answers().size() != changes.size()) {
            return;
        }
        for (int i = 0; i < changes.size(); i++) {
            long answer = draft.change(changes.get(i));
            if (told != null && told.answers().get(i) != answer) {
                return;
            }
        }
        to.accept(new State(draft.finish(), told != null ? told.version() : before.entryMin()));
    }

    /** The objects while a command changes them. */
    private static final class Draft {
        private final long[] cells = new long[Cell.values().length];
        private final List<Long> queue;
        private final SortedMap<Long, Row> table;
        private long taken;

        Draft(EntityState from) {
            for (Cell cell : Cell.values()) {
                cells[cell.index()] = from.cell(cell);
            }
            this.queue = new ArrayList<>(from.queue());
            this.table = new TreeMap<>(from.rows());
            this.taken = from.taken();
        }

        boolean allows(List<EntityCommand.Guard> guards) {
            boolean all = true;
            for (EntityCommand.Guard guard : guards) {
                all &=
                        switch (guard) {
                            case EntityCommand.Guard.AtLeast(Cell cell, long least) ->
                                    cells[cell.index()] >= least;
                            case EntityCommand.Guard.Is(Cell cell, long value) ->
                                    cells[cell.index()] == value;
                            case EntityCommand.Guard.Holds(int count) -> queue.size() >= count;
                        };
            }
            return all;
        }

        long change(EntityCommand.Change change) {
            return switch (change) {
                case EntityCommand.Change.Add(Cell cell, long delta) ->
                        cells[cell.index()] += delta;
                case EntityCommand.Change.Set(Cell cell, long value) -> {
                    long before = cells[cell.index()];
                    cells[cell.index()] = value;
                    yield before;
                }
                case EntityCommand.Change.Flash(long value, long _) -> {
                    long before = cells[Cell.FLASH.index()];
                    cells[Cell.FLASH.index()] = value;
                    yield before;
                }
                case EntityCommand.Change.Append(long element) -> {
                    queue.add(element);
                    yield taken + queue.size();
                }
                case EntityCommand.Change.Take() -> {
                    if (queue.isEmpty()) {
                        yield 0;
                    }
                    taken++;
                    yield queue.removeFirst();
                }
                case EntityCommand.Change.Upsert(long key, Row row) ->
                        table.put(key, row) == null ? 0 : 1;
                case EntityCommand.Change.Insert(long key, Row row) ->
                        table.putIfAbsent(key, row) == null ? 1 : 0;
                case EntityCommand.Change.Update(long key, int column, long value) -> {
                    Row before = table.get(key);
                    if (before == null) {
                        yield -1;
                    }
                    boolean first = column == 1;
                    long second = first ? before.second() : value;
                    table.put(key, Row.of(first ? value : before.first(), second));
                    yield first ? before.first() : before.second();
                }
                case EntityCommand.Change.Delete(long key) -> table.remove(key) == null ? 0 : 1;
            };
        }

        EntityState finish() {
            List<Long> numbers = new ArrayList<>(cells.length);
            for (long cell : cells) {
                numbers.add(cell);
            }
            return new EntityState(List.copyOf(numbers), taken, List.copyOf(queue), table);
        }
    }
}
