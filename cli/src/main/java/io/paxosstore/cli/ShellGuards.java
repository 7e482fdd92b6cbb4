package io.paxosstore.cli;

import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.Target;

import java.util.List;
import java.util.Locale;

/** The guards of a MultiOp as people write them. */
final class ShellGuards {
    /** The words that begin a guard. */
    static final List<String> WORDS =
            List.of("exists", "absent", "equals", "number", "version", "contains", "size");

    /** A line for each guard. */
    static final String HELP =
            String.join(
                    System.lineSeparator(),
                    "  when exists NAME [FIELD]            the object, or the field, is there",
                    "  when absent NAME [FIELD]            it is not there",
                    "  when equals NAME [FIELD] VALUE      the value, or the field, is this",
                    "  when number NAME [FIELD] >= 10      compares a number; also < <= > = !=",
                    "  when size NAME < 100                compares a length or size",
                    "  when contains NAME MEMBER           the set has the member",
                    "  when version VERSION                the entity has this version");

    private ShellGuards() {}

    /**
     * The guard that the words ask for.
     *
     * @throws IllegalArgumentException with one sentence if they make no sense
     */
    static Guard of(List<String> words) {
        int count = words.size();
        String kind = words.getFirst().toLowerCase(Locale.ROOT);
        String name = count > 1 ? words.get(1) : "";
        if (kind.equals("exists") && (count == 2 || count == 3)) {
            return new Guard.Exists(target(words, count == 3));
        } else if (kind.equals("absent") && (count == 2 || count == 3)) {
            return new Guard.Absent(target(words, count == 3));
        } else if (kind.equals("equals") && (count == 3 || count == 4)) {
            return new Guard.Equal(target(words, count == 4), bytes(words.getLast()));
        } else if (kind.equals("number") && (count == 4 || count == 5)) {
            return new Guard.Compare(
                    target(words, count == 5), comparison(words.get(count - 2)), number(words));
        } else if (kind.equals("size") && count == 4) {
            return new Guard.Size(name, comparison(words.get(2)), number(words));
        } else if (kind.equals("contains") && count == 3) {
            return new Guard.Contains(name, bytes(words.get(2)));
        } else if (kind.equals("version") && count == 2) {
            return new Guard.Version(number(words));
        }
        throw new IllegalArgumentException(
                "'when "
                        + String.join(" ", words)
                        + "' is no guard; 'help when' shows what there is.");
    }

    private static Target target(List<String> words, boolean ofField) {
        return ofField
                ? Target.field(words.get(1), bytes(words.get(2)))
                : Target.object(words.get(1));
    }

    private static Comparison comparison(String symbol) {
        for (Comparison comparison : Comparison.values()) {
            if (comparison.symbol().equals(symbol)) {
                return comparison;
            }
        }
        throw new IllegalArgumentException(
                "'" + symbol + "' is no comparison; use one of = != < <= > >=.");
    }

    private static long number(List<String> words) {
        return new Arguments("", words, null).number(words.size() - 1, "number");
    }

    private static byte[] bytes(String text) {
        return EntitySteps.TEXT.encode(text);
    }
}
