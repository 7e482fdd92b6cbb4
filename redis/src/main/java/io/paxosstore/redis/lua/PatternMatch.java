package io.paxosstore.redis.lua;

import org.luaj.vm2.LuaString;
import org.luaj.vm2.LuaValue;

/** Tries to match one string with one of Lua's patterns. Its work is counted. Not thread-safe. */
final class PatternMatch {
    private static final int CAPTURES_MAX = 32;
    private static final int UNFINISHED = -1;
    private static final int POSITION = -2;
    private static final int DEPTH_MAX = 200;
    private static final byte ESCAPE = '%';

    private final Run run;
    private final LuaString source;
    private final byte[] subject;
    private final byte[] pattern;
    private final PatternParts parts;
    private final int[] starts = new int[CAPTURES_MAX];
    private final int[] lengths = new int[CAPTURES_MAX];
    private int count;
    private int depth;

    PatternMatch(Run run, LuaString source, LuaString pattern) {
        this.run = run;
        this.source = source;
        this.subject = Values.shared(source);
        this.pattern = Values.shared(pattern);
        this.parts = new PatternParts(run, this.pattern);
    }

    /** Matches from a place on; returns the end of the match, or -1. */
    int match(int from, int patternFrom) {
        count = 0;
        depth = 0;
        return go(from, patternFrom);
    }

    /** How many captures there are. */
    int captures() {
        return count;
    }

    /** What was matched from here to there. */
    LuaValue whole(int from, int to) {
        return StringLibrary.copy(run, source, from, to);
    }

    /**
     * A capture; the whole match if there are none and the index is 0.
     *
     * @throws ScriptError if there is no such
     */
    LuaValue capture(int index, int from, int to) {
        if (index >= count) {
            if (index == 0) {
                return whole(from, to);
            }
            throw ScriptError.at("invalid capture index");
        }
        if (lengths[index] == UNFINISHED) {
            throw ScriptError.at("unfinished capture");
        }
        return lengths[index] == POSITION
                ? LuaValue.valueOf(starts[index] + 1)
                : StringLibrary.copy(run, source, starts[index], starts[index] + lengths[index]);
    }

    private int go(int from, int patternFrom) {
        depth++;
        if (depth > DEPTH_MAX) {
            throw ScriptError.at("pattern too complex");
        }
        try {
            return step(from, patternFrom);
        } finally {
            depth--;
        }
    }

    private int step(int from, int patternFrom) {
        int s = from;
        int p = patternFrom;
        while (p < pattern.length) {
            run.instruction();
            switch (pattern[p]) {
                case '(' -> {
                    boolean isPosition = p + 1 < pattern.length && pattern[p + 1] == ')';
                    return open(s, p + (isPosition ? 2 : 1), isPosition ? POSITION : UNFINISHED);
                }
                case ')' -> {
                    return close(s, p + 1);
                }
                case '$' -> {
                    if (p + 1 == pattern.length) {
                        return s == subject.length ? s : -1;
                    }
                }
                case ESCAPE -> {
                    byte next = p + 1 < pattern.length ? pattern[p + 1] : 0;
                    if (next == 'b') {
                        s = balanced(s, p + 2);
                        if (s < 0) {
                            return -1;
                        }
                        p += 4;
                        continue;
                    }
                    if (next == 'f') {
                        int end = frontier(s, p + 2);
                        if (end < 0) {
                            return -1;
                        }
                        p = end;
                        continue;
                    }
                    if (next >= '0' && next <= '9') {
                        s = again(s, next);
                        if (s < 0) {
                            return -1;
                        }
                        p += 2;
                        continue;
                    }
                }
                default -> {}
            }
            int end = parts.end(p);
            byte suffix = end < pattern.length ? pattern[end] : 0;
            boolean isMatch = s < subject.length && holds(s, p, end);
            switch (suffix) {
                case '?' -> {
                    int result = isMatch ? go(s + 1, end + 1) : -1;
                    if (result >= 0) {
                        return result;
                    }
                    p = end + 1;
                }
                case '*' -> {
                    return most(s, p, end);
                }
                case '+' -> {
                    return isMatch ? most(s + 1, p, end) : -1;
                }
                case '-' -> {
                    return fewest(s, p, end);
                }
                default -> {
                    if (!isMatch) {
                        return -1;
                    }
                    s++;
                    p = end;
                }
            }
        }
        return s;
    }

    private int most(int s, int p, int end) {
        int times = 0;
        while (s + times < subject.length && holds(s + times, p, end)) {
            run.instruction();
            times++;
        }
        for (; times >= 0; times--) {
            int result = go(s + times, end + 1);
            if (result >= 0) {
                return result;
            }
        }
        return -1;
    }

    private int fewest(int from, int p, int end) {
        int s = from;
        while (true) {
            int result = go(s, end + 1);
            if (result >= 0) {
                return result;
            }
            if (s >= subject.length || !holds(s, p, end)) {
                return -1;
            }
            s++;
        }
    }

    private boolean holds(int s, int p, int end) {
        return parts.holds(subject[s] & 0xff, p, end);
    }

    private int open(int s, int p, int kind) {
        if (count >= CAPTURES_MAX) {
            throw ScriptError.at("too many captures");
        }
        starts[count] = s;
        lengths[count] = kind;
        count++;
        int result = go(s, p);
        if (result < 0) {
            count--;
        }
        return result;
    }

    private int close(int s, int p) {
        int index = count - 1;
        while (index >= 0 && lengths[index] != UNFINISHED) {
            index--;
        }
        if (index < 0) {
            throw ScriptError.at("invalid pattern capture");
        }
        lengths[index] = s - starts[index];
        int result = go(s, p);
        if (result < 0) {
            lengths[index] = UNFINISHED;
        }
        return result;
    }

    private int balanced(int from, int p) {
        if (p + 1 >= pattern.length) {
            throw ScriptError.at("unbalanced pattern");
        }
        if (from >= subject.length || subject[from] != pattern[p]) {
            return -1;
        }
        int open = 1;
        for (int s = from + 1; s < subject.length; s++) {
            run.instruction();
            if (subject[s] == pattern[p + 1]) {
                open--;
                if (open == 0) {
                    return s + 1;
                }
            } else if (subject[s] == pattern[p]) {
                open++;
            }
        }
        return -1;
    }

    /** The end of the class if the subject enters it here; else -1. */
    private int frontier(int s, int p) {
        if (p >= pattern.length || pattern[p] != '[') {
            throw ScriptError.at("missing '[' after '%f' in pattern");
        }
        int end = parts.end(p);
        int before = s == 0 ? 0 : subject[s - 1] & 0xff;
        int next = s < subject.length ? subject[s] & 0xff : 0;
        boolean enters = !parts.isInSet(before, p, end - 1) && parts.isInSet(next, p, end - 1);
        return enters ? end : -1;
    }

    private int again(int s, byte digit) {
        int index = digit - '1';
        if (index < 0 || index >= count || lengths[index] == UNFINISHED) {
            throw ScriptError.at("invalid capture index");
        }
        int length = lengths[index];
        run.chargeBytes(length);
        for (int i = 0; i < length; i++) {
            if (s + i >= subject.length || subject[s + i] != subject[starts[index] + i]) {
                return -1;
            }
        }
        return s + Math.max(0, length);
    }
}
