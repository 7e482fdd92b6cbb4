package io.paxosstore.sim;

import io.paxosstore.core.EffectHandler;
import io.paxosstore.core.Effects;
import io.paxosstore.core.Input;
import io.paxosstore.core.Stored;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/**
 * Performs what the replica of a node wants done, and gathers what is to be answered to it later.
 * Not thread-safe.
 */
final class SimEffects implements EffectHandler {
    private final SimCluster cluster;
    private final SimNode node;
    private final SimStorage storage;
    private final @Nullable SimNodeData data;
    private final List<Input.Loaded> loaded = new ArrayList<>();
    private final List<Input> evaluated = new ArrayList<>();

    /**
     * @param data what is beside general PaxosLogs; null when there are keys alone
     */
    SimEffects(SimCluster cluster, SimNode node, SimStorage storage, @Nullable SimNodeData data) {
        this.cluster = cluster;
        this.node = node;
        this.storage = storage;
        this.data = data;
    }

    /** Takes the answers to what was loaded. */
    List<Input.Loaded> takeLoaded() {
        List<Input.Loaded> taken = List.copyOf(loaded);
        loaded.clear();
        return taken;
    }

    /** Takes the answers to what was evaluated at once. */
    List<Input> takeEvaluated() {
        List<Input> taken = List.copyOf(evaluated);
        evaluated.clear();
        return taken;
    }

    @Override
    public void apply(Effects.Apply entry) {
        data().apply(entry);
    }

    @Override
    public void load(Effects.Load load) {
        Stored stored = storage.load(load.key(), load.withValue());
        if (!stored.amnesiac()) {
            cluster.truth().loaded(node.id(), load.key(), stored, node.incarnation());
        }
        loaded.add(new Input.Loaded(load.key(), stored));
    }

    @Override
    public void evaluate(Effects.Evaluate question) {
        Input answer = data().evaluate(question, node.machine());
        if (answer != null) {
            evaluated.add(answer);
        }
    }

    @Override
    public void persist(Effects.Persist persist) {
        cluster.appended(node.id(), persist.record());
        storage.append(persist.record(), persist.ticket());
        node.appended(persist);
    }

    @Override
    public void markChosen(Effects.MarkChosen mark) {
        node.trace("mark").add(mark.key()).add(mark.entry());
        cluster.truth().marked(node.id(), mark.key(), mark.entry());
        storage.markChosen(mark.key(), mark.entry());
    }

    @Override
    public void commit() {
        node.writeDisk();
    }

    @Override
    public void send(Effects.Send send) {
        cluster.truth().sent(node.id(), send.key(), send.message());
        node.send(send);
    }

    @Override
    public void supply(Effects.Supply supply) {
        data().supply(supply);
    }

    @Override
    public void lag(Effects.Lag lag) {
        cluster.recoverLater(node, lag);
    }

    @Override
    public void reply(Effects.Reply reply) {
        cluster.replied(node.id(), reply);
    }

    private SimNodeData data() {
        if (data == null) {
            throw new IllegalStateException("a node of keys alone has no data beside them");
        }
        return data;
    }
}
