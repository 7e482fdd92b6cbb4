package io.paxosstore.cli;

import io.paxosstore.client.Entity;
import io.paxosstore.client.MemberRank;
import io.paxosstore.client.ScoredMember;
import io.paxosstore.client.Slice;
import io.paxosstore.client.SortedSetOps;
import io.paxosstore.client.Step;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the shell does with sorted sets, and how the results are shown. */
final class SortedSetSteps {
    private static final double WHOLE_MAX = 1e15;

    private SortedSetSteps() {}

    private static SortedSetOps<String> op(Entity entity, VerbArguments a) {
        return entity.sortedSet(a.name(), EntitySteps.TEXT).op();
    }

    /** A score for people: without a fraction if it has none. */
    static String text(double score) {
        return score == Math.rint(score) && Math.abs(score) < WHOLE_MAX
                ? Long.toString((long) score)
                : Double.toString(score);
    }

    private static double score(VerbArguments a, int index) {
        String word = a.word(index);
        String number =
                switch (word) {
                    case "inf", "+inf" -> "Infinity";
                    case "-inf" -> "-Infinity";
                    default -> word;
                };
        try {
            double score = Double.parseDouble(number);
            if (!Double.isNaN(score)) {
                return score;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(noScore(word), e);
        }
        throw new IllegalArgumentException(noScore(word));
    }

    private static String noScore(String word) {
        return "'" + word + "' is no score; write a number, inf or -inf.";
    }

    static ShellStep<Long> add(Entity entity, VerbArguments a) {
        Map<String, Double> scores = new LinkedHashMap<>();
        for (String member : a.all().subList(1, a.count())) {
            scores.put(member, score(a, 0));
        }
        return EntitySteps.number(op(entity, a).addAll(scores), "added");
    }

    static ShellStep<Double> increment(Entity entity, VerbArguments a) {
        double delta = a.count() > 1 ? score(a, 1) : 1;
        return new ShellStep<>(op(entity, a).increment(a.word(0), delta), SortedSetSteps::score);
    }

    private static ShellAnswer score(double score) {
        return ShellAnswer.ok(text(score)).with("score", score);
    }

    static ShellStep<Long> remove(Entity entity, VerbArguments a) {
        return EntitySteps.number(op(entity, a).removeAll(a.all()), "removed");
    }

    static ShellStep<Optional<Double>> score(Entity entity, VerbArguments a) {
        return new ShellStep<>(
                op(entity, a).score(a.word(0)),
                found -> found.map(SortedSetSteps::score).orElseGet(EntitySteps::notFound));
    }

    static ShellStep<Optional<MemberRank>> rank(Entity entity, VerbArguments a) {
        return rank(op(entity, a).rank(a.word(0)));
    }

    static ShellStep<Optional<MemberRank>> reverseRank(Entity entity, VerbArguments a) {
        return rank(op(entity, a).reverseRank(a.word(0)));
    }

    private static ShellStep<Optional<MemberRank>> rank(Step<Optional<MemberRank>> step) {
        return new ShellStep<>(
                step,
                found ->
                        found.map(place ->
                                        ShellAnswer.ok(Long.toString(place.rank()))
                                                .with("rank", place.rank())
                                                .with("score", place.score()))
                                .orElseGet(EntitySteps::notFound));
    }

    static ShellStep<Slice<ScoredMember<String>>> range(Entity entity, VerbArguments a) {
        return members(
                op(entity, a).range(a.number(0, "rank"), a.number(1, "rank"), EntitySteps.PAGE));
    }

    static ShellStep<Slice<ScoredMember<String>>> rangeByScore(Entity entity, VerbArguments a) {
        return members(op(entity, a).rangeByScore(score(a, 0), score(a, 1), EntitySteps.PAGE));
    }

    static ShellStep<Slice<ScoredMember<String>>> rangeByMember(Entity entity, VerbArguments a) {
        String from = a.count() == 0 ? "" : a.word(0);
        return members(op(entity, a).rangeByMember(from, a.optional(1), EntitySteps.PAGE));
    }

    private static ShellStep<Slice<ScoredMember<String>>> members(
            Step<Slice<ScoredMember<String>>> step) {
        return new ShellStep<>(
                step,
                slice -> {
                    List<String> lines = new ArrayList<>();
                    List<Object> members = new ArrayList<>();
                    for (ScoredMember<String> one : slice.elements()) {
                        lines.add(line(one));
                        members.add(fields(one));
                    }
                    if (slice.next().isPresent()) {
                        lines.add("(more)");
                    }
                    return ShellAnswer.ok(EntitySteps.text(lines, "(no members)"))
                            .with("members", members)
                            .with("more", slice.next().isPresent());
                });
    }

    private static String line(ScoredMember<String> member) {
        return text(member.score()) + "  " + Printable.plain(member.member());
    }

    private static Map<String, Object> fields(ScoredMember<String> member) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("member", member.member());
        fields.put("score", member.score());
        return fields;
    }

    static ShellStep<Long> count(Entity entity, VerbArguments a) {
        return EntitySteps.number(op(entity, a).count(score(a, 0), score(a, 1)), "count");
    }

    static ShellStep<Long> size(Entity entity, VerbArguments a) {
        return EntitySteps.number(op(entity, a).size(), "size");
    }

    static ShellStep<Optional<ScoredMember<String>>> random(Entity entity, VerbArguments a) {
        return one(op(entity, a).random());
    }

    static ShellStep<Optional<ScoredMember<String>>> popFirst(Entity entity, VerbArguments a) {
        return one(op(entity, a).popFirst());
    }

    static ShellStep<Optional<ScoredMember<String>>> popLast(Entity entity, VerbArguments a) {
        return one(op(entity, a).popLast());
    }

    private static ShellStep<Optional<ScoredMember<String>>> one(
            Step<Optional<ScoredMember<String>>> step) {
        return new ShellStep<>(
                step,
                found ->
                        found.map(one -> ShellAnswer.ok(line(one)).with("member", fields(one)))
                                .orElseGet(EntitySteps::notFound));
    }
}
