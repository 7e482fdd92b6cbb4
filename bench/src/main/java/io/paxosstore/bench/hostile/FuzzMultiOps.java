package io.paxosstore.bench.hostile;

import static io.paxosstore.bench.hostile.Target.TABLE;

import io.paxosstore.core.RandomSource;
import io.paxosstore.protocol.codec.ModelCodec;
import io.paxosstore.protocol.model.Aggregate;
import io.paxosstore.protocol.model.Assignment;
import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Condition;
import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.MultiOp;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.ScoreConditions;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.SortedSetRange;
import io.paxosstore.protocol.model.StreamOperation;
import io.paxosstore.protocol.model.TableOperation;
import io.paxosstore.protocol.model.Target;
import io.paxosstore.protocol.model.ValueOperation;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** MultiOps as bytes: sound ones, with extreme arguments, and with bytes altered. */
final class FuzzMultiOps {
    private static final byte[] ELEMENT = "element".getBytes(StandardCharsets.UTF_8);
    private static final List<byte[]> ELEMENTS = List.of(ELEMENT, new byte[0]);
    private static final Page PAGE = Page.of(10);
    private static final int ORDINARY = 3;

    private FuzzMultiOps() {}

    /** A guard or operation of each kind, and a few of them together. */
    static List<byte[]> sound() {
        List<Operation> operations = operations(() -> ORDINARY);
        List<Guard> guards = guards(ORDINARY);
        Stream<MultiOp> guarded =
                guards.stream().map(guard -> new MultiOp(List.of(guard), List.of(), List.of()));
        Stream<MultiOp> each = Stream.concat(operations.stream().map(MultiOp::of), guarded);
        MultiOp together = new MultiOp(guards, operations, operations);
        return Stream.concat(each, Stream.of(together)).map(ModelCodec::encode).toList();
    }

    /**
     * One of them, mostly with a fault.
     *
     * @param sound as {@link #sound} gives them
     */
    static byte[] draw(List<byte[]> sound, RandomSource random) {
        byte[] some = sound.get(random.nextInt(sound.size()));
        int percent = random.nextInt(100);
        if (percent < 10) {
            return some;
        } else if (percent < 60) {
            return Garbage.altered(some, 0, random);
        } else if (percent < 70) {
            return Garbage.resized(some, random);
        } else if (percent < 75) {
            return Garbage.bytes(random);
        }
        return extreme(random);
    }

    /** An operation of which every number is one that some code may not expect. */
    private static byte[] extreme(RandomSource random) {
        List<Operation> operations = operations(() -> Garbage.number(random));
        List<Guard> guards = guards(Garbage.number(random));
        try {
            return ModelCodec.encode(
                    new MultiOp(
                            List.of(guards.get(random.nextInt(guards.size()))),
                            List.of(operations.get(random.nextInt(operations.size()))),
                            List.of(operations.get(random.nextInt(operations.size())))));
        } catch (IllegalArgumentException e) {
            // The client refuses it as the server does.
            return Garbage.bytes(random);
        }
    }

    /** Where arguments that are numbers come from. */
    @FunctionalInterface
    private interface Numbers {
        long next();
    }

    private static List<Guard> guards(long number) {
        return List.of(
                new Guard.Exists(Target.object("value")),
                new Guard.Absent(Target.field("map", ELEMENT)),
                new Guard.Equal(Target.object("value"), ELEMENT),
                new Guard.Compare(Target.object("number"), Comparison.AT_MOST, number),
                new Guard.Version(number),
                new Guard.Contains("set", ELEMENT),
                new Guard.Size("list", Comparison.LESS, number),
                new Guard.Rows(TABLE, new Condition.IsNull("age"), Comparison.EQUAL, number));
    }

    private static List<Operation> operations(Numbers numbers) {
        return List.of(
                new ValueOperation.Get("value"),
                new ValueOperation.Put("value", ELEMENT, numbers.next()),
                new ValueOperation.CompareAndSet("value", ELEMENT, ELEMENT, numbers.next()),
                new ValueOperation.CompareVersionAndSet(
                        "value", numbers.next(), ELEMENT, numbers.next()),
                new ValueOperation.Increment("number", numbers.next(), numbers.next()),
                new ListOperation.Append("list", ELEMENTS),
                new ListOperation.Index("list", numbers.next()),
                new ListOperation.Range("list", numbers.next(), numbers.next(), PAGE),
                new ListOperation.Trim("list", numbers.next(), numbers.next()),
                new ListOperation.PopFirst("list", PAGE),
                new QueueOperation.Enqueue("queue", ELEMENTS),
                new QueueOperation.Read("queue", numbers.next(), PAGE),
                new QueueOperation.Acknowledge("queue", numbers.next()),
                new QueueOperation.Retain("queue", numbers.next(), numbers.next()),
                new SetOperation.Add("set", ELEMENTS),
                new SetOperation.Contains("set", ELEMENT),
                new SetOperation.Scan("set", ELEMENT, ELEMENT, PAGE),
                new SetOperation.Random("set", numbers.next()),
                new SortedSetOperation.Increment(
                        "scores", ELEMENT, numbers.next(), ScoreConditions.NONE),
                new SortedSetOperation.Rank("scores", ELEMENT, true),
                new SortedSetOperation.Range(
                        "scores",
                        new SortedSetRange.ByRank(numbers.next(), numbers.next()),
                        true,
                        numbers.next(),
                        null,
                        PAGE),
                new SortedSetOperation.Range(
                        "scores",
                        new SortedSetRange.ByScore(numbers.next(), true, numbers.next(), false),
                        false,
                        numbers.next(),
                        ELEMENT,
                        PAGE),
                new SortedSetOperation.RemoveRange(
                        "scores", new SortedSetRange.ByMember(ELEMENT, true, null, false)),
                new StreamOperation.Put(
                        "stream", List.of(new MapOperation.Field(ELEMENT, ELEMENT))),
                new StreamOperation.Scan("stream", ELEMENT, null, true, PAGE),
                new StreamOperation.RemoveFirst("stream", ELEMENT, null, numbers.next()),
                new MapOperation.Get("map", ELEMENTS),
                new MapOperation.Put(
                        "map", List.of(new MapOperation.Field(ELEMENT, ELEMENT)), numbers.next()),
                new MapOperation.Increment("map", ELEMENT, numbers.next()),
                new MapOperation.Scan("map", ELEMENT, null, PAGE),
                new MapOperation.RemoveExpired("map", (int) numbers.next()),
                new TableOperation.Insert(
                        TABLE,
                        List.of("n", "age"),
                        List.of(List.of("fuzz", numbers.next())),
                        TableOperation.Present.REPLACE,
                        numbers.next()),
                new TableOperation.Update(
                        TABLE,
                        List.of(new Assignment.Set("age", numbers.next())),
                        new Condition.Like("n", "%9%"),
                        numbers.next()),
                new TableOperation.Delete(
                        TABLE, new Condition.In("n", List.of("a", "b")), numbers.next()),
                new TableOperation.Compute(TABLE, List.of(Aggregate.countRows()), Condition.all()),
                new TableOperation.Tend(TABLE, (int) numbers.next()),
                new ObjectOperation.Expire("value", numbers.next()),
                new ObjectOperation.Delete("value"),
                new ObjectOperation.Rename("set", "value"),
                new ObjectOperation.Names("", PAGE));
    }
}
