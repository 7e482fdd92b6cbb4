package io.paxosstore.table;

import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.Failure;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds a table's columns by name, and says so if one is missing. Not thread-safe. */
final class Columns {
    private final String name;
    private final TableDefinition table;
    private final Cells cells;

    Columns(String name, TableDefinition table) {
        this.name = name;
        this.table = table;
        this.cells = new Cells(name);
    }

    Cells cells() {
        return cells;
    }

    Column column(int place) {
        return table.column(place);
    }

    /** Where a column is. */
    int place(String column) {
        int place = table.schema().indexOf(column);
        if (place < 0) {
            throw new TableFailureException(new Failure.NoColumn(name, column));
        }
        return place;
    }

    /** Where columns are; all if none are named. */
    int[] places(List<String> names) {
        int[] found = new int[names.isEmpty() ? table.columnCount() : names.size()];
        for (int i = 0; i < found.length; i++) {
            found[i] = names.isEmpty() ? i : place(names.get(i));
        }
        return found;
    }

    /** Like {@link #places}, each column once. */
    int[] distinctPlaces(List<String> names) {
        Set<String> seen = new HashSet<>();
        for (String column : names) {
            if (!seen.add(column)) {
                throw TableFailureException.invalid(
                        name, "the column \"" + column + "\" is named twice.");
            }
        }
        return names.stream().mapToInt(this::place).toArray();
    }

    List<String> names(int[] found) {
        return Arrays.stream(found).mapToObj(place -> column(place).name()).toList();
    }
}
