package io.paxosstore.protocol.codec;

import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Result;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** Results of operations as bytes: u8 code, arguments. */
final class ResultCodec {
    private static final int DONE = 1;
    private static final int SIZE = 2;
    private static final int COUNT = 3;
    private static final int FLAG = 4;
    private static final int NUMBER = 5;
    private static final int ELEMENT = 6;
    private static final int ELEMENTS = 7;
    private static final int ENQUEUED = 8;
    private static final int ENTRIES = 9;
    private static final int MEMBERS = 10;
    private static final int FIELDS = 11;
    private static final int VALUES = 12;
    private static final int VALUE = 13;
    private static final int WRITTEN = 14;
    private static final int CONFLICT = 15;
    private static final int INFO = 16;
    private static final int NAMES = 17;
    private static final int TABLE = 18;
    private static final int ROWS = 19;
    private static final int ADDED = 20;
    private static final int SCORE = 21;
    private static final int SCORES = 22;
    private static final int RANK = 23;
    private static final int SCORED_MEMBERS = 24;

    private ResultCodec() {}

    static void put(Result result, ModelWriter out) {
        if (result instanceof Result.Done) {
            out.putByte(DONE);
        } else if (result instanceof Result.Size size) {
            out.putByte(SIZE);
            out.putNatural("size", size.size());
        } else if (result instanceof Result.Count count) {
            out.putByte(COUNT);
            out.putNatural("count", count.count());
        } else if (result instanceof Result.Flag flag) {
            out.putByte(FLAG);
            out.putBoolean(flag.flag());
        } else if (result instanceof Result.Incremented number) {
            out.putByte(NUMBER);
            out.putZigzag(number.number());
        } else if (result instanceof Result.Enqueued enqueued) {
            out.putByte(ENQUEUED);
            out.putNatural("sequence", enqueued.first());
            out.putNatural("sequence", enqueued.last());
        } else if (result instanceof Result.Written written) {
            out.putByte(WRITTEN);
            out.putNatural("version", written.version());
        } else if (result instanceof Result.Conflict conflict) {
            out.putByte(CONFLICT);
            out.putNatural("version", conflict.version());
        } else if (result instanceof Result.Table table) {
            out.putByte(TABLE);
            TableCodec.putTable(table, out);
        } else if (result instanceof Result.Rows rows) {
            out.putByte(ROWS);
            TableCodec.putRows(rows, out);
        } else if (!putOfSortedSet(result, out)) {
            putData(result, out);
        }
    }

    private static boolean putOfSortedSet(Result result, ModelWriter out) {
        if (result instanceof Result.Added added) {
            out.putByte(ADDED);
            out.putNatural("count", added.added());
            out.putNatural("count", added.changed());
        } else if (result instanceof Result.Score score) {
            out.putByte(SCORE);
            SortedSetCodec.putOptionalScore(score.score(), out);
        } else if (result instanceof Result.Scores scores) {
            out.putByte(SCORES);
            SortedSetCodec.putScores(scores, out);
        } else if (result instanceof Result.Rank rank) {
            out.putByte(RANK);
            SortedSetCodec.putRank(rank, out);
        } else if (result instanceof Result.ScoredMembers members) {
            out.putByte(SCORED_MEMBERS);
            SortedSetCodec.putMembers(members, out);
        } else {
            return false;
        }
        return true;
    }

    private static void putData(Result result, ModelWriter out) {
        if (result instanceof Result.Element element) {
            out.putByte(ELEMENT);
            out.putOptionalElement(element.element());
        } else if (result instanceof Result.Elements elements) {
            out.putByte(ELEMENTS);
            out.putElements(elements.elements());
            out.putZigzag(elements.next());
        } else if (result instanceof Result.Entries entries) {
            out.putByte(ENTRIES);
            out.putCount(entries.entries().size());
            for (Result.Entry entry : entries.entries()) {
                out.putNatural("sequence", entry.sequence());
                out.putZigzag(entry.timeMillis());
                out.putElement(entry.element());
            }
            out.putNatural("sequence", entries.next());
        } else if (result instanceof Result.Members members) {
            out.putByte(MEMBERS);
            out.putKeys(members.members());
            out.putOptionalCursor(members.next());
        } else if (result instanceof Result.Fields fields) {
            out.putByte(FIELDS);
            MapCodec.putFields(fields.fields(), out);
            out.putOptionalCursor(fields.next());
        } else if (result instanceof Result.Values values) {
            out.putByte(VALUES);
            out.putCount(values.values().size());
            for (byte @Nullable [] value : values.values()) {
                out.putOptionalElement(value);
            }
        } else if (result instanceof Result.Value value) {
            out.putByte(VALUE);
            out.putOptionalElement(value.value());
            out.putNatural("version", value.version());
            out.putNatural("deadline", value.deadlineMillis());
        } else if (result instanceof Result.Info info) {
            out.putByte(INFO);
            ObjectType type = info.type();
            out.putByte(type == null ? 0 : type.code());
            out.putNatural("size", info.size());
            out.putNatural("deadline", info.deadlineMillis());
        } else if (result instanceof Result.Names names) {
            out.putByte(NAMES);
            out.putCount(names.names().size());
            for (Result.Name name : names.names()) {
                out.putName(name.name());
                out.putByte(name.type().code());
            }
            String next = names.next();
            out.putNameOrEmpty(next == null ? "" : next);
        }
    }

    static Result get(ModelReader in) throws MalformedModelException {
        int code = in.getByte();
        return switch (code) {
            case DONE -> new Result.Done();
            case SIZE -> new Result.Size(in.getNatural("size"));
            case COUNT -> new Result.Count(in.getNatural("count"));
            case FLAG -> new Result.Flag(in.getBoolean());
            case NUMBER -> new Result.Incremented(in.getZigzag());
            case ELEMENT -> new Result.Element(in.getOptionalElement());
            case ELEMENTS -> new Result.Elements(in.getElements(), in.getZigzag());
            case ENQUEUED ->
                    new Result.Enqueued(in.getNatural("sequence"), in.getNatural("sequence"));
            case ENTRIES -> new Result.Entries(getEntries(in), in.getNatural("sequence"));
            case MEMBERS -> new Result.Members(in.getKeys(), in.getOptionalCursor());
            case FIELDS -> new Result.Fields(MapCodec.getFields(in), in.getOptionalCursor());
            case VALUES -> getValues(in);
            case VALUE ->
                    new Result.Value(
                            in.getOptionalElement(),
                            in.getNatural("version"),
                            in.getNatural("deadline"));
            case WRITTEN -> new Result.Written(in.getNatural("version"));
            case CONFLICT -> new Result.Conflict(in.getNatural("version"));
            case INFO -> getInfo(in);
            case NAMES -> getNames(in);
            case TABLE -> TableCodec.getTable(in);
            case ROWS -> TableCodec.getRows(in);
            case ADDED -> new Result.Added(in.getNatural("count"), in.getNatural("count"));
            case SCORE -> new Result.Score(SortedSetCodec.getOptionalScore(in));
            case SCORES -> SortedSetCodec.getScores(in);
            case RANK -> SortedSetCodec.getRank(in);
            case SCORED_MEMBERS -> SortedSetCodec.getMembers(in);
            default -> throw new MalformedModelException("No result has the number " + code + ".");
        };
    }

    private static List<Result.Entry> getEntries(ModelReader in) throws MalformedModelException {
        int count = in.getCount();
        List<Result.Entry> entries = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            entries.add(
                    new Result.Entry(in.getNatural("sequence"), in.getZigzag(), in.getElement()));
        }
        return entries;
    }

    private static Result getValues(ModelReader in) throws MalformedModelException {
        int count = in.getCount();
        List<byte @Nullable []> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(in.getOptionalElement());
        }
        return new Result.Values(values);
    }

    private static Result getInfo(ModelReader in) throws MalformedModelException {
        int type = in.getByte();
        return new Result.Info(
                type == 0 ? null : type(type), in.getNatural("size"), in.getNatural("deadline"));
    }

    private static Result getNames(ModelReader in) throws MalformedModelException {
        int count = in.getCount();
        List<Result.Name> names = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            names.add(new Result.Name(in.getName(), type(in.getByte())));
        }
        String next = in.getNameOrEmpty();
        return new Result.Names(names, next.isEmpty() ? null : next);
    }

    private static ObjectType type(int code) throws MalformedModelException {
        return FailureCodec.type(code);
    }
}
