package io.paxosstore.protocol.codec;

import io.paxosstore.protocol.model.Comparison;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.Guard;
import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.QueueOperation;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.protocol.model.StreamOperation;
import io.paxosstore.protocol.model.Target;
import io.paxosstore.protocol.model.ValueOperation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One of everything, with the bytes it has for ever. */
final class ModelSamples {
    private ModelSamples() {}

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    static Map<Operation, String> operations() {
        Map<Operation, String> all = new LinkedHashMap<>();
        Page page = new Page(10, 300);
        List<byte[]> two = List.of(ascii("a"), ascii("bc"));
        all.put(new ValueOperation.Get("o"), "10016f");
        all.put(new ValueOperation.Put("o", ascii("v"), 1000), "11016f0176e807");
        all.put(
                new ValueOperation.CompareAndSet("o", ascii("x"), ascii("v"), 0),
                "12016f0178017600");
        all.put(
                new ValueOperation.CompareVersionAndSet("o", 65537, ascii("v"), 0),
                "13016f818004017600");
        all.put(new ValueOperation.Increment("o", -3, 5), "14016f0505");
        all.put(new ListOperation.Prepend("o", two), "20016f020161026263");
        all.put(new ListOperation.Append("o", two), "21016f020161026263");
        all.put(new ListOperation.Index("o", -1), "22016f01");
        all.put(new ListOperation.Range("o", 0, -1, page), "23016f00010aac02");
        all.put(new ListOperation.Trim("o", 1, 99), "24016f02c601");
        all.put(new ListOperation.Length("o"), "25016f");
        all.put(new ListOperation.PopFirst("o", page), "26016f0aac02");
        all.put(new ListOperation.PopLast("o", page), "27016f0aac02");
        all.put(new QueueOperation.Enqueue("o", two), "30016f020161026263");
        all.put(new QueueOperation.Read("o", 300, page), "31016fac020aac02");
        all.put(new QueueOperation.Peek("o"), "32016f");
        all.put(new QueueOperation.Acknowledge("o", 300), "33016fac02");
        all.put(new QueueOperation.Retain("o", 100, 60_000), "34016f64e0d403");
        all.put(new QueueOperation.Length("o"), "35016f");
        all.put(new SetOperation.Add("o", two), "40016f020161026263");
        all.put(new SetOperation.Remove("o", two), "41016f020161026263");
        all.put(new SetOperation.Contains("o", ascii("a")), "42016f0161");
        all.put(new SetOperation.Cardinality("o"), "43016f");
        all.put(new SetOperation.Scan("o", ascii("a"), null, page), "44016f0161000aac02");
        all.put(new SetOperation.Random("o", -7), "45016f0d");
        all.put(new MapOperation.Get("o", two), "50016f020161026263");
        all.put(new MapOperation.Put("o", fields(), 1000), "51016f02016601760001ffe807");
        all.put(new MapOperation.Remove("o", two), "52016f020161026263");
        all.put(
                new MapOperation.CompareAndSet("o", ascii("f"), null, ascii("v"), 0),
                "53016f016600017600");
        all.put(
                new MapOperation.CompareAndSet("o", ascii("f"), ascii("x"), ascii("v"), 1),
                "53016f0166010178017601");
        all.put(new MapOperation.Increment("o", ascii("f"), 64), "54016f01668001");
        all.put(new MapOperation.Scan("o", new byte[0], ascii("z"), page), "55016f0001017a0aac02");
        all.put(new MapOperation.Size("o"), "56016f");
        all.put(new MapOperation.RemoveExpired("o", 100), "57016f64");
        all.put(new ObjectOperation.Delete("o"), "60016f");
        all.put(new ObjectOperation.Expire("o", 1000), "61016fe807");
        all.put(new ObjectOperation.Describe("o"), "62016f");
        all.put(new ObjectOperation.Names("", page), "63000aac02");
        all.put(new ObjectOperation.Rename("o", "to"), "64016f02746f");
        all.putAll(SortedSetSamples.operations());
        all.putAll(streamOperations(two, page));
        all.putAll(TableSamples.operations());
        return all;
    }

    private static Map<Operation, String> streamOperations(List<byte[]> two, Page page) {
        Map<Operation, String> all = new LinkedHashMap<>();
        all.put(new StreamOperation.Get("o", two), "90016f020161026263");
        all.put(new StreamOperation.Put("o", fields()), "91016f02016601760001ff");
        all.put(new StreamOperation.Remove("o", two), "92016f020161026263");
        all.put(
                new StreamOperation.Scan("o", ascii("a"), null, true, page),
                "93016f016100010aac02");
        all.put(
                new StreamOperation.Scan("o", new byte[0], ascii("z"), false, page),
                "93016f0001017a000aac02");
        all.put(
                new StreamOperation.RemoveFirst("o", ascii("a"), ascii("z"), 300),
                "94016f016101017aac02");
        all.put(new StreamOperation.Size("o"), "95016f");
        return all;
    }

    private static List<MapOperation.Field> fields() {
        return List.of(
                new MapOperation.Field(ascii("f"), ascii("v")),
                new MapOperation.Field(new byte[0], new byte[] {-1}));
    }

    static Map<Guard, String> guards() {
        Map<Guard, String> all = new LinkedHashMap<>();
        all.put(new Guard.Exists(Target.object("o")), "01016f00");
        all.put(new Guard.Absent(Target.field("o", ascii("f"))), "02016f010166");
        all.put(new Guard.Equal(Target.object("o"), ascii("v")), "03016f000176");
        all.put(new Guard.Compare(Target.object("o"), Comparison.AT_LEAST, -5), "04016f000609");
        all.put(new Guard.Version(65537), "05818004");
        all.put(new Guard.Contains("o", ascii("m")), "06016f016d");
        all.put(new Guard.Size("o", Comparison.LESS, 100), "07016f03c801");
        all.putAll(TableSamples.guards());
        return all;
    }

    static Map<Result, String> results() {
        Map<Result, String> all = new LinkedHashMap<>();
        List<byte[]> two = List.of(ascii("a"), ascii("bc"));
        all.put(new Result.Done(), "01");
        all.put(new Result.Size(300), "02ac02");
        all.put(new Result.Count(2), "0302");
        all.put(new Result.Flag(true), "0401");
        all.put(new Result.Incremented(-1), "0501");
        all.put(new Result.Element(ascii("a")), "06010161");
        all.put(new Result.Element(null), "0600");
        all.put(new Result.Elements(two, Result.NO_NEXT), "0702016102626301");
        all.put(new Result.Enqueued(7, 9), "080709");
        all.put(
                new Result.Entries(List.of(new Result.Entry(7, 1000, ascii("a"))), 8),
                "090107d00f016108");
        all.put(new Result.Members(two, ascii("c")), "0a020161026263010163");
        all.put(new Result.Fields(fields(), null), "0b02016601760001ff00");
        all.put(
                new Result.Values(new ArrayList<>(Arrays.asList(ascii("v"), null))),
                "0c0201017600");
        all.put(new Result.Value(ascii("v"), 65537, 1000), "0d010176818004e807");
        all.put(new Result.Written(65537), "0e818004");
        all.put(new Result.Conflict(0), "0f00");
        all.put(new Result.Info(ObjectType.QUEUE, 3, 0), "10030300");
        all.put(new Result.Info(null, 0, 0), "10000000");
        all.put(
                new Result.Names(List.of(new Result.Name("n", ObjectType.MAP)), "next"),
                "1101016e05046e657874");
        all.putAll(SortedSetSamples.results());
        all.putAll(TableSamples.results());
        return all;
    }

    static Map<Failure, String> failures() {
        Map<Failure, String> all = new LinkedHashMap<>();
        all.put(new Failure.WrongType("o", ObjectType.LIST, ObjectType.SET), "01016f0204");
        all.put(new Failure.NoSize("o"), "02016f");
        all.put(new Failure.NotANumber("o"), "03016f");
        all.put(new Failure.NumberOverflow("o"), "04016f");
        all.put(new Failure.ScoreNotANumber("o"), "0c016f");
        all.put(
                new Failure.LimitExceeded("ELEMENTS_MAX", 100_001, 100_000),
                "050c454c454d454e54535f4d4158a18d06a08d06");
        all.putAll(TableSamples.failures());
        return all;
    }
}
