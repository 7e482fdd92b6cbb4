package io.paxosstore.sim.entity;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Executes the commands of one entry, one after the other, on the data before it (Rules W1, W2).
 * Not thread-safe.
 */
public final class EntityMachine {
    private final long version;
    private final long clockMillis;
    private final List<Effect> effects = new ArrayList<>();
    private EntityState state;

    /**
     * @param state the data
     * @param version the entry that the commands will be in
     * @param clockMillis its clock
     */
    public EntityMachine(EntityState state, long version, long clockMillis) {
        this.state = state.at(clockMillis);
        this.clockMillis = clockMillis;
        this.version = version;
    }

    /** Executes the next command. */
    public EntityResult execute(EntityCommand command) {
        boolean held = command.guards().stream().allMatch(this::holds);
        List<Long> answers = new ArrayList<>();
        for (EntityCommand.Change change : command.branch(held)) {
            answers.add(change(change));
        }
        return new EntityResult(version, held, List.copyOf(answers));
    }

    /** What all commands have changed so far. */
    public List<Effect> effects() {
        return effects;
    }

    private boolean holds(EntityCommand.Guard guard) {
        return switch (guard) {
            case EntityCommand.Guard.AtLeast g -> state.cell(g.cell()) >= g.value();
            case EntityCommand.Guard.Is g -> state.cell(g.cell()) == g.value();
            case EntityCommand.Guard.Holds g -> state.queue().size() >= g.elements();
        };
    }

    private long change(EntityCommand.Change change) {
        return switch (change) {
            case EntityCommand.Change.Add add -> {
                long sum = state.cell(add.cell()) + add.delta();
                effect(new Effect.Put(add.cell(), sum));
                yield sum;
            }
            case EntityCommand.Change.Set set -> {
                long before = state.cell(set.cell());
                effect(new Effect.Put(set.cell(), set.value()));
                yield before;
            }
            case EntityCommand.Change.Flash flash -> {
                long before = state.cell(Cell.FLASH);
                effect(new Effect.Put(Cell.FLASH, flash.value()));
                effect(new Effect.Put(Cell.FLASH_UNTIL, clockMillis + flash.ttlMillis()));
                yield before;
            }
            case EntityCommand.Change.Append append -> {
                long sequence = state.appended() + 1;
                effect(new Effect.Push(sequence, append.element()));
                yield sequence;
            }
            case EntityCommand.Change.Take _ -> {
                long oldest = 0;
                if (!state.queue().isEmpty()) {
                    oldest = state.queue().getFirst();
                    effect(new Effect.Remove(state.taken() + 1));
                }
                yield oldest;
            }
            case EntityCommand.Change.Upsert upsert -> {
                long answer = state.rows().containsKey(upsert.key()) ? 1 : 0;
                effect(new Effect.PutRow(upsert.key(), Optional.of(upsert.row())));
                yield answer;
            }
            case EntityCommand.Change.Insert insert -> {
                if (state.rows().containsKey(insert.key())) {
                    yield 0;
                }
                effect(new Effect.PutRow(insert.key(), Optional.of(insert.row())));
                yield 1;
            }
            case EntityCommand.Change.Update update -> {
                Row row = state.rows().get(update.key());
                if (row == null) {
                    yield -1;
                }
                Row after = row.with(update.column(), update.value());
                effect(new Effect.PutRow(update.key(), Optional.of(after)));
                yield row.column(update.column());
            }
            case EntityCommand.Change.Delete delete -> {
                if (!state.rows().containsKey(delete.key())) {
                    yield 0;
                }
                effect(new Effect.PutRow(delete.key(), Optional.empty()));
                yield 1;
            }
        };
    }

    private void effect(Effect effect) {
        state = state.after(effect);
        effects.add(effect);
    }
}
