package io.paxosstore.redis.data;

import org.jspecify.annotations.Nullable;

/**
 * Which events of keys are published, and on which channels, as Redis's setting {@code
 * notify-keyspace-events} has it: one letter each.
 *
 * @param classes those that are published, see {@link EventClass#bits}
 * @param onKeys whether on the channel of the key, with the event as the message
 * @param onEvents whether on the channel of the event, with the key as the message
 */
public record EventFlags(int classes, boolean onKeys, boolean onEvents) {
    /** Nothing is published. */
    public static final EventFlags NONE = new EventFlags(EventClass.NONE, false, false);

    /** All letters there are. */
    public static final String LETTERS = "Ag$lshzxeKEtmdn";

    /** What {@code A} is short for: all but what is told of reads and of new keys. */
    private static final int ALL =
            EventClass.bits(
                    EventClass.GENERIC,
                    EventClass.STRING,
                    EventClass.LIST,
                    EventClass.SET,
                    EventClass.HASH,
                    EventClass.SORTED_SET,
                    EventClass.EXPIRED,
                    EventClass.EVICTED,
                    EventClass.STREAM,
                    EventClass.MODULE);

    /** What letters say; null if there is another one among them. */
    public static @Nullable EventFlags of(String letters) {
        int classes = EventClass.NONE;
        for (int i = 0; i < letters.length(); i++) {
            char letter = letters.charAt(i);
            if (LETTERS.indexOf(letter) < 0) {
                return null;
            }
            classes |= letter == 'A' ? ALL : bit(letter);
        }
        return new EventFlags(classes, letters.indexOf('K') >= 0, letters.indexOf('E') >= 0);
    }

    /** 0 for one that names a channel. */
    private static int bit(char letter) {
        for (EventClass one : EventClass.values()) {
            if (one.letter() == letter) {
                return one.bit();
            }
        }
        return EventClass.NONE;
    }

    /** The letters as Redis tells them: in its order, and with {@code A}, which hides new keys. */
    public String letters() {
        StringBuilder letters = new StringBuilder();
        if ((classes & ALL) == ALL) {
            letters.append('A');
        } else {
            for (EventClass one : EventClass.values()) {
                if (one.isIn(classes) && one != EventClass.KEY_MISS) {
                    letters.append(one.letter());
                }
            }
        }
        letters.append(onKeys ? "K" : "").append(onEvents ? "E" : "");
        return letters.append(EventClass.KEY_MISS.isIn(classes) ? "m" : "").toString();
    }
}
