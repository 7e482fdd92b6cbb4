package io.paxosstore.protocol.codec;

import static io.paxosstore.protocol.codec.ModelSamples.ascii;

import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.ScoreConditions;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.SortedSetOperation.Scored;
import io.paxosstore.protocol.model.SortedSetRange;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One of everything of sorted sets, with the bytes it has for ever. */
final class SortedSetSamples {
    private static final String ONE_AND_A_HALF = "3ff8000000000000";
    private static final String INFINITY = "7ff0000000000000";

    private SortedSetSamples() {}

    private static List<Scored> scored() {
        return List.of(new Scored(ascii("a"), 1.5), new Scored(ascii("bc"), 1.0 / 0));
    }

    static Map<Operation, String> operations() {
        Map<Operation, String> all = new LinkedHashMap<>();
        Page page = new Page(10, 300);
        List<byte[]> two = List.of(ascii("a"), ascii("bc"));
        all.put(
                new SortedSetOperation.Add("o", scored(), ScoreConditions.NEW),
                "80016f020161" + ONE_AND_A_HALF + "026263" + INFINITY + "01");
        all.put(
                new SortedSetOperation.Increment(
                        "o", ascii("a"), 1.5, ScoreConditions.PRESENT.and(ScoreConditions.GREATER)),
                "81016f0161" + ONE_AND_A_HALF + "06");
        all.put(new SortedSetOperation.Remove("o", two), "82016f020161026263");
        all.put(new SortedSetOperation.Scores("o", two), "83016f020161026263");
        all.put(new SortedSetOperation.Size("o"), "84016f");
        all.put(new SortedSetOperation.Rank("o", ascii("a"), true), "85016f016101");
        all.put(
                new SortedSetOperation.Range(
                        "o", new SortedSetRange.ByRank(3, -1), false, 300, null, page),
                "86016f01060100ac02000aac02");
        all.put(
                new SortedSetOperation.Range(
                        "o",
                        new SortedSetRange.ByScore(1.5, true, 1.0 / 0, false),
                        true,
                        0,
                        ascii("next"),
                        page),
                "86016f02" + ONE_AND_A_HALF + "01" + INFINITY + "00" + "010001046e6578740aac02");
        all.put(
                new SortedSetOperation.Count(
                        "o", new SortedSetRange.ByMember(ascii("a"), true, null, false)),
                "87016f03016101" + "0000");
        all.put(
                new SortedSetOperation.RemoveRange(
                        "o", new SortedSetRange.ByMember(ascii("a"), false, ascii("b"), true)),
                "88016f03016100" + "01016201");
        all.put(new SortedSetOperation.PopFirst("o", page), "89016f0aac02");
        all.put(new SortedSetOperation.PopLast("o", page), "8a016f0aac02");
        all.put(new SortedSetOperation.Random("o", -7), "8b016f0d");
        return all;
    }

    static Map<Result, String> results() {
        Map<Result, String> all = new LinkedHashMap<>();
        all.put(new Result.Added(300, 2), "14ac0202");
        all.put(new Result.Score(1.5), "1501" + ONE_AND_A_HALF);
        all.put(new Result.Score(null), "1500");
        all.put(
                new Result.Scores(new ArrayList<>(Arrays.asList(1.5, null))),
                "160201" + ONE_AND_A_HALF + "00");
        all.put(new Result.Rank(300, 1.5), "1701ac02" + ONE_AND_A_HALF);
        all.put(new Result.Rank(Result.Rank.NO_RANK, 0), "1700");
        all.put(
                new Result.ScoredMembers(scored(), ascii("n")),
                "18020161" + ONE_AND_A_HALF + "026263" + INFINITY + "01016e");
        return all;
    }
}
