package io.paxosstore.cli;

import io.paxosstore.client.CallOptions;
import io.paxosstore.client.Entity;
import io.paxosstore.client.EntitySpace;
import io.paxosstore.client.MultiOpBuilder;
import io.paxosstore.client.MultiOpOutcome;
import io.paxosstore.client.PaxosStore;
import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.Result;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The shell's commands for entities. Not thread-safe. */
final class EntityShell {
    /** A MultiOp that is being written. */
    private static final class Draft {
        private final String label;
        private final List<Guard> guards = new ArrayList<>();
        private final List<ShellStep<?>> thenSteps = new ArrayList<>();
        private final List<ShellStep<?>> otherwiseSteps = new ArrayList<>();
        private boolean isOtherwise;

        /** Whether a line that was to be a part of it was refused. */
        private boolean lacksLine;

        private Draft(String label) {
            this.label = label;
        }
    }

    private final PaxosStore store;
    private final Map<String, EntitySpace<String>> spaces = new LinkedHashMap<>();
    private Consumer<ShellAnswer> onEvent = event -> {};
    private String current = "";
    private @Nullable Draft draft;
    private boolean isWatched;

    EntityShell(PaxosStore store) {
        this.store = store;
    }

    /** Says who shows what a command answers before its end. */
    void onEvent(Consumer<ShellAnswer> show) {
        onEvent = show;
    }

    /** Says that somebody sees each answer before the next line is written. */
    void watched() {
        isWatched = true;
    }

    /**
     * A line was refused. Where nobody sees that, what was to be one step is not executed without
     * it.
     *
     * @param isBegin whether it was to begin a MultiOp
     */
    void refused(boolean isBegin) {
        if (isWatched) {
            return;
        }
        if (draft == null && isBegin) {
            draft = new Draft("");
        }
        if (draft != null) {
            draft.lacksLine = true;
        }
    }

    /** The entity in use, or the one of the MultiOp that is being written; empty for none. */
    String current() {
        return draft == null ? current : draft.label;
    }

    /** The prompt's addition while a MultiOp is being written. */
    String mode() {
        if (draft == null) {
            return "";
        }
        return draft.isOtherwise ? " (multiOp, otherwise)" : " (multiOp)";
    }

    /** Leaves an entity out of the commands that follow; empty for none. */
    void use(String label) {
        if (!label.isEmpty()) {
            var _ = open(label);
        }
        current = label;
    }

    /** Forgets a space that was dropped. */
    void dropped(String space) {
        spaces.remove(space);
        if (current.startsWith(space + ":")) {
            current = "";
        }
    }

    /**
     * Executes a command.
     *
     * @throws IllegalArgumentException with one sentence if it makes no sense
     */
    ShellAnswer execute(ShellCommand command, Arguments arguments) {
        return switch (command) {
            case LIST, QUEUE, SET, SORTED_SET, MAP, VALUE, TABLE, OBJECT ->
                    verb(command, arguments);
            case OBJECTS -> objects(arguments);
            case WATCH -> EntityWatching.run(open(arguments.space()), arguments.words(), onEvent);
            case MULTI_OP -> begin(arguments.space());
            case WHEN -> {
                draft().guards.add(ShellGuards.of(arguments.words()));
                yield waiting();
            }
            case OTHERWISE -> {
                draft().isOtherwise = true;
                yield waiting();
            }
            case EXECUTE -> executeDraft();
            case DISCARD -> {
                var _ = draft();
                draft = null;
                yield ShellAnswer.ok("The MultiOp is forgotten.");
            }
            default -> throw new IllegalStateException("no command for entities: " + command);
        };
    }

    /**
     * Executes SQL.
     *
     * @throws IllegalArgumentException with one sentence if it makes no sense
     */
    ShellAnswer execute(SqlLine sql) {
        if (draft != null) {
            throw new IllegalArgumentException(
                    "SQL is executed at once, and a MultiOp is being written; use the verbs of"
                            + " 'table' in it.");
        }
        return Grid.answer(open(sql.entity()).sql(sql.statement()));
    }

    private Entity open(String label) {
        int colon = label.indexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException(
                    "'" + label + "' is no entity; write SPACE:ID, such as inbox:alice.");
        }
        String name = label.substring(0, colon);
        EntitySpace<String> space = spaces.get(name);
        if (space == null) {
            space = store.entitySpace(name, EntitySteps.TEXT);
            spaces.put(name, space);
        }
        return space.entity(label.substring(colon + 1));
    }

    private ShellAnswer verb(ShellCommand command, Arguments arguments) {
        List<String> words = arguments.words();
        EntityVerb verb = EntityVerb.of(command, words.get(1));
        VerbArguments rest =
                new VerbArguments(
                        words.getFirst(),
                        new Arguments("", words.subList(2, words.size()), arguments.ttl()));
        Entity entity = open(arguments.space());
        if (arguments.ttl() != null) {
            entity = entity.with(CallOptions.DEFAULT.ttl(arguments.ttl()));
        }
        ShellStep<?> step = verb.step(entity, rest);
        if (draft != null) {
            (draft.isOtherwise ? draft.otherwiseSteps : draft.thenSteps).add(step);
            return waiting();
        }
        return verb == EntityVerb.QUEUE_AWAIT_NEXT ? await(entity, rest) : step.execute(entity);
    }

    private static ShellAnswer await(Entity entity, VerbArguments rest) {
        return EntitySteps.messages(
                entity.queue(rest.name(), EntitySteps.TEXT)
                        .awaitNext(rest.number(0, "sequence number"), EntityVerb.page(rest)));
    }

    private ShellAnswer objects(Arguments arguments) {
        String from = arguments.words().isEmpty() ? "" : arguments.word(0);
        Result.Names names = open(arguments.space()).objects(from, EntitySteps.PAGE);
        List<String> lines = new ArrayList<>();
        Map<String, Object> types = new LinkedHashMap<>();
        for (Result.Name name : names.names()) {
            lines.add(name.name() + "  " + name.type().word());
            types.put(name.name(), name.type().word());
        }
        if (names.next() != null) {
            lines.add("(more from '" + names.next() + "' on)");
        }
        return ShellAnswer.ok(EntitySteps.text(lines, "(no objects)")).with("objects", types);
    }

    private ShellAnswer begin(String label) {
        if (draft != null) {
            throw new IllegalArgumentException(
                    "A MultiOp is being written already; 'execute' or 'discard' ends it.");
        }
        var _ = open(label);
        draft = new Draft(label);
        return ShellAnswer.ok(
                "Operations on '" + label + "' wait for 'execute'; 'when' adds guards.");
    }

    private Draft draft() {
        if (draft == null) {
            throw new IllegalArgumentException(
                    "No MultiOp is being written; begin with 'multiOp'.");
        }
        return draft;
    }

    /** What is to be said of a MultiOp that nobody has ended when there are no more lines. */
    @Nullable ShellAnswer unfinished() {
        return draft == null
                ? null
                : ShellAnswer.usage("The MultiOp was not executed: 'execute' is missing.");
    }

    private ShellAnswer waiting() {
        Draft open = draft();
        return ShellAnswer.ok(
                        String.format(
                                "(guards: %d, operations: %d, otherwise: %d)",
                                open.guards.size(),
                                open.thenSteps.size(),
                                open.otherwiseSteps.size()))
                .with("waiting", true);
    }

    private ShellAnswer executeDraft() {
        Draft done = draft();
        draft = null;
        if (done.lacksLine) {
            throw new IllegalArgumentException(
                    "The MultiOp was not executed: a line of it was refused; write all of it"
                            + " again.");
        }
        Entity entity = open(done.label);
        MultiOpBuilder builder = entity.multiOp();
        done.guards.forEach(guard -> builder.when(entity.guard(guard)));
        done.thenSteps.forEach(step -> builder.then(step.step()));
        done.otherwiseSteps.forEach(step -> builder.otherwise(step.step()));
        MultiOpOutcome outcome = builder.execute();
        List<String> lines = new ArrayList<>();
        List<Object> results = new ArrayList<>();
        lines.add(
                (outcome.guardsHeld() ? "Done" : "A guard did not hold")
                        + " (version "
                        + outcome.version()
                        + ").");
        for (ShellStep<?> step : outcome.guardsHeld() ? done.thenSteps : done.otherwiseSteps) {
            ShellAnswer answer = step.answer(outcome);
            results.add(answer.fields());
            lines.add(results.size() + ") " + answer.shown());
        }
        String text = String.join(System.lineSeparator(), lines);
        return (outcome.guardsHeld() ? ShellAnswer.ok(text) : ShellAnswer.failed(text))
                .with("guardsHeld", outcome.guardsHeld())
                .with("guards", outcome.guards())
                .with("version", outcome.version())
                .with("results", results);
    }
}
