package io.paxosstore.bench.workload;

import java.util.ArrayList;
import java.util.List;

/**
 * What the clients were told of one entity of an {@link EntityWorkload}, object by object.
 * Thread-safe.
 */
final class EntityLedger {
    private final String entity;
    private final Additions transfers = new Additions();
    private final Additions recent = new Additions();
    private final Additions tasks = new Additions();
    private final Additions members = new Additions();
    private final Increments hits = new Increments();
    private final Increments counts = new Increments();
    private final Increments refused = new Increments();
    private final RowLedger rows = new RowLedger();
    private final List<String> problems = new ArrayList<>();

    EntityLedger(String entity) {
        this.entity = entity;
    }

    /** The entity's id. */
    String entity() {
        return entity;
    }

    /** The queue of transfers between the two maps. */
    Additions transfers() {
        return transfers;
    }

    /** The list that grows at both ends. */
    Additions recent() {
        return recent;
    }

    /** The list that is appended to and popped. */
    Additions tasks() {
        return tasks;
    }

    /** The set. */
    Additions members() {
        return members;
    }

    /** The counter that is an object. */
    Increments hits() {
        return hits;
    }

    /** The counter that is a field of a map. */
    Increments counts() {
        return counts;
    }

    /** The counter of transfers whose guard did not hold. */
    Increments refused() {
        return refused;
    }

    /** The table. */
    RowLedger rows() {
        return rows;
    }

    /** Something was wrong while the clients ran. */
    synchronized void problem(String sentence) {
        problems.add(entity + ": " + sentence);
    }

    /** What was wrong while the clients ran. */
    synchronized List<String> problems() {
        return List.copyOf(problems);
    }
}
