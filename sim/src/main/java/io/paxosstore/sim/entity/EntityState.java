package io.paxosstore.sim.entity;

import io.paxosstore.core.StateMachine;
import io.paxosstore.sim.SimViolation;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All objects of an entity. Immutable.
 *
 * @param cells the numbers, by {@link Cell}
 * @param taken how many elements have been taken off the queue: the sequence of the last one
 * @param queue the elements of the queue, the oldest first
 * @param rows the rows of the table, by key
 */
public record EntityState(
        List<Long> cells, long taken, List<Long> queue, SortedMap<Long, Row> rows) {
    /** What an encoded row takes. */
    private static final int ROW_LONGS = 4;

    /** Before entry 1. */
    public static final EntityState EMPTY =
            new EntityState(Collections.nCopies(Cell.values().length, 0L), 0, List.of());

    /** Without rows. */
    public EntityState(List<Long> cells, long taken, List<Long> queue) {
        this(cells, taken, queue, Collections.emptySortedMap());
    }

    /** The same with other rows. */
    EntityState with(SortedMap<Long, Row> others) {
        return new EntityState(cells, taken, queue, Collections.unmodifiableSortedMap(others));
    }

    /** A number. */
    public long cell(Cell cell) {
        return cells.get(cell.index());
    }

    private EntityState with(Cell cell, long value) {
        return cell(cell) == value ? this : after(new Effect.Put(cell, value));
    }

    /** What is left at a time (Rule X1). */
    public EntityState at(long clockMillis) {
        long until = cell(Cell.FLASH_UNTIL);
        return until == 0 || until > clockMillis
                ? this
                : with(Cell.FLASH, 0).with(Cell.FLASH_UNTIL, 0);
    }

    /** What clients are shown of it at a time. */
    public EntityState shown(long clockMillis) {
        return at(clockMillis).with(Cell.FLASH_UNTIL, 0);
    }

    /**
     * A deadline that has passed by a node's clock, but not by that of the newest entry (Rule X2);
     * 0 for none.
     */
    public long dueMillis(long clockMillis, long wallMillis) {
        long until = cell(Cell.FLASH_UNTIL);
        return until > clockMillis && until <= wallMillis ? until : 0;
    }

    /** The sequence of the newest element, there or taken. */
    public long appended() {
        return taken + queue.size();
    }

    /** What is kept on all accounts: 0 unless a transfer was done in part. */
    public long sum() {
        long sum = 0;
        for (int account = 0; account < Cell.ACCOUNTS; account++) {
            sum += cells.get(account);
        }
        return sum;
    }

    /** SumConserved: a transfer is done as a whole or not at all. */
    public void checkSum(String where) {
        if (sum() != 0) {
            throw new SimViolation("SumConserved", where + " holds " + this);
        }
    }

    /**
     * The state after an effect.
     *
     * @throws SimViolation SequencesGrow, if a sequence is used again or one is left out
     */
    public EntityState after(Effect effect) {
        return switch (effect) {
            case Effect.Put put -> {
                List<Long> changed = new ArrayList<>(cells);
                changed.set(put.cell().index(), put.value());
                yield new EntityState(List.copyOf(changed), taken, queue, rows);
            }
            case Effect.Push push -> {
                inOrder(push.sequence(), appended() + 1);
                List<Long> longer = new ArrayList<>(queue);
                longer.add(push.element());
                yield new EntityState(cells, taken, List.copyOf(longer), rows);
            }
            case Effect.Remove remove -> {
                inOrder(remove.sequence(), queue.isEmpty() ? 0 : taken + 1);
                yield new EntityState(cells, taken + 1, queue.subList(1, queue.size()), rows);
            }
            case Effect.PutRow put -> {
                TreeMap<Long, Row> changed = new TreeMap<>(rows);
                HeldTable.put(changed, put.key(), put.row());
                yield with(changed);
            }
        };
    }

    private static void inOrder(long sequence, long expected) {
        if (sequence != expected) {
            throw new SimViolation(
                    "SequencesGrow", "sequence " + sequence + " where " + expected + " is next");
        }
    }

    /** The state after an entry's changes, as {@link Effect#encode} wrote them. */
    public static byte[] after(byte[] state, byte[] changes) {
        EntityState now = decode(state);
        for (Effect effect : Effect.decode(changes)) {
            now = now.after(effect);
        }
        return now.encode();
    }

    /** As bytes; none for {@link #EMPTY}. */
    public byte[] encode() {
        if (equals(EMPTY)) {
            return StateMachine.NO_STATE;
        }
        ByteBuffer out =
                ByteBuffer.allocate(
                        Long.BYTES * (cells.size() + 2 + ROW_LONGS * rows.size() + queue.size()));
        cells.forEach(out::putLong);
        out.putLong(taken);
        out.putLong(rows.size());
        rows.forEach((key, row) ->
                out.putLong(key).putLong(row.columns()).putLong(row.first()).putLong(row.second()));
        queue.forEach(out::putLong);
        return out.array();
    }

    /** From bytes. */
    public static EntityState decode(byte[] bytes) {
        if (bytes.length == 0) {
            return EMPTY;
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        List<Long> cells = new ArrayList<>();
        for (int i = 0; i < EMPTY.cells.size(); i++) {
            cells.add(in.getLong());
        }
        long taken = in.getLong();
        TreeMap<Long, Row> rows = new TreeMap<>();
        for (long left = in.getLong(); left > 0; left--) {
            rows.put(in.getLong(), new Row((int) in.getLong(), in.getLong(), in.getLong()));
        }
        List<Long> queue = new ArrayList<>();
        while (in.hasRemaining()) {
            queue.add(in.getLong());
        }
        return new EntityState(
                List.copyOf(cells),
                taken,
                List.copyOf(queue),
                Collections.unmodifiableSortedMap(rows));
    }
}
