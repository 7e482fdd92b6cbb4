package io.paxosstore.redis.command;

import io.paxosstore.redis.resp.Arguments;

import java.util.ArrayList;
import java.util.List;

/** Which words of a command are keys. */
public sealed interface KeyPositions {
    /** None. */
    Fixed NONE = new Fixed(0, 0, 0);

    /** The first word behind the name. */
    Fixed FIRST = new Fixed(1, 1, 1);

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

    /** Those that are at the same places whatever the words are, which COMMAND tells. */
    Fixed always();

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

        @Override
        public Fixed always() {
            return this;
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

        @Override
        public Fixed always() {
            return FIRST;
        }
    }

    /**
     * Of GEORADIUS and GEORADIUSBYMEMBER: the first word behind the name, those behind STORE, and
     * those behind STOREDIST. The command writes the last of them; Redis, which writes the same,
     * says that the first of each are keys.
     *
     * @param optionsAt the index of the first option
     */
    record Storing(int optionsAt) implements KeyPositions {
        @Override
        public List<Integer> of(Arguments arguments) {
            List<Integer> indexes = new ArrayList<>();
            if (arguments.count() > 1) {
                indexes.add(1);
            }
            List<Integer> ofDistances = new ArrayList<>();
            // The word behind an option is a key, also if it is "STORE" itself.
            for (int i = optionsAt; i + 1 < arguments.count(); i++) {
                if (arguments.is(i, "STORE")) {
                    i++;
                    indexes.add(i);
                } else if (arguments.is(i, "STOREDIST")) {
                    i++;
                    ofDistances.add(i);
                }
            }
            indexes.addAll(ofDistances);
            return indexes;
        }

        @Override
        public Fixed always() {
            return FIRST;
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
            int first = optionAt(arguments, "STREAMS", true) + 1;
            if (first > 0) {
                int keys = (arguments.count() - first) / 2;
                for (int i = 0; i < keys; i++) {
                    indexes.add(first + i);
                }
            }
            return indexes;
        }

        @Override
        public Fixed always() {
            return NONE;
        }

        /**
         * The index of the last such option before the keys, which is the one that counts, with a
         * word behind it; else -1.
         */
        public int optionAt(Arguments arguments, String option) {
            return optionAt(arguments, option, false);
        }

        private int optionAt(Arguments arguments, String option, boolean takesFirst) {
            int found = -1;
            int i = 1;
            while (i < arguments.count() - 1) {
                if (arguments.is(i, option)) {
                    found = i;
                }
                int words = takesFirst && found > 0 ? 0 : words(arguments, i);
                if (words == 0) {
                    return found;
                }
                i += words;
            }
            return found;
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

        @Override
        public Fixed always() {
            return alsoFirst ? FIRST : NONE;
        }
    }
}
