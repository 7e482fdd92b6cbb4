package io.paxosstore.protocol.model;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * Operations on a table. A table must be created; all others fail with {@link Failure.NoTable} if
 * it is absent, and with {@link Failure.NoColumn} or {@link Failure.WrongColumn} if what they name
 * does not fit its schema. Expired rows count as absent everywhere.
 *
 * <p>One operation looks at {@link ModelLimits#ROWS_READ_MAX} rows at most. A {@link Scan} in the
 * order of the primary key goes on with its next page; the others fail with {@link
 * Failure.LimitExceeded}.
 */
public sealed interface TableOperation extends Operation {
    @Override
    default ObjectType type() {
        return ObjectType.TABLE;
    }

    @Override
    default boolean isUpdate() {
        return !(this instanceof Describe
                || this instanceof Get
                || this instanceof Scan
                || this instanceof Compute);
    }

    /**
     * Creates a table. Result: {@link Result.Flag}, whether it was created.
     *
     * @param ifAbsent leave a table that is there as it is; else it fails with {@link
     *     Failure.TableExists}
     */
    record Create(String object, TableSchema schema, boolean ifAbsent) implements TableOperation {}

    /** Changes the schema. Result: {@link Result.Done}. */
    record Alter(String object, TableChange change) implements TableOperation {}

    /** Reads the schema. Result: {@link Result.Table}. */
    record Describe(String object) implements TableOperation {}

    /** What to do with rows whose key is there already. */
    enum Present {
        /** The operation fails with {@link Failure.RowExists}. */
        FAIL(1),
        /** The row is replaced, columns that are not named become NULL. */
        REPLACE(2),
        /** The row stays as it is. */
        KEEP(3);

        private static final Present[] BY_CODE = values();

        private final byte code;

        Present(int code) {
            this.code = (byte) code;
        }

        /** The number that stands for it in all formats. */
        public byte code() {
            return code;
        }

        /**
         * What a number stands for.
         *
         * @throws IllegalArgumentException if it stands for nothing
         */
        public static Present of(int code) {
            if (code < 1 || code > BY_CODE.length) {
                throw new IllegalArgumentException("No insert has the number " + code + ".");
            }
            return BY_CODE[code - 1];
        }
    }

    /**
     * Writes rows. Result: {@link Result.Count} of those that were absent.
     *
     * @param columns the columns given; all others become NULL
     * @param rows the values of each row, in the order of {@code columns}
     * @param present what to do with rows that are there
     * @param ttlMillis how long the rows live, milliseconds from the moment of the entry; 0 for as
     *     long as the schema says
     */
    record Insert(
            String object,
            List<String> columns,
            List<List<@Nullable Object>> rows,
            Present present,
            long ttlMillis)
            implements TableOperation {}

    /**
     * Changes rows. They live on as long as before. Result: {@link Result.Count} of the rows meant.
     *
     * @param limit most rows, the first in the order of the primary key; 0 for all
     */
    record Update(String object, List<Assignment> assignments, Condition where, long limit)
            implements TableOperation {}

    /**
     * Removes rows. Result: {@link Result.Count}.
     *
     * @param limit most rows, the first in the order of the primary key; 0 for all
     */
    record Delete(String object, Condition where, long limit) implements TableOperation {}

    /**
     * Reads rows by their keys. Result: {@link Result.Rows}, in the order of the keys, without
     * those that are absent.
     *
     * @param keys the values of the primary key's columns, in their order
     * @param columns wanted; empty for all
     */
    record Get(String object, List<List<Object>> keys, List<String> columns)
            implements TableOperation {}

    /** Reads rows. Result: {@link Result.Rows}. Each page shows one version of the table. */
    record Scan(String object, TableQuery query) implements TableOperation {}

    /** Computes aggregates. Result: {@link Result.Rows} of one row. */
    record Compute(String object, List<Aggregate> aggregates, Condition where)
            implements TableOperation {}

    /**
     * Does what is due: removes expired rows, goes on building indexes; nobody sees a difference
     * but for an index that is complete. Result: {@link Result.Count} of rows that it looked at; 0
     * if nothing is left to be done.
     *
     * @param rows most rows to look at, 1 to {@link ModelLimits#OPERATION_ELEMENTS_MAX}
     */
    record Tend(String object, int rows) implements TableOperation {}
}
