package io.paxosstore.cli;

import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/** Completes commands, the verbs of models, and the few other words that are fixed. */
final class ShellCompleter implements Completer {
    private final BooleanSupplier entityInUse;

    /**
     * @param entityInUse whether commands for entities leave out the entity
     */
    ShellCompleter(BooleanSupplier entityInUse) {
        this.entityInUse = entityInUse;
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        for (String word : words(line.words(), line.wordIndex())) {
            candidates.add(new Candidate(word));
        }
    }

    /** What may stand at a place of a line. */
    List<String> words(List<String> words, int index) {
        if (index == 0) {
            List<String> commands = new ArrayList<>(commands());
            if (entityInUse.getAsBoolean()) {
                commands.addAll(SqlLine.words());
            }
            return commands.stream().distinct().toList();
        }
        String first = ShortVerbs.inFull(words.getFirst()).toLowerCase(Locale.ROOT);
        int verbAt = entityInUse.getAsBoolean() ? 2 : 3;
        if (index == verbAt) {
            List<String> verbs = EntityVerb.words(first);
            if (!verbs.isEmpty()) {
                return verbs;
            }
        }
        return switch (first) {
            case "watch" -> index >= verbAt - 1 ? List.of("from", "count") : List.of();
            case "watchrange" -> index >= 2 ? List.of("count") : List.of();
            case "when" -> index == 1 ? ShellGuards.WORDS : List.of();
            case "use" -> index == 1 ? List.of("entity") : List.of();
            case "createspace", "createspaceifabsent" ->
                    index == 2 ? List.of("kv", "entity") : List.of();
            case "help" -> index == 1 ? commands() : List.of();
            default -> List.of();
        };
    }

    private static List<String> commands() {
        return Arrays.stream(ShellCommand.values()).map(ShellCommand::word).toList();
    }
}
