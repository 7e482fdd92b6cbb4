package io.paxosstore.bench.workload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What was added to an object, as its clients were told: unique elements, each acknowledged, of
 * unknown outcome, or taken out again. Thread-safe.
 */
final class Additions {
    private final Map<String, Acknowledged> certain = new HashMap<>();
    private final Set<String> possible = new HashSet<>();
    private final Set<String> taken = new HashSet<>();
    private final Set<String> perhapsTaken = new HashSet<>();
    private final List<String> problems = new ArrayList<>();
    private long unknownPops;

    /**
     * An acknowledged addition.
     *
     * @param place where the answer said that the element is; 0 if it did not
     */
    private record Acknowledged(long place, long invoked, long returned) {}

    /** An element and where it was found. */
    record Found(String element, long place) {}

    /** An addition was acknowledged. */
    synchronized void acknowledged(String element, long place, long invoked, long returned) {
        certain.put(element, new Acknowledged(place, invoked, returned));
    }

    /** An addition has no answer. */
    synchronized void unknown(String element) {
        possible.add(element);
    }

    /** A removal that names the element was acknowledged, or an answer handed the element out. */
    synchronized void taken(String element) {
        if (!taken.add(element)) {
            problems.add(element + " was taken out twice");
        }
    }

    /** A removal that names the element has no answer. */
    synchronized void perhapsTaken(String element) {
        perhapsTaken.add(element);
    }

    /** A removal of whatever is first or last has no answer. */
    synchronized void popUnknown() {
        unknownPops++;
    }

    /** What is wrong, given everything that is there now, a sentence each. */
    synchronized List<String> problems(List<String> present) {
        List<String> found = new ArrayList<>(problems);
        Set<String> seen = new HashSet<>();
        for (String element : present) {
            if (!seen.add(element)) {
                found.add(element + " is there twice");
            }
            if (taken.contains(element)) {
                found.add(element + " is there although it was taken out");
            }
        }
        Set<String> all = new HashSet<>(seen);
        all.addAll(taken);
        for (String element : all) {
            if (!certain.containsKey(element) && !possible.contains(element)) {
                found.add(element + " was never added");
            }
        }
        List<String> missing =
                certain.keySet().stream()
                        .filter(element ->
                                !all.contains(element) && !perhapsTaken.contains(element))
                        .toList();
        if (missing.size() > unknownPops) {
            found.add(
                    "%d acknowledged elements are missing, such as %s; %d removals are unknown"
                            .formatted(missing.size(), missing.getFirst(), unknownPops));
        }
        return found;
    }

    /**
     * What is wrong with the order of elements that keep their place, a sentence each: an element
     * is where its answer said, and behind every element that was acknowledged before it was asked
     * for.
     *
     * @param delivered in the order of their places
     */
    synchronized List<String> problemsOfOrder(List<Found> delivered) {
        List<String> found = new ArrayList<>();
        long latestInvoked = Long.MIN_VALUE;
        String latest = "";
        for (Found one : delivered) {
            Acknowledged told = certain.get(one.element());
            if (told == null) {
                continue;
            }
            if (told.place() != 0 && told.place() != one.place()) {
                found.add(
                        "%s is at %d, acknowledged at %d"
                                .formatted(one.element(), one.place(), told.place()));
            }
            if (told.returned() < latestInvoked) {
                found.add(one.element() + " is behind " + latest + ", which was asked for later");
            }
            if (told.invoked() > latestInvoked) {
                latestInvoked = told.invoked();
                latest = one.element();
            }
        }
        return found;
    }

    /** How many additions were acknowledged. */
    synchronized int size() {
        return certain.size();
    }
}
