package io.paxosstore.sim.entity;

import org.jspecify.annotations.Nullable;

/**
 * A row of the table that every entity holds, with two columns. An entry puts rows as a whole; that
 * a row may lack a column is for a planted bug alone.
 *
 * @param columns which columns it has: 1 for the first, 2 for the second, {@link #ALL} for both
 * @param first the first column, 0 if it lacks it
 * @param second the second column, 0 if it lacks it
 */
public record Row(int columns, long first, long second) {
    /** Both columns. */
    public static final int ALL = 3;

    /** Stands for a row that is not there. */
    static final Row NONE = new Row(0, 0, 0);

    /** How many rows a table has at most: their keys are 0 and so on. */
    public static final int KEYS = 10;

    /** A whole row. */
    public static Row of(long first, long second) {
        return new Row(ALL, first, second);
    }

    /**
     * A column.
     *
     * @param column 1 or 2
     */
    public long column(int column) {
        return column == 1 ? first : second;
    }

    /** The same with another value in one column. */
    public Row with(int column, long value) {
        return column == 1 ? new Row(columns, value, second) : new Row(columns, first, value);
    }

    /** What is read where this row lies over another: columns that it lacks show through. */
    public Row over(@Nullable Row below) {
        if (columns == ALL || below == null) {
            return this;
        }
        return new Row(
                columns | below.columns,
                (columns & 1) != 0 ? first : below.first,
                (columns & 2) != 0 ? second : below.second);
    }

    /** Those columns only in which it differs from another row; all if there is no difference. */
    public Row changedFrom(Row before) {
        int changed = (first == before.first ? 0 : 1) + (second == before.second ? 0 : 2);
        return changed == 0
                ? this
                : new Row(changed, (changed & 1) != 0 ? first : 0, (changed & 2) != 0 ? second : 0);
    }
}
