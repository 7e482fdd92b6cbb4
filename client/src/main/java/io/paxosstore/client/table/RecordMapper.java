package io.paxosstore.client.table;

import io.paxosstore.protocol.model.TableIndex;
import io.paxosstore.protocol.model.TableSchema;

import org.jspecify.annotations.Nullable;

import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Maps a Java record: each component is a column.
 *
 * <pre>{@code
 * record Contact(
 *         @Key String name,
 *         @Indexed String city,
 *         int age,
 *         @Decimal(precision = 10, scale = 2) BigDecimal debt) {}
 * }</pre>
 *
 * <p>A component is a boolean (column type bool), long, int, short or byte (int64), double or float
 * (float64), BigDecimal (decimal, with {@link Decimal}), String, enum or UUID (string), byte[] or
 * Instant. Primitives, {@link Key} and {@link Required} components always hold a value; the others
 * may be null. Immutable and thread-safe.
 *
 * @param <R> the record
 */
public final class RecordMapper<R extends Record> implements RowMapper<R> {
    private static final ClassValue<RecordMapper<?>> MAPPERS =
            new ClassValue<>() {
                @Override
                protected RecordMapper<?> computeValue(Class<?> type) {
                    return new RecordMapper<>(type.asSubclass(Record.class));
                }
            };

    private final Class<R> type;
    private final List<RecordField> fields = new ArrayList<>();
    private final Constructor<R> constructor;
    private final TableSchema schema;
    private final List<String> columns;

    private RecordMapper(Class<R> type) {
        this.type = type;
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] parameters = new Class<?>[components.length];
        List<String> key = new ArrayList<>();
        Map<String, List<String>> indexes = new LinkedHashMap<>();
        for (int i = 0; i < components.length; i++) {
            RecordComponent component = components[i];
            parameters[i] = component.getType();
            RecordField field = new RecordField(component);
            fields.add(field);
            String column = field.column().name();
            if (component.isAnnotationPresent(Key.class)) {
                key.add(column);
            }
            Indexed indexed = component.getAnnotation(Indexed.class);
            if (indexed != null) {
                String name = indexed.value().isEmpty() ? "by_" + column : indexed.value();
                indexes.computeIfAbsent(name, none -> new ArrayList<>()).add(column);
            }
        }
        if (key.isEmpty()) {
            throw new IllegalArgumentException(
                    "The record "
                            + type.getSimpleName()
                            + " has no primary key; put @Key before the components that are it.");
        }
        constructor = constructor(type, parameters);
        schema =
                new TableSchema(
                        fields.stream().map(RecordField::column).toList(),
                        key,
                        indexes.entrySet().stream()
                                .map(index -> new TableIndex(index.getKey(), index.getValue()))
                                .toList(),
                        0);
        columns = schema.columnNames();
    }

    private static <R extends Record> Constructor<R> constructor(
            Class<R> type, Class<?>[] parameters) {
        try {
            Constructor<R> canonical = type.getDeclaredConstructor(parameters);
            canonical.setAccessible(true);
            return canonical;
        } catch (NoSuchMethodException | InaccessibleObjectException e) {
            throw inaccessible(type, e);
        }
    }

    static IllegalArgumentException inaccessible(Class<?> type, Exception cause) {
        return new IllegalArgumentException(
                "The record "
                        + type.getSimpleName()
                        + " cannot be read; open its package "
                        + type.getPackageName()
                        + " in its module, or write a RowMapper for it.",
                cause);
    }

    /**
     * The mapper of a record; made once.
     *
     * @throws IllegalArgumentException if it cannot be mapped; the message says which component and
     *     what to do
     */
    @SuppressWarnings("unchecked") // the mapper kept for a class is one of that class
    public static <R extends Record> RecordMapper<R> of(Class<R> type) {
        return (RecordMapper<R>) MAPPERS.get(type);
    }

    @Override
    public Optional<TableSchema> schema() {
        return Optional.of(schema);
    }

    @Override
    public List<String> columns() {
        return columns;
    }

    @Override
    public Row toRow(R object) {
        List<@Nullable Object> values = new ArrayList<>(fields.size());
        for (RecordField field : fields) {
            values.add(field.read(object));
        }
        return Row.of(columns, values);
    }

    @Override
    public R fromRow(Row row) {
        boolean sameOrder = row.columns().equals(columns);
        @Nullable Object[] arguments = new @Nullable Object[fields.size()];
        for (int i = 0; i < arguments.length; i++) {
            RecordField field = fields.get(i);
            int at = sameOrder ? i : row.columns().indexOf(columns.get(i));
            if (at < 0) {
                throw new IllegalArgumentException(
                        "The row has no column \""
                                + columns.get(i)
                                + "\" for "
                                + field.title()
                                + "; it has "
                                + row.columns()
                                + ".");
            }
            arguments[i] = field.fromCell(row.values().get(at));
        }
        try {
            return constructor.newInstance(arguments);
        } catch (InvocationTargetException e) {
            throw new IllegalArgumentException(
                    "The record " + type.getSimpleName() + " refuses the row " + row + ".",
                    e.getCause());
        } catch (InstantiationException | IllegalAccessException e) {
            throw inaccessible(type, e);
        }
    }
}
