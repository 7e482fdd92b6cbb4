package io.paxosstore.bench.demo;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What senders were told about an inbox, and what its reader was shown. Thread-safe. */
final class InboxRecord {
    /**
     * A message.
     *
     * @param sender the user who sent it
     * @param number grows from message to message of a sender
     */
    record Letter(int sender, long number) {
        String text() {
            return sender + " " + number;
        }

        static Letter of(String text) {
            int blank = text.indexOf(' ');
            return new Letter(
                    Integer.parseInt(text.substring(0, blank)),
                    Long.parseLong(text.substring(blank + 1)));
        }
    }

    private record Delivered(long sequence, Letter letter) {}

    private final String owner;

    /** Letters that arrived for certain, with their sequence number; null if it was not told. */
    private final Map<Letter, @Nullable Long> acknowledged = new HashMap<>();

    private final Set<Letter> unknown = new HashSet<>();
    private final List<Delivered> delivered = new ArrayList<>();

    InboxRecord(String owner) {
        this.owner = owner;
    }

    /** The sender was told the letter's place in the queue, or at least that it has one. */
    synchronized void acknowledged(Letter letter, @Nullable Long sequence) {
        acknowledged.put(letter, sequence);
    }

    /** The sender was told that the letter may have arrived or not. */
    synchronized void unknown(Letter letter) {
        unknown.add(letter);
    }

    /** The reader was shown a letter. */
    synchronized void delivered(long sequence, Letter letter) {
        delivered.add(new Delivered(sequence, letter));
    }

    synchronized int acknowledgedCount() {
        return acknowledged.size();
    }

    /** Everything that contradicts "acknowledged is delivered exactly once, in order". */
    synchronized List<String> problems() {
        List<String> problems = new ArrayList<>();
        Map<Letter, Long> seen = new HashMap<>();
        Map<Integer, Long> newestOfSender = new HashMap<>();
        long sequenceBefore = 0;
        for (Delivered one : delivered) {
            Letter letter = one.letter();
            if (one.sequence() <= sequenceBefore) {
                problems.add(at(letter) + "came as " + one.sequence() + " after " + sequenceBefore);
            }
            sequenceBefore = one.sequence();
            if (seen.put(letter, one.sequence()) != null) {
                problems.add(at(letter) + "was delivered twice");
            }
            if (!acknowledged.containsKey(letter) && !unknown.contains(letter)) {
                problems.add(at(letter) + "was delivered though nobody sent it");
            }
            // A letter of unknown outcome may arrive long after its sender has given up.
            if (!unknown.contains(letter)) {
                long before = newestOfSender.getOrDefault(letter.sender(), 0L);
                if (letter.number() <= before) {
                    problems.add(at(letter) + "was delivered after letter " + before);
                }
                newestOfSender.put(letter.sender(), letter.number());
            }
        }
        acknowledged.forEach((letter, sequence) -> {
            Long shown = seen.get(letter);
            if (shown == null) {
                problems.add(at(letter) + "was acknowledged and never delivered");
            } else if (sequence != null && !sequence.equals(shown)) {
                problems.add(at(letter) + "has place " + sequence + ", came as " + shown);
            }
        });
        return problems;
    }

    private String at(Letter letter) {
        return "inbox of %s: letter %d of %s "
                .formatted(owner, letter.number(), SocialGraph.name(letter.sender()));
    }
}
