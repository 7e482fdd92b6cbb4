package io.paxosstore.cli;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** Finds what somebody meant who has mistyped a word. */
final class Similar {
    /** One letter may be wrong in so many. */
    private static final int LETTERS_PER_MISTAKE = 3;

    private Similar() {}

    /** The known word that is most like a given one; empty if none is like it. */
    static Optional<String> to(String given, Collection<String> known) {
        String word = given.toLowerCase(Locale.ROOT);
        String best = "";
        int bestDistance = Math.max(1, word.length() / LETTERS_PER_MISTAKE) + 1;
        for (String candidate : known) {
            int distance = distance(word, candidate.toLowerCase(Locale.ROOT));
            if (distance < bestDistance) {
                bestDistance = distance;
                best = candidate;
            }
        }
        return best.isEmpty() ? onlyLonger(word, known) : Optional.of(best);
    }

    /** The known word that begins so, if it is only one. */
    private static Optional<String> onlyLonger(String word, Collection<String> known) {
        var longer =
                known.stream()
                        .filter(one -> one.toLowerCase(Locale.ROOT).startsWith(word))
                        .distinct()
                        .limit(2)
                        .toList();
        return word.isEmpty() || longer.size() != 1
                ? Optional.empty()
                : Optional.of(longer.getFirst());
    }

    /**
     * The part of a sentence that proposes it: {@code did you mean 'put'?} and a blank, or none.
     */
    static String question(String given, Collection<String> known) {
        return to(given, known).map(word -> "did you mean '" + word + "'? ").orElse("");
    }

    /** Letters to be changed, added, left out, or exchanged with their neighbours. */
    private static int distance(String a, String b) {
        int[][] steps = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    steps[i][j] = i + j;
                    continue;
                }
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                steps[i][j] =
                        Math.min(
                                steps[i - 1][j - 1] + change,
                                1 + Math.min(steps[i - 1][j], steps[i][j - 1]));
                if (i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1)) {
                    steps[i][j] = Math.min(steps[i][j], steps[i - 2][j - 2] + 1);
                }
            }
        }
        return steps[a.length()][b.length()];
    }
}
