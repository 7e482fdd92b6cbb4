package io.paxosstore.redis.command;

import io.paxosstore.redis.resp.Arguments;

import java.util.ArrayList;
import java.util.List;

/** Which words of a command are keys. */
public sealed interface KeyPositions {
    /** None. */
    KeyPositions NONE = new Fixed(0, 0, 0);

    /** The first word behind the name. */
    KeyPositions FIRST = new Fixed(1, 1, 1);

    /** The first two words behind the name. */
    KeyPositions FIRST_TWO = new Fixed(1, 2, 1);

    /** All words behind the name. */
    KeyPositions ALL = new Fixed(1, -1, 1);

    /** Every other word behind the name. */
    KeyPositions PAIRS = new Fixed(1, -1, 2);

    /** All words behind the name but the last. */
    KeyPositions ALL_BUT_LAST = new Fixed(1, -2, 1);

    /** The indexes of the keys; empty if the command is too short to tell. */
    List<Integer> of(Arguments arguments);

    /**
     * At fixed places.
     *
     * @param first the first key's index; 0 for no keys
     * @param last the last one's; -1 for the last word, -2 for the one before it
     * @param step from one key to the next
     */
    record Fixed(int first, int last, int step) implements KeyPositions {
        @Override
        public List<Integer> of(Arguments arguments) {
            List<Integer> indexes = new ArrayList<>();
            int end = last < 0 ? arguments.count() + last : last;
            if (first > 0) {
                for (int i = first; i <= end && i < arguments.count(); i += step) {
                    indexes.add(i);
                }
            }
            return indexes;
        }
    }

    /** Of SORT: the first word behind the name, and the one behind the last STORE. */
    record Sorting() implements KeyPositions {
        @Override
        public List<Integer> of(Arguments arguments) {
            List<Integer> indexes = new ArrayList<>();
            int store = 0;
            for (int i = 2; i < arguments.count(); i++) {
                if (arguments.is(i, "STORE")) {
                    i++;
                    store = i;
                } else if (arguments.is(i, "LIMIT")) {
                    i += 2;
                } else if (arguments.is(i, "BY") || arguments.is(i, "GET")) {
                    i++;
                }
            }
            if (arguments.count() > 1) {
                indexes.add(1);
            }
            if (store > 0 && store < arguments.count()) {
                indexes.add(store);
            }
            return indexes;
        }
    }

    /**
     * Of XREAD and XREADGROUP: the first half of the words behind STREAMS.
     *
     * @param isGroup whether it takes the options of groups
     */
    record Streams(boolean isGroup) implements KeyPositions {
        @Override
        public List<Integer> of(Arguments arguments) {
            List<Integer> indexes = new ArrayList<>();
            int first = optionAt(arguments, "STREAMS") + 1;
            if (first > 0) {
                int keys = (arguments.count() - first) / 2;
                for (int i = 0; i < keys; i++) {
                    indexes.add(first + i);
                }
            }
            return indexes;
        }

        /** The index of the first such option before the keys, with a word behind it; else -1. */
        public int optionAt(Arguments arguments, String option) {
            int i = 1;
            while (i < arguments.count() - 1) {
                if (arguments.is(i, option)) {
                    return i;
                }
                int words = words(arguments, i);
                if (words == 0) {
                    return -1;
                }
                i += words;
            }
            return -1;
        }

        /** How many words an option takes; 0 behind the options. */
        private int words(Arguments arguments, int at) {
            return switch (arguments.option(at)) {
                case "COUNT", "BLOCK" -> 2;
                case "GROUP" -> isGroup ? 3 : 0;
                case "NOACK" -> isGroup ? 1 : 0;
                default -> 0;
            };
        }
    }

    /**
     * As many as a word says, behind it.
     *
     * @param countAt the index of that word
     * @param alsoFirst whether the first word behind the name is a key too
     */
    record Counted(int countAt, boolean alsoFirst) implements KeyPositions {
        @Override
        public List<Integer> of(Arguments arguments) {
            List<Integer> indexes = new ArrayList<>();
            if (alsoFirst && arguments.count() > 1) {
                indexes.add(1);
            }
            if (arguments.count() > countAt && Arguments.isInteger(arguments.bytes(countAt))) {
                long count = arguments.integer(countAt);
                for (int i = 1; i <= count && countAt + i < arguments.count(); i++) {
                    indexes.add(countAt + i);
                }
            }
            return indexes;
        }
    }
}
