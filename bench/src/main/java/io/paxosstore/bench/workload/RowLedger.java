package io.paxosstore.bench.workload;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What the clients were told of a table's rows. Thread-safe. */
final class RowLedger {
    private final Additions rows = new Additions();
    private final Increments shared = new Increments();
    private final Map<String, Told> told = new HashMap<>();

    /** What the only writer of a row was told. */
    private static final class Told {
        private String shelf;
        private final Set<String> possibleShelves = new HashSet<>();
        private long certain;
        private long unknown;

        Told(String shelf) {
            this.shelf = shelf;
        }
    }

    /** The ids of the rows: inserted, and removed. */
    Additions rows() {
        return rows;
    }

    /** The updates of the row that all clients share. */
    Increments shared() {
        return shared;
    }

    /** A row is asked for; its outcome is told to {@link #rows}. */
    synchronized void asked(WorkloadRow row) {
        told.put(row.id(), new Told(row.shelf()));
    }

    /** The update of a row by its only writer was acknowledged. */
    synchronized void touched(String id) {
        known(id).certain++;
    }

    /** The update of a row by its only writer has no answer. */
    synchronized void perhapsTouched(String id) {
        known(id).unknown++;
    }

    /** The move of a row by its only writer was acknowledged. */
    synchronized void moved(String id, String shelf) {
        known(id).shelf = shelf;
    }

    /** The move of a row by its only writer has no answer. */
    synchronized void perhapsMoved(String id, String shelf) {
        known(id).possibleShelves.add(shelf);
    }

    private Told known(String id) {
        Told known = told.get(id);
        if (known == null) {
            throw new IllegalArgumentException("nobody asked for the row " + id);
        }
        return known;
    }

    /**
     * What is wrong with a row that was found, a sentence each; no call of its writer may be under
     * way.
     */
    synchronized List<String> problems(WorkloadRow row) {
        List<String> problems = new ArrayList<>();
        Told known = told.get(row.id());
        if (known == null) {
            problems.add(row.id() + " is there, which nobody asked for");
            return problems;
        }
        if (!row.shelf().equals(known.shelf) && !known.possibleShelves.contains(row.shelf())) {
            problems.add(
                    "%s is on %s, its writer put it on %s last"
                            .formatted(row.id(), row.shelf(), known.shelf));
        }
        if (row.touched() < known.certain || row.touched() > known.certain + known.unknown) {
            problems.add(
                    "%s was touched %d times; %d updates were acknowledged, %d are unknown"
                            .formatted(row.id(), row.touched(), known.certain, known.unknown));
        }
        if (!row.note().equals(WorkloadRow.note(row.id()))) {
            problems.add(row.id() + " has the note '" + row.note() + "'");
        }
        return problems;
    }
}
