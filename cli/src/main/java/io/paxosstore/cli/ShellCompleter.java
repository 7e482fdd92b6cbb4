package io.paxosstore.cli;

import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;

/**
 * Completes commands, the verbs of models, the few other words that are fixed, and names that are
 * in the cluster.
 */
final class ShellCompleter implements Completer {
    private final BooleanSupplier entityInUse;
    private final NameCompletion names;

    /**
     * @param shell tells what is in use
     */
    ShellCompleter(Shell shell, KnownNames names) {
        this.entityInUse = () -> !shell.entityInUse().isEmpty();
        this.names = new NameCompletion(names, shell);
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        for (String word : words(line.words(), line.wordIndex())) {
            candidates.add(new Candidate(word));
        }
        String begun = line.word().substring(0, line.wordCursor());
        for (NameCompletion.Name name : names.at(line.words(), line.wordIndex(), begun)) {
            candidates.add(
                    new Candidate(
                            name.text(),
                            name.text(),
                            null,
                            name.about(),
                            null,
                            null,
                            name.isWhole()));
        }
    }

    /** The fixed words that may stand at a place of a line. */
    List<String> words(List<String> words, int index) {
        if (index == 0) {
            List<String> commands = new ArrayList<>(ShellCommand.words());
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
            case "help" -> index == 1 ? ShellCommand.words() : List.of();
            default -> List.of();
        };
    }
}
