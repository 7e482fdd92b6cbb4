package io.paxosstore.core;

import java.util.ArrayList;
import java.util.List;

/** Keeps what a replica wants done, without doing it. Not thread-safe. */
public final class CollectedEffects implements EffectHandler {
    public final List<Effects.Apply> applies = new ArrayList<>();
    public final List<Effects.Load> loads = new ArrayList<>();
    public final List<Effects.Evaluate> evaluations = new ArrayList<>();
    public final List<Effects.Persist> persists = new ArrayList<>();
    public final List<Effects.MarkChosen> marks = new ArrayList<>();
    public final List<Effects.Send> sends = new ArrayList<>();
    public final List<Effects.Supply> supplies = new ArrayList<>();
    public final List<Effects.Lag> lags = new ArrayList<>();
    public final List<Effects.OtherEpoch> otherEpochs = new ArrayList<>();
    public final List<Effects.Reply> replies = new ArrayList<>();

    @Override
    public void apply(Effects.Apply entry) {
        applies.add(entry);
    }

    @Override
    public void load(Effects.Load load) {
        loads.add(load);
    }

    @Override
    public void evaluate(Effects.Evaluate question) {
        evaluations.add(question);
    }

    @Override
    public void persist(Effects.Persist persist) {
        persists.add(persist);
    }

    @Override
    public void markChosen(Effects.MarkChosen mark) {
        marks.add(mark);
    }

    @Override
    public void commit() {}

    @Override
    public void send(Effects.Send send) {
        sends.add(send);
    }

    @Override
    public void supply(Effects.Supply supply) {
        supplies.add(supply);
    }

    @Override
    public void lag(Effects.Lag lag) {
        lags.add(lag);
    }

    @Override
    public void otherEpoch(Effects.OtherEpoch other) {
        otherEpochs.add(other);
    }

    @Override
    public void reply(Effects.Reply reply) {
        replies.add(reply);
    }

    /** Takes what was collected of one kind. */
    public static <T> List<T> take(List<T> collected) {
        List<T> taken = List.copyOf(collected);
        collected.clear();
        return taken;
    }
}
