package io.paxosstore.table;

import io.paxosstore.log.WorkMeter;
import io.paxosstore.protocol.bytes.ByteWriter;
import io.paxosstore.protocol.model.Column;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Ranges of keys, put together column by column out of what a condition says of them.
 *
 * @param ranges in ascending order, none overlaps another
 * @param score how much the condition says, the more the better
 * @param arePoints whether each range has all columns, with one value each
 */
record RangeDraft(List<KeyRange> ranges, int score, boolean arePoints) {
    /** Most ranges that the values of an IN make. */
    static final int RANGES_MAX = 1000;

    /**
     * Most bytes that a draft writes on its way, about a kilobyte for each range. A short condition
     * can name very many or very long ones; where it would be more, they stay as wide as they are.
     */
    static final int BYTES_MAX = 1 << 20;

    private static final int EQUAL_SCORE = 4;
    private static final int RANGE_SCORE = 2;
    private static final int NULL = 0;
    private static final int PRESENT = 1;

    /**
     * A draft.
     *
     * @param places of the columns in the keys
     * @param constraints by the place of the column
     * @param index whose records the keys are; null for the primary key
     * @param meter charged for what is written
     */
    static RangeDraft of(
            TableDefinition table,
            int[] places,
            Map<Integer, Constraint> constraints,
            TableDefinition.@Nullable Index index,
            WorkMeter meter) {
        Growth growth = new Growth(index, meter);
        int score = 0;
        for (int place : places) {
            Constraint constraint = constraints.get(place);
            Column column = table.column(place);
            if (constraint == null) {
                return new RangeDraft(growth.whole(), score, false);
            }
            if (!growth.extend(column, constraint)) {
                List<KeyRange> ranges =
                        constraint.isRange() ? growth.ranges(column, constraint) : null;
                return ranges == null
                        ? new RangeDraft(growth.whole(), score, false)
                        : new RangeDraft(ranges, score + RANGE_SCORE, false);
            }
            score += EQUAL_SCORE;
        }
        return new RangeDraft(growth.whole(), score, true);
    }

    /** The beginnings of the keys, as long as they are so far. */
    private static final class Growth {
        private final WorkMeter meter;
        private final boolean nullable;

        /** In ascending order; none is the beginning of another. */
        private List<byte[]> prefixes;

        /** What they have together. */
        private long bytes;

        private long written;

        Growth(TableDefinition.@Nullable Index index, WorkMeter meter) {
            ByteWriter begin = new ByteWriter(2);
            if (index != null) {
                RowKeys.putIndex(begin, index);
            }
            this.meter = meter;
            this.nullable = index != null;
            this.prefixes = List.of(begin.toBytes());
            this.bytes = begin.size();
        }

        /** Whether there is room to write so much; counts it then. */
        private boolean takes(long keys, long more) {
            if (written + more > BYTES_MAX) {
                return false;
            }
            written += more;
            meter.charge(keys);
            meter.chargeBytes(more);
            return true;
        }

        /**
         * Lets each be followed by each of the values that a column may have.
         *
         * @return whether that was done; if not, these may be too many, or any
         */
        boolean extend(Column column, Constraint constraint) {
            SortedSet<byte[]> values = values(column, constraint);
            if (values == null) {
                return false;
            }
            long valueBytes = values.stream().mapToLong(value -> value.length).sum();
            long keys = (long) prefixes.size() * values.size();
            long more = bytes * values.size() + valueBytes * prefixes.size();
            if (!takes(keys, more)) {
                return false;
            }
            // In order as they are: no value's bytes are the beginning of another's.
            List<byte[]> all = new ArrayList<>((int) keys);
            for (byte[] prefix : prefixes) {
                for (byte[] value : values) {
                    all.add(joined(prefix, value));
                }
            }
            prefixes = all;
            bytes = more;
            return true;
        }

        /** The bytes of the values that a column may have; null if these are too many, or any. */
        private @Nullable SortedSet<byte[]> values(Column column, Constraint constraint) {
            SortedSet<byte[]> values = new TreeSet<>(Arrays::compareUnsigned);
            List<Object> equal = constraint.equal;
            if (equal != null) {
                if (equal.size() * (long) prefixes.size() > RANGES_MAX) {
                    return null;
                }
                equal.forEach(value -> values.add(encoded(column, value)));
            } else if (constraint.isNull && nullable) {
                values.add(new byte[] {NULL});
            } else {
                return null;
            }
            return values;
        }

        private byte[] encoded(Column column, Object value) {
            ByteWriter out = new ByteWriter(16);
            if (nullable) {
                KeyCodec.putNullable(out, column.type(), value);
            } else {
                KeyCodec.put(out, column.type(), value);
            }
            meter.chargeBytes(out.size());
            return out.toBytes();
        }

        private static byte[] joined(byte[] prefix, byte[] more) {
            byte[] all = Arrays.copyOf(prefix, prefix.length + more.length);
            System.arraycopy(more, 0, all, prefix.length, more.length);
            return all;
        }

        private static KeyRange whole(byte[] prefix) {
            return new KeyRange(prefix, RowKeys.afterPrefix(prefix));
        }

        /** All keys that begin like this. */
        List<KeyRange> whole() {
            return prefixes.stream().map(Growth::whole).toList();
        }

        /** Of these the keys in which a column lies between bounds; null if they are too long. */
        @Nullable List<KeyRange> ranges(Column column, Constraint constraint) {
            byte[] begin = begin(constraint.prefix);
            Object lower = constraint.lower;
            Object upper = constraint.upper;
            byte[] from = lower == null ? null : encoded(column, lower);
            byte[] to = upper == null ? null : encoded(column, upper);
            long each = begin.length + (long) length(from) + length(to);
            int parts = 1 + (from == null ? 0 : 1) + (to == null ? 0 : 1);
            if (!takes((long) parts * prefixes.size(), each * prefixes.size() + parts * bytes)) {
                return null;
            }
            List<KeyRange> ranges = new ArrayList<>(prefixes.size());
            for (byte[] prefix : prefixes) {
                KeyRange range = whole(joined(prefix, begin));
                if (from != null) {
                    byte[] bound = joined(prefix, from);
                    byte[] first = constraint.lowerIncluded ? bound : RowKeys.afterPrefix(bound);
                    range = first == null ? range : range.startingAt(first);
                }
                if (to != null) {
                    byte[] bound = joined(prefix, to);
                    byte[] end = constraint.upperIncluded ? RowKeys.afterPrefix(bound) : bound;
                    range = end == null ? range : range.endingBefore(end);
                }
                if (!range.isEmpty()) {
                    ranges.add(range);
                }
            }
            return ranges;
        }

        private static int length(byte @Nullable [] bound) {
            return bound == null ? 0 : bound.length;
        }

        /** How all values of a column begin that are not null, or begin with a text. */
        private byte[] begin(@Nullable String text) {
            ByteWriter out = new ByteWriter(16);
            if (nullable) {
                out.putByte(PRESENT);
            }
            if (text != null) {
                KeyCodec.putPrefix(out, text);
                meter.chargeBytes(out.size());
            }
            return out.toBytes();
        }
    }
}
