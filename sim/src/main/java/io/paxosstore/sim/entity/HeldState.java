package io.paxosstore.sim.entity;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * All objects of an entity as an engine holds them: beside each element of the queue the entry that
 * appended it, so that it can tell what another node lacks (Rule C1), and the table as main and
 * delta. Immutable.
 *
 * @param objects the objects but the table
 * @param writers of each element of the queue the entry
 * @param table the table
 * @param changed the newest entry that changed anything; 0 for none
 */
public record HeldState(EntityState objects, List<Long> writers, HeldTable table, long changed) {
    /** Before entry 1. */
    public static final HeldState EMPTY =
            new HeldState(EntityState.EMPTY, List.of(), HeldTable.EMPTY, 0);

    /** What a reader sees. */
    public EntityState seen() {
        return objects.with(table.rows());
    }

    /** The same with another table. */
    public HeldState with(HeldTable other) {
        return new HeldState(objects, writers, other, changed);
    }

    /** The state after an entry's changes, as {@link Effect#encode} wrote them. */
    public HeldState after(byte[] changes, long entry) {
        EntityState next = objects;
        HeldTable rows = table;
        List<Effect> effects = Effect.decode(changes);
        for (Effect effect : effects) {
            if (effect instanceof Effect.PutRow row) {
                rows = rows.after(row);
            } else {
                next = next.after(effect);
            }
        }
        long removed = Math.min(next.taken() - objects.taken(), writers.size());
        List<Long> nextWriters = new ArrayList<>(writers.subList((int) removed, writers.size()));
        nextWriters.addAll(Collections.nCopies(next.queue().size() - nextWriters.size(), entry));
        long newest = effects.isEmpty() ? changed : entry;
        return new HeldState(next, List.copyOf(nextWriters), rows, newest);
    }

    /**
     * The same with those elements only that were appended after an entry; the table is whole, main
     * and delta.
     */
    public HeldState appendedAfter(long above) {
        int older = olderThan(above);
        List<Long> queue = objects.queue();
        return new HeldState(
                new EntityState(
                        objects.cells(), objects.taken(), queue.subList(older, queue.size())),
                writers.subList(older, writers.size()),
                table,
                changed);
    }

    /** How many elements come from entries up to this one. */
    private int olderThan(long above) {
        int older = 0;
        while (older < writers.size() && writers.get(older) <= above) {
            older++;
        }
        return older;
    }

    /**
     * This state, brought to the version of one of which it holds the older elements.
     *
     * @param sent what {@link #appendedAfter} gave
     * @param above for which entry
     */
    public HeldState with(HeldState sent, long above) {
        int older = olderThan(above);
        long taken = sent.objects.taken() - objects.taken();
        int from = (int) Math.max(0, Math.min(older, taken));
        List<Long> queue = new ArrayList<>(objects.queue().subList(from, older));
        queue.addAll(sent.objects.queue());
        List<Long> entries = new ArrayList<>(writers.subList(from, older));
        entries.addAll(sent.writers);
        return new HeldState(
                new EntityState(sent.objects.cells(), sent.objects.taken(), List.copyOf(queue)),
                List.copyOf(entries),
                sent.table,
                sent.changed);
    }
}
