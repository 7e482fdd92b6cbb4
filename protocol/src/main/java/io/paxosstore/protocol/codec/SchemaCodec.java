package io.paxosstore.protocol.codec;

import io.paxosstore.protocol.model.Column;
import io.paxosstore.protocol.model.ColumnType;
import io.paxosstore.protocol.model.TableChange;
import io.paxosstore.protocol.model.TableIndex;
import io.paxosstore.protocol.model.TableSchema;

import java.util.ArrayList;
import java.util.List;

/**
 * Schemas of tables and changes of them as bytes.
 *
 * <pre>
 *  schema = varint count, column ..., names of the key, varint count, index ..., ttl
 *  column = name, u8 type, u8 nullable, of a decimal: u8 precision, u8 scale
 *  index  = name, names of its columns
 *  names  = varint count, name ...
 * </pre>
 */
final class SchemaCodec {
    private static final int ADD_COLUMN = 1;
    private static final int RENAME_COLUMN = 2;
    private static final int ADD_INDEX = 3;
    private static final int DROP_INDEX = 4;
    private static final int SET_TTL = 5;

    private SchemaCodec() {}

    static void put(TableSchema schema, ModelWriter out) {
        out.putVarint(schema.columns().size());
        for (Column column : schema.columns()) {
            putColumn(column, out);
        }
        CellCodec.putNames(schema.key(), out);
        out.putVarint(schema.indexes().size());
        for (TableIndex index : schema.indexes()) {
            putIndex(index, out);
        }
        out.putTtl(schema.ttlMillis());
    }

    static TableSchema get(ModelReader in) throws MalformedModelException {
        int columnCount = CellCodec.getColumnCount(in);
        List<Column> columns = new ArrayList<>(columnCount);
        for (int i = 0; i < columnCount; i++) {
            columns.add(getColumn(in));
        }
        List<String> key = CellCodec.getNames(in);
        int indexCount = in.getParts("INDEXES_MAX", TableSchema.INDEXES_MAX);
        List<TableIndex> indexes = new ArrayList<>(indexCount);
        for (int i = 0; i < indexCount; i++) {
            indexes.add(getIndex(in));
        }
        long ttlMillis = in.getTtl();
        try {
            return new TableSchema(columns, key, indexes, ttlMillis);
        } catch (IllegalArgumentException e) {
            throw MalformedModelException.because(e);
        }
    }

    private static void putColumn(Column column, ModelWriter out) {
        CellCodec.putName(column.name(), out);
        out.putByte(column.type().code());
        out.putBoolean(column.nullable());
        if (column.type() == ColumnType.DECIMAL) {
            out.putByte(column.precision());
            out.putByte(column.scale());
        }
    }

    private static Column getColumn(ModelReader in) throws MalformedModelException {
        String name = CellCodec.getName(in);
        ColumnType type = type(in.getByte());
        boolean nullable = in.getBoolean();
        boolean decimal = type == ColumnType.DECIMAL;
        int precision = decimal ? in.getByte() : 0;
        int scale = decimal ? in.getByte() : 0;
        try {
            return new Column(name, type, nullable, precision, scale);
        } catch (IllegalArgumentException e) {
            throw MalformedModelException.because(e);
        }
    }

    private static void putIndex(TableIndex index, ModelWriter out) {
        CellCodec.putName(index.name(), out);
        CellCodec.putNames(index.columns(), out);
    }

    private static TableIndex getIndex(ModelReader in) throws MalformedModelException {
        return new TableIndex(CellCodec.getName(in), CellCodec.getNames(in));
    }

    static void putChange(TableChange change, ModelWriter out) {
        if (change instanceof TableChange.AddColumn add) {
            out.putByte(ADD_COLUMN);
            putColumn(add.column(), out);
        } else if (change instanceof TableChange.RenameColumn rename) {
            out.putByte(RENAME_COLUMN);
            CellCodec.putName(rename.from(), out);
            CellCodec.putName(rename.to(), out);
        } else if (change instanceof TableChange.AddIndex add) {
            out.putByte(ADD_INDEX);
            putIndex(add.index(), out);
        } else if (change instanceof TableChange.DropIndex drop) {
            out.putByte(DROP_INDEX);
            CellCodec.putName(drop.name(), out);
        } else if (change instanceof TableChange.SetTtl set) {
            out.putByte(SET_TTL);
            out.putTtl(set.ttlMillis());
        }
    }

    static TableChange getChange(ModelReader in) throws MalformedModelException {
        int code = in.getByte();
        return switch (code) {
            case ADD_COLUMN -> new TableChange.AddColumn(getColumn(in));
            case RENAME_COLUMN ->
                    new TableChange.RenameColumn(CellCodec.getName(in), CellCodec.getName(in));
            case ADD_INDEX -> new TableChange.AddIndex(getIndex(in));
            case DROP_INDEX -> new TableChange.DropIndex(CellCodec.getName(in));
            case SET_TTL -> new TableChange.SetTtl(in.getTtl());
            default ->
                    throw new MalformedModelException(
                            "No change of a table has the number " + code + ".");
        };
    }

    static ColumnType type(int code) throws MalformedModelException {
        try {
            return ColumnType.of(code);
        } catch (IllegalArgumentException e) {
            throw MalformedModelException.because(e);
        }
    }
}
