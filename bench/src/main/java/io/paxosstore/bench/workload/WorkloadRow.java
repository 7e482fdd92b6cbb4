package io.paxosstore.bench.workload;

import io.paxosstore.client.table.Indexed;
import io.paxosstore.client.table.Key;
import io.paxosstore.client.table.Required;

/**
 * A row of the tables of an {@link EntityWorkload}.
 *
 * @param id unique
 * @param shelf moves now and then; one of {@link #SHELVES}
 * @param touched how often the row was updated by adding one
 * @param note belongs to the id, and never changes
 */
record WorkloadRow(@Key String id, @Indexed @Required String shelf, long touched, String note) {
    /** How many shelves there are. */
    static final int SHELVES = 4;

    private static final int NOTE_WORDS = 5;

    /** A new row. */
    static WorkloadRow fresh(String id, String shelf) {
        return new WorkloadRow(id, shelf, 0, note(id));
    }

    static String shelf(int number) {
        return "shelf-" + number;
    }

    /** The note of a row of this id. */
    static String note(String id) {
        return ("note of " + id + ". ").repeat(NOTE_WORDS);
    }
}
