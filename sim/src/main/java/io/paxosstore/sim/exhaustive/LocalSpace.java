package io.paxosstore.sim.exhaustive;

import io.paxosstore.sim.Planted;
import io.paxosstore.sim.SimViolation;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All local states of one node that were met, and what follows from each by which action: a
 * function, computed by the real code once and then looked up.
 *
 * <p>A replica cannot be copied, so a local state is rebuilt by repeating the shortest sequence of
 * actions that led to it; most actions change nothing, and then the same replica serves the next.
 * Not thread-safe.
 */
final class LocalSpace {
    /** The action changes nothing. */
    static final int SAME = -1;

    /** The action leaves the bound. */
    static final int BEYOND = -2;

    /** The action breaks a rule. */
    static final int BROKEN = -3;

    private final int node;
    private final Bound bound;
    private final Planted planted;
    private final Messages messages;
    private final Facts facts;
    private final StateDigest digest = new StateDigest();
    private final List<LocalState> states = new ArrayList<>();
    private final Map<Hash128.Digest, Integer> numbers = new HashMap<>();
    private final LongIntMap transitions = new LongIntMap();
    private final Map<Long, List<LiveNode.Reply>> replies = new HashMap<>();
    private @Nullable LiveNode live;
    private int liveNumber = -1;
    private long steps;
    private @Nullable SimViolation violation;

    LocalSpace(int node, Bound bound, Planted planted, Messages messages, Facts facts) {
        this.node = node;
        this.bound = bound;
        this.planted = planted;
        this.messages = messages;
        this.facts = facts;
        LiveNode first = create();
        numbers.put(first.digest(digest), 0);
        states.add(first.state(-1, 0));
    }

    private LiveNode create() {
        return new LiveNode(node, bound, planted, messages, facts, null);
    }

    LocalState get(int number) {
        return states.get(number);
    }

    int size() {
        return states.size();
    }

    /** How many distinct transitions the real code was asked for. */
    int transitions() {
        return transitions.size();
    }

    /** How many steps the real code took for it. */
    long steps() {
        return steps;
    }

    /** What was broken when {@link #next} said {@link #BROKEN}. */
    SimViolation violation() {
        if (violation == null) {
            throw new IllegalStateException("nothing is broken");
        }
        return violation;
    }

    /** The answers a transition gives. */
    List<LiveNode.Reply> replies(int from, int action) {
        return replies.getOrDefault(key(from, action), List.of());
    }

    private static long key(int from, int action) {
        return ((long) from << 32) | action;
    }

    /** The local state after an action, or one of the constants. */
    int next(int from, int action) {
        long key = key(from, action);
        int known = transitions.get(key);
        if (known != LongIntMap.ABSENT) {
            return known;
        }
        int next = compute(from, action);
        transitions.put(key, next);
        return next;
    }

    private int compute(int from, int action) {
        LiveNode at = live(from);
        live = null;
        steps++;
        try {
            at.apply(action);
        } catch (SimViolation e) {
            violation = e;
            return BROKEN;
        }
        if (at.isBeyond()) {
            return BEYOND;
        }
        if (!at.replies().isEmpty()) {
            replies.put(key(from, action), at.replies());
        }
        Integer known = numbers.putIfAbsent(at.digest(digest), states.size());
        int number = known == null ? states.size() : known;
        if (known == null) {
            states.add(at.state(from, action));
        }
        live = at;
        liveNumber = number;
        return number == from ? SAME : number;
    }

    private LiveNode live(int number) {
        if (live != null && liveNumber == number) {
            return live;
        }
        List<Integer> actions = new ArrayList<>();
        for (int at = number; get(at).parent() >= 0; at = get(at).parent()) {
            actions.add(get(at).action());
        }
        LiveNode node = create();
        for (int i = actions.size() - 1; i >= 0; i--) {
            node.apply(actions.get(i));
            steps++;
        }
        return node;
    }
}
