package io.paxosstore.cli.top;

import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Columns, of which those are left out that matter least when there is no room. Not thread-safe.
 */
final class TextTable {
    /**
     * A column.
     *
     * @param isRight whether its cells are numbers
     * @param least its width, unless a cell is wider: columns are not to jump with each number
     * @param rank the greatest is left out first; with 0 it stays
     */
    record Column(String head, boolean isRight, int least, int rank) {
        private static final int NUMBER = 4;
        private static final int TIME = 5;

        static Column number(String head, int rank) {
            return new Column(head, true, NUMBER, rank);
        }

        static Column time(String head, int rank) {
            return new Column(head, true, TIME, rank);
        }

        static Column text(String head, int rank) {
            return new Column(head, false, 0, rank);
        }
    }

    /** A cell. */
    record Cell(String text, Tone tone) {
        static Cell plain(String text) {
            return new Cell(text, Tone.PLAIN);
        }
    }

    private final List<Column> columns;
    private final List<List<Cell>> rows = new ArrayList<>();

    TextTable(List<Column> columns) {
        this.columns = List.copyOf(columns);
    }

    /** Adds a row, with a cell for each column. */
    void add(List<Cell> row) {
        if (row.size() != columns.size()) {
            throw new IllegalArgumentException(
                    row.size() + " cells of " + columns.size() + " columns");
        }
        rows.add(row);
    }

    boolean isEmpty() {
        return rows.isEmpty();
    }

    /** The head, and a line for each row. */
    List<AttributedString> lines(View view) {
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = Math.max(columns.get(i).least(), width(columns.get(i).head()));
            for (List<Cell> row : rows) {
                widths[i] = Math.max(widths[i], width(row.get(i).text()));
            }
        }
        boolean[] isShown = shown(widths, view.width());
        int gap = total(widths, isShown, 2) <= view.width() ? 2 : 1;
        List<AttributedString> lines = new ArrayList<>();
        lines.add(
                line(
                        columns.stream().map(each -> new Cell(each.head(), Tone.STRONG)).toList(),
                        widths,
                        isShown,
                        gap,
                        view));
        rows.forEach(row -> lines.add(line(row, widths, isShown, gap, view)));
        return lines;
    }

    /** Names have no bound: if the last column is to stay, it is cut. */
    private boolean[] shown(int[] widths, int room) {
        int last = widths.length - 1;
        boolean[] isShown = new boolean[widths.length];
        Arrays.fill(isShown, true);
        int[] needed = widths.clone();
        if (!columns.get(last).isRight() && columns.get(last).rank() == 0) {
            needed[last] = width(columns.get(last).head());
        }
        List<Integer> optional = new ArrayList<>();
        for (int i = 0; i < widths.length; i++) {
            if (columns.get(i).rank() > 0) {
                optional.add(i);
            }
        }
        optional.sort(Comparator.comparingInt((Integer i) -> -columns.get(i).rank()));
        for (int i : optional) {
            if (total(needed, isShown, 1) > room) {
                isShown[i] = false;
            }
        }
        return isShown;
    }

    private static int total(int[] widths, boolean[] isShown, int gap) {
        int total = -gap;
        for (int i = 0; i < widths.length; i++) {
            total += isShown[i] ? widths[i] + gap : 0;
        }
        return total;
    }

    private AttributedString line(
            List<Cell> row, int[] widths, boolean[] isShown, int gap, View view) {
        AttributedStringBuilder line = new AttributedStringBuilder();
        int owed = 0;
        for (int i = 0; i < widths.length; i++) {
            if (!isShown[i]) {
                continue;
            }
            Cell cell = row.get(i);
            int blanks = Math.max(0, widths[i] - width(cell.text()));
            boolean isRight = columns.get(i).isRight();
            line.append(" ".repeat(owed + (isRight ? blanks : 0)));
            line.append(view.text(cell.text(), cell.tone()));
            owed = gap + (isRight ? 0 : blanks); // no blanks at the end of a line
        }
        return view.cut(line.toAttributedString());
    }

    private static int width(String text) {
        return new AttributedString(text).columnLength();
    }
}
