package io.paxosstore.redis.lua;

/** The parts of a pattern that stand for one character. */
final class PatternParts {
    private static final byte ESCAPE = '%';

    private final Run run;
    private final byte[] pattern;

    PatternParts(Run run, byte[] pattern) {
        this.run = run;
        this.pattern = pattern;
    }

    /** Where a part ends that begins here. */
    int end(int from) {
        int p = from + 1;
        if (pattern[from] == ESCAPE) {
            if (p >= pattern.length) {
                throw ScriptError.at("malformed pattern (ends with '%')");
            }
            return p + 1;
        }
        if (pattern[from] != '[') {
            return p;
        }
        if (p < pattern.length && pattern[p] == '^') {
            p++;
        }
        do {
            run.instruction();
            if (p >= pattern.length) {
                throw ScriptError.at("malformed pattern (missing ']')");
            }
            p += pattern[p] == ESCAPE ? 2 : 1;
        } while (p >= pattern.length || pattern[p] != ']');
        return p + 1;
    }

    /**
     * Whether a character is what a part of the pattern stands for.
     *
     * @param p where the part begins
     * @param end where it ends
     */
    boolean holds(int one, int p, int end) {
        return switch (pattern[p]) {
            case '.' -> true;
            case ESCAPE -> CharacterClass.holds(one, pattern[p + 1] & 0xff);
            case '[' -> isInSet(one, p, end - 1);
            default -> (pattern[p] & 0xff) == one;
        };
    }

    /**
     * Whether a character is one of a set.
     *
     * @param open where its bracket is
     * @param close where its other bracket is
     */
    boolean isInSet(int one, int open, int close) {
        boolean isIn = true;
        int p = open + 1;
        if (pattern[p] == '^') {
            isIn = false;
            p++;
        }
        while (p < close) {
            run.instruction();
            int low = pattern[p] & 0xff;
            if (low == ESCAPE) {
                if (CharacterClass.holds(one, pattern[p + 1] & 0xff)) {
                    return isIn;
                }
                p += 2;
            } else if (p + 2 < close && pattern[p + 1] == '-') {
                if (low <= one && one <= (pattern[p + 2] & 0xff)) {
                    return isIn;
                }
                p += 3;
            } else {
                if (low == one) {
                    return isIn;
                }
                p++;
            }
        }
        return !isIn;
    }
}
