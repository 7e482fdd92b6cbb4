package io.paxosstore.protocol.codec;

import io.paxosstore.protocol.model.Aggregate;
import io.paxosstore.protocol.model.Assignment;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Order;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.TableQuery;
import io.paxosstore.protocol.model.TableSchema;

import java.util.ArrayList;
import java.util.List;

/** The operations on tables as bytes. */
final class TableCodec {
    private static final int CREATE = 0x70;
    private static final int ALTER = 0x71;
    private static final int DESCRIBE = 0x72;
    private static final int INSERT = 0x73;
    private static final int UPDATE = 0x74;
    private static final int DELETE = 0x75;
    private static final int GET = 0x76;
    private static final int SCAN = 0x77;
    private static final int COMPUTE = 0x78;
    private static final int TEND = 0x79;

    private static final int SET = 1;
    private static final int ADD = 2;

    private TableCodec() {}

    static void put(TableOperation operation, ModelWriter out) {
        if (operation instanceof TableOperation.Create create) {
            OperationCodec.begin(CREATE, create.object(), out);
            SchemaCodec.put(create.schema(), out);
            out.putBoolean(create.ifAbsent());
        } else if (operation instanceof TableOperation.Alter alter) {
            OperationCodec.begin(ALTER, alter.object(), out);
            SchemaCodec.putChange(alter.change(), out);
        } else if (operation instanceof TableOperation.Describe describe) {
            OperationCodec.begin(DESCRIBE, describe.object(), out);
        } else if (operation instanceof TableOperation.Insert insert) {
            putInsert(insert, out);
        } else if (operation instanceof TableOperation.Update update) {
            OperationCodec.begin(UPDATE, update.object(), out);
            putAssignments(update.assignments(), out);
            ConditionCodec.put(update.where(), out);
            out.putNatural("limit of rows", update.limit());
        } else if (operation instanceof TableOperation.Delete delete) {
            OperationCodec.begin(DELETE, delete.object(), out);
            ConditionCodec.put(delete.where(), out);
            out.putNatural("limit of rows", delete.limit());
        } else if (operation instanceof TableOperation.Get get) {
            OperationCodec.begin(GET, get.object(), out);
            CellCodec.putKeys(get.keys(), out);
            CellCodec.putNames(get.columns(), out);
        } else if (operation instanceof TableOperation.Scan scan) {
            OperationCodec.begin(SCAN, scan.object(), out);
            putQuery(scan.query(), out);
        } else if (operation instanceof TableOperation.Compute compute) {
            OperationCodec.begin(COMPUTE, compute.object(), out);
            putAggregates(compute.aggregates(), out);
            ConditionCodec.put(compute.where(), out);
        } else if (operation instanceof TableOperation.Tend tend) {
            OperationCodec.begin(TEND, tend.object(), out);
            ModelWriter.limit(
                    "OPERATION_ELEMENTS_MAX", tend.rows(), ModelLimits.OPERATION_ELEMENTS_MAX);
            out.putNatural("number of rows", tend.rows());
        }
    }

    static Operation get(int code, String object, ModelReader in) throws MalformedModelException {
        return switch (code) {
            case CREATE -> new TableOperation.Create(object, SchemaCodec.get(in), in.getBoolean());
            case ALTER -> new TableOperation.Alter(object, SchemaCodec.getChange(in));
            case DESCRIBE -> new TableOperation.Describe(object);
            case INSERT -> getInsert(object, in);
            case UPDATE ->
                    new TableOperation.Update(
                            object,
                            getAssignments(in),
                            ConditionCodec.get(in),
                            in.getNatural("limit of rows"));
            case DELETE ->
                    new TableOperation.Delete(
                            object, ConditionCodec.get(in), in.getNatural("limit of rows"));
            case GET ->
                    new TableOperation.Get(object, CellCodec.getKeys(in), CellCodec.getNames(in));
            case SCAN -> new TableOperation.Scan(object, getQuery(in));
            case COMPUTE ->
                    new TableOperation.Compute(object, getAggregates(in), ConditionCodec.get(in));
            case TEND ->
                    new TableOperation.Tend(
                            object,
                            in.getLimited(
                                    "OPERATION_ELEMENTS_MAX", ModelLimits.OPERATION_ELEMENTS_MAX));
            default -> throw OperationCodec.unknown(code);
        };
    }

    private static void putInsert(TableOperation.Insert insert, ModelWriter out) {
        OperationCodec.begin(INSERT, insert.object(), out);
        CellCodec.putNames(insert.columns(), out);
        CellCodec.putRows(insert.columns().size(), insert.rows(), out);
        out.putByte(insert.present().code());
        out.putTtl(insert.ttlMillis());
    }

    private static Operation getInsert(String object, ModelReader in)
            throws MalformedModelException {
        List<String> columns = CellCodec.getNames(in);
        return new TableOperation.Insert(
                object,
                columns,
                CellCodec.getRows(columns.size(), in),
                getPresent(in),
                in.getTtl());
    }

    private static TableOperation.Present getPresent(ModelReader in)
            throws MalformedModelException {
        try {
            return TableOperation.Present.of(in.getByte());
        } catch (IllegalArgumentException e) {
            throw MalformedModelException.because(e);
        }
    }

    private static void putAssignments(List<Assignment> assignments, ModelWriter out) {
        CellCodec.putColumnCount(assignments.size(), out);
        for (Assignment assignment : assignments) {
            if (assignment instanceof Assignment.Set set) {
                out.putByte(SET);
                CellCodec.putName(set.column(), out);
                CellCodec.putCell(set.value(), out);
            } else if (assignment instanceof Assignment.Add add) {
                out.putByte(ADD);
                CellCodec.putName(add.column(), out);
                CellCodec.putValue(add.value(), out);
            }
        }
    }

    private static List<Assignment> getAssignments(ModelReader in) throws MalformedModelException {
        int count = CellCodec.getColumnCount(in);
        List<Assignment> assignments = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int code = in.getByte();
            assignments.add(
                    switch (code) {
                        case SET ->
                                new Assignment.Set(CellCodec.getName(in), CellCodec.getCell(in));
                        case ADD ->
                                new Assignment.Add(CellCodec.getName(in), CellCodec.getValue(in));
                        default ->
                                throw new MalformedModelException(
                                        "No assignment has the number " + code + ".");
                    });
        }
        return assignments;
    }

    private static void putQuery(TableQuery query, ModelWriter out) {
        CellCodec.putNames(query.columns(), out);
        ConditionCodec.put(query.where(), out);
        CellCodec.putColumnCount(query.order().size(), out);
        for (Order order : query.order()) {
            CellCodec.putName(order.column(), out);
            out.putBoolean(order.descending());
        }
        out.putNatural("limit of rows", query.limit());
        out.putPage(query.page());
        out.putOptionalElement(query.cursor());
    }

    private static TableQuery getQuery(ModelReader in) throws MalformedModelException {
        List<String> columns = CellCodec.getNames(in);
        Condition where = ConditionCodec.get(in);
        int count = CellCodec.getColumnCount(in);
        List<Order> order = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            order.add(new Order(CellCodec.getName(in), in.getBoolean()));
        }
        return new TableQuery(
                columns,
                where,
                order,
                in.getNatural("limit of rows"),
                in.getPage(),
                in.getOptionalElement());
    }

    private static void putAggregates(List<Aggregate> aggregates, ModelWriter out) {
        CellCodec.putColumnCount(aggregates.size(), out);
        for (Aggregate aggregate : aggregates) {
            out.putByte(aggregate.function().code());
            CellCodec.putOptionalName(aggregate.column(), out);
        }
    }

    private static List<Aggregate> getAggregates(ModelReader in) throws MalformedModelException {
        int count = CellCodec.getColumnCount(in);
        List<Aggregate> aggregates = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            try {
                aggregates.add(
                        new Aggregate(
                                Aggregate.Function.of(in.getByte()),
                                CellCodec.getOptionalName(in)));
            } catch (IllegalArgumentException e) {
                throw MalformedModelException.because(e);
            }
        }
        return aggregates;
    }

    static void putRows(Result.Rows rows, ModelWriter out) {
        CellCodec.putColumnCount(rows.columns().size(), out);
        rows.columns().forEach(column -> CellCodec.putLabel(column, out));
        CellCodec.putRows(rows.columns().size(), rows.rows(), out);
        out.putOptionalElement(rows.next());
    }

    static Result getRows(ModelReader in) throws MalformedModelException {
        int count = CellCodec.getColumnCount(in);
        List<String> columns = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            columns.add(CellCodec.getLabel(in));
        }
        return new Result.Rows(columns, CellCodec.getRows(count, in), in.getOptionalElement());
    }

    static void putTable(Result.Table table, ModelWriter out) {
        TableSchema schema = table.schema();
        out.putBoolean(schema != null);
        if (schema != null) {
            SchemaCodec.put(schema, out);
        }
        out.putNatural("number of rows", table.rows());
        CellCodec.putNames(table.incompleteIndexes(), out);
    }

    static Result getTable(ModelReader in) throws MalformedModelException {
        TableSchema schema = in.getBoolean() ? SchemaCodec.get(in) : null;
        return new Result.Table(schema, in.getNatural("number of rows"), CellCodec.getNames(in));
    }
}
