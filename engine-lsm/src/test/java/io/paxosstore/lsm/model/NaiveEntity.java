package io.paxosstore.lsm.model;

import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.MultiOpResult;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.StreamOperation;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.Target;
import io.paxosstore.protocol.model.ValueOperation;
import io.paxosstore.table.NaiveScans;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The naive twin of an entity: a map of collections, copied as a whole before each MultiOp. */
final class NaiveEntity {
    private final Plant plant;
    private final NaiveScans scans = new NaiveScans();
    private SortedMap<String, NaiveObject> objects = new TreeMap<>();
    private NaiveRoom room = new NaiveRoom();
    private long version;

    /** Bugs for the twin, to see that they are found. */
    enum Plant {
        NONE,
        VALUE_INCREMENT_FORGETS_EXPIRY,
        LIST_TRIM_KEEPS_ONE_MORE,
        QUEUE_RESTARTS_WHEN_EMPTY,
        SET_COUNTS_TWICE,
        SORTED_SET_FORGETS_CONDITIONS,
        MAP_FIELDS_LIVE_ON,
        STREAM_FORGETS_DIRECTION,
        TABLE_UPDATES_ONE_ROW_ONLY,
        MULTI_OP_KEEPS_EFFECTS_OF_FAILURE
    }

    /** Ends a MultiOp that fails. */
    static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1L;
        final transient Failure failure;

        Failed(Failure failure) {
            super(failure.sentence());
            this.failure = failure;
        }
    }

    NaiveEntity(Plant plant) {
        this.plant = plant;
    }

    NaiveScans scans() {
        return scans;
    }

    /** Of the MultiOp that is executed. */
    NaiveRoom room() {
        return room;
    }

    boolean has(Plant bug) {
        return plant == bug;
    }

    SortedMap<String, NaiveObject> objects() {
        return objects;
    }

    /**
     * Executes a MultiOp.
     *
     * @param actual what the engine answered: it says where pages end
     */
    MultiOpResult execute(MultiOp multiOp, long versionThen, long nowMillis, MultiOpResult actual) {
        expire(nowMillis);
        SortedMap<String, NaiveObject> before = multiOp.isReadOnly() ? objects : copy();
        MultiOpResult.Part part = MultiOpResult.Part.GUARD;
        int index = 0;
        room = new NaiveRoom();
        try {
            List<Boolean> held = new ArrayList<>();
            for (Guard guard : multiOp.guards()) {
                held.add(holds(guard));
                index++;
            }
            boolean all = !held.contains(false);
            part = all ? MultiOpResult.Part.THEN : MultiOpResult.Part.ELSE;
            index = 0;
            List<Result> results = new ArrayList<>();
            for (Operation operation : all ? multiOp.thenOperations() : multiOp.elseOperations()) {
                room.next();
                Result given = given(actual, part, index);
                Result result = execute(operation, versionThen, nowMillis, given);
                results.add(room.counted(operation, result));
                index++;
            }
            return new MultiOpResult.Executed(version, all, held, results);
        } catch (Failed e) {
            if (plant != Plant.MULTI_OP_KEEPS_EFFECTS_OF_FAILURE) {
                objects = before;
            }
            return new MultiOpResult.Rejected(part, index, e.failure);
        }
    }

    /** What the engine answered to one operation; null if it failed. */
    private static @Nullable Result given(
            MultiOpResult actual, MultiOpResult.Part part, int index) {
        return switch (actual) {
            case MultiOpResult.Executed executed ->
                    index < executed.results().size() ? executed.results().get(index) : null;
            case MultiOpResult.Rejected rejected ->
                    rejected.part() == part && rejected.index() == index ? null : new Result.Done();
        };
    }

    /** The version is not this twin's to know: it is told. */
    void version(long now) {
        version = now;
    }

    private void expire(long nowMillis) {
        objects.values().removeIf(object -> NaiveObject.isPast(object.deadlineMillis, nowMillis));
        if (plant != Plant.MAP_FIELDS_LIVE_ON) {
            objects.values().forEach(object -> object.expire(nowMillis));
        }
    }

    private SortedMap<String, NaiveObject> copy() {
        SortedMap<String, NaiveObject> copy = new TreeMap<>();
        objects.forEach((name, object) -> copy.put(name, object.copy()));
        return copy;
    }

    @Nullable NaiveObject find(String name, ObjectType type) {
        NaiveObject object = objects.get(name);
        if (object != null && object.type != type) {
            throw new Failed(new Failure.WrongType(name, type, object.type));
        }
        return object;
    }

    NaiveObject findOrCreate(String name, ObjectType type) {
        find(name, type);
        return objects.computeIfAbsent(name, _ -> new NaiveObject(type));
    }

    private Result execute(
            Operation operation, long versionThen, long nowMillis, @Nullable Result actual) {
        return switch (operation) {
            case ValueOperation value ->
                    new NaiveValues(this, versionThen, nowMillis).execute(value);
            case ListOperation list -> new NaiveLists(this).execute(list);
            case QueueOperation queue -> new NaiveQueues(this, nowMillis).execute(queue);
            case SetOperation set -> new NaiveSets(this).execute(set);
            case SortedSetOperation set -> new NaiveSortedSets(this).execute(set);
            case MapOperation map -> new NaiveMaps(this, nowMillis).execute(map);
            case StreamOperation stream -> new NaiveStreams(this).execute(stream);
            case TableOperation table -> new NaiveTables(this, nowMillis).execute(table, actual);
            case ObjectOperation object -> executeObject(object, versionThen, nowMillis);
        };
    }

    private Result executeObject(ObjectOperation operation, long versionThen, long nowMillis) {
        return switch (operation) {
            case ObjectOperation.Delete delete ->
                    new Result.Flag(objects.remove(delete.object()) != null);
            case ObjectOperation.Expire expire -> {
                NaiveObject object = objects.get(expire.object());
                if (object != null) {
                    object.deadlineMillis =
                            expire.ttlMillis() == 0 ? 0 : nowMillis + expire.ttlMillis();
                }
                yield new Result.Flag(object != null);
            }
            case ObjectOperation.Rename rename -> {
                NaiveObject object = objects.remove(rename.object());
                if (object != null) {
                    objects.put(rename.to(), object);
                    boolean stays = rename.to().equals(rename.object());
                    object.version = stays ? object.version : versionThen;
                    object.table = object.table == null ? null : object.table.named(rename.to());
                }
                yield new Result.Flag(object != null);
            }
            case ObjectOperation.Describe describe -> {
                NaiveObject object = objects.get(describe.object());
                yield object == null
                        ? new Result.Info(null, 0, 0)
                        : new Result.Info(object.type, object.size(), object.deadlineMillis);
            }
            case ObjectOperation.Names names -> {
                List<Result.Name> found = new ArrayList<>();
                int bytes = 0;
                for (Map.Entry<String, NaiveObject> one :
                        objects.tailMap(names.from()).entrySet()) {
                    bytes += 1 + one.getKey().length();
                    if (room.isFull(found.size(), bytes, names.page())) {
                        yield new Result.Names(found, one.getKey());
                    }
                    found.add(new Result.Name(one.getKey(), one.getValue().type));
                }
                yield new Result.Names(found, null);
            }
        };
    }

    private boolean holds(Guard guard) {
        return switch (guard) {
            case Guard.Exists exists -> exists(exists.target());
            case Guard.Absent absent -> !exists(absent.target());
            case Guard.Equal equal -> Latin1.text(equal.expected()).equals(value(equal.target()));
            case Guard.Compare compare -> {
                String value = value(compare.target());
                long number = value == null ? 0 : number(compare.target().object(), value);
                yield compare.comparison().holds(number, compare.operand());
            }
            case Guard.Version expected -> version == expected.expected();
            case Guard.Contains contains -> {
                NaiveObject set = find(contains.object(), ObjectType.SET);
                yield set != null && set.set.contains(Latin1.text(contains.member()));
            }
            case Guard.Size size -> {
                NaiveObject object = objects.get(size.object());
                if (object != null && object.type == ObjectType.VALUE) {
                    throw new Failed(new Failure.NoSize(size.object()));
                }
                yield size.comparison().holds(object == null ? 0 : object.size(), size.operand());
            }
            case Guard.Rows rows -> {
                long count = new NaiveTables(this, 0).count(rows.object(), rows.where());
                yield rows.comparison().holds(count, rows.operand());
            }
        };
    }

    private boolean exists(Target target) {
        return target.field() == null
                ? objects.containsKey(target.object())
                : value(target) != null;
    }

    private @Nullable String value(Target target) {
        byte[] field = target.field();
        if (field == null) {
            NaiveObject object = find(target.object(), ObjectType.VALUE);
            return object == null ? null : object.value;
        }
        NaiveObject object = find(target.object(), ObjectType.MAP);
        NaiveObject.Field found = object == null ? null : object.map.get(Latin1.text(field));
        return found == null ? null : found.value();
    }

    static long number(String object, String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            throw new Failed(new Failure.NotANumber(object));
        }
    }

    static long add(String object, long number, long delta) {
        try {
            return Math.addExact(number, delta);
        } catch (ArithmeticException e) {
            throw new Failed(new Failure.NumberOverflow(object));
        }
    }
}
