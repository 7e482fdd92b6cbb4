package io.paxosstore.sim.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Decides whether a history of one object is linearizable. Stateless and thread-safe.
 *
 * <p>Idea: walk through the calls and returns in the order of time and let an operation take effect
 * only when a return forces it ("just in time"): at the return of an operation that has not taken
 * effect, some sequence of open operations, this one last, must do so. Depth first, the returning
 * operation alone being tried first; a configuration (place in the history, open operations that
 * took effect, state) is entered once only. Operations of unknown outcome stay open for ever, and a
 * configuration that has used more of them than another, all else equal, cannot do more: it is
 * skipped. Of several that can stand for each other ({@link Model#kinds}) they take effect in the
 * order of their calls.
 *
 * <p>The search is exponential in the worst case, so it is bounded by a number of steps, which
 * unlike a time gives the same verdict on every machine.
 *
 * <p>[1] Wing, Gong: Testing and Verifying Concurrent Objects, 1993. [2] Lowe: Testing for
 * Linearizability, 2017, section 4 (memoised states, just-in-time linearization).
 */
public final class LinearizabilityChecker {
    /** The default bound; some seconds at the very most. */
    public static final long STEPS_MAX = 20_000_000L;

    private LinearizabilityChecker() {}

    /** What a check found. */
    public enum Result {
        LINEARIZABLE,
        NOT_LINEARIZABLE,
        /** The bound on steps was reached first. */
        UNDECIDED
    }

    /**
     * A verdict.
     *
     * @param result what was found
     * @param explanation the furthest operation that could not be explained; empty if linearizable
     * @param steps how many model steps were taken
     */
    public record Verdict(Result result, String explanation, long steps) {}

    /** Checks every key of a history; the first verdict that is not linearizable, else the last. */
    public static <K, S, I, O> Verdict check(
            Model<S, I, O> model, History<K, I, O> history, long stepsMax) {
        long steps = 0;
        for (Map.Entry<K, List<Operation<I, O>>> one : history.byKey().entrySet()) {
            Verdict verdict = check(model, one.getValue(), stepsMax);
            steps += verdict.steps();
            if (verdict.result() != Result.LINEARIZABLE) {
                return new Verdict(
                        verdict.result(), one.getKey() + ": " + verdict.explanation(), steps);
            }
        }
        return new Verdict(Result.LINEARIZABLE, "", steps);
    }

    /** Checks the operations of one object, given in any order. */
    public static <S, I, O> Verdict check(
            Model<S, I, O> model, List<Operation<I, O>> operations, long stepsMax) {
        return new Search<>(model, operations, stepsMax).run();
    }

    /**
     * Where a search stands.
     *
     * @param event the next return to explain
     * @param open completed operations that took effect and have not returned, ascending
     * @param used unknown operations that took effect, ascending
     */
    @SuppressWarnings("ArrayRecordComponent")
    private record Configuration<S>(int event, int[] open, int[] used, S state) {}

    /** What configurations have in common that differ in the unknown operations used only. */
    private record Place<S>(int event, List<Integer> open, S state) {}

    private static final class Search<S, I, O> {
        private static final int[] NONE = {};

        private final Model<S, I, O> model;
        private final long stepsMax;

        /** Completed operations, by return time; their index is the event that returns them. */
        private final List<Operation<I, O>> completed = new ArrayList<>();

        /** Unknown operations, by invocation. */
        private final List<Operation<I, O>> unknown = new ArrayList<>();

        private final int[][] concurrent;
        private final int[] unknownBefore;

        /**
         * For every unknown operation the one of its kind called before it; -1 if there is none.
         */
        private final int[] earlierOfKind;

        private final Map<Place<S>, List<int[]>> visited = new HashMap<>();
        private final Deque<Configuration<S>> stack = new ArrayDeque<>();
        private long steps;
        private int furthest;

        Search(Model<S, I, O> model, List<Operation<I, O>> operations, long stepsMax) {
            this.model = model;
            this.stepsMax = stepsMax;
            for (Operation<I, O> one : operations) {
                (one.isOpen() ? unknown : completed).add(one);
            }
            completed.sort(Comparator.comparingLong(Operation::returned));
            unknown.sort(Comparator.comparingLong(Operation::invoked));
            concurrent = new int[completed.size()][];
            unknownBefore = new int[completed.size()];
            findConcurrent();
            earlierOfKind = new int[unknown.size()];
            findKinds(model.kinds(operations));
        }

        private void findKinds(Function<I, Object> kinds) {
            Map<Object, Integer> last = new HashMap<>();
            for (int i = 0; i < unknown.size(); i++) {
                Operation<I, O> one = unknown.get(i);
                // An observer's answer is one that nobody else can have.
                Object kind = one.output() == null ? kinds.apply(one.input()) : one;
                Integer earlier = last.put(kind, i);
                earlierOfKind[i] = earlier == null ? -1 : earlier;
            }
        }

        private boolean mayBeNext(int unknownOne, int[] used) {
            int earlier = earlierOfKind[unknownOne];
            return Arrays.binarySearch(used, unknownOne) < 0
                    && (earlier < 0 || Arrays.binarySearch(used, earlier) >= 0);
        }

        /** For every return: the completed operations called before it that return after it. */
        private void findConcurrent() {
            List<Integer> byInvocation = new ArrayList<>();
            for (int i = 0; i < completed.size(); i++) {
                byInvocation.add(i);
            }
            byInvocation.sort(Comparator.comparingLong(i -> completed.get(i).invoked()));
            List<Integer> open = new ArrayList<>();
            int invoked = 0;
            int unknowns = 0;
            for (int event = 0; event < completed.size(); event++) {
                long now = completed.get(event).returned();
                while (invoked < byInvocation.size()
                        && completed.get(byInvocation.get(invoked)).invoked() <= now) {
                    open.add(byInvocation.get(invoked++));
                }
                while (unknowns < unknown.size() && unknown.get(unknowns).invoked() <= now) {
                    unknowns++;
                }
                open.remove(Integer.valueOf(event));
                concurrent[event] = open.stream().sorted().mapToInt(i -> i).toArray();
                unknownBefore[event] = unknowns;
            }
        }

        Verdict run() {
            stack.push(new Configuration<>(0, NONE, NONE, model.initial()));
            while (!stack.isEmpty()) {
                Configuration<S> here = skipReturned(stack.pop());
                furthest = Math.max(furthest, here.event());
                if (here.event() == completed.size()) {
                    return new Verdict(Result.LINEARIZABLE, "", steps);
                }
                if (steps > stepsMax) {
                    return new Verdict(Result.UNDECIDED, explanation(), steps);
                }
                if (isNew(here)) {
                    expand(here);
                }
            }
            return new Verdict(Result.NOT_LINEARIZABLE, explanation(), steps);
        }

        private String explanation() {
            return "nothing explains " + completed.get(furthest);
        }

        /** Passes the returns of operations that took effect already. */
        private Configuration<S> skipReturned(Configuration<S> from) {
            int event = from.event();
            int[] open = from.open();
            while (event < completed.size() && open.length > 0 && open[0] == event) {
                open = Arrays.copyOfRange(open, 1, open.length);
                event++;
            }
            return new Configuration<>(event, open, from.used(), from.state());
        }

        private boolean isNew(Configuration<S> here) {
            List<Integer> open = new ArrayList<>(here.open().length);
            for (int one : here.open()) {
                open.add(one);
            }
            List<int[]> seen =
                    visited.computeIfAbsent(
                            new Place<>(here.event(), open, here.state()),
                            absent -> new ArrayList<>(1));
            for (int[] used : seen) {
                steps++;
                if (isSubset(used, here.used())) {
                    return false;
                }
            }
            seen.removeIf(used -> isSubset(here.used(), used));
            seen.add(here.used());
            return true;
        }

        /** Pushes all successors, the most promising last: the returning operation itself. */
        private void expand(Configuration<S> here) {
            for (int i = 0; i < unknownBefore[here.event()]; i++) {
                if (mayBeNext(i, here.used())) {
                    int[] used = with(here.used(), i);
                    step(here, unknown.get(i), here.open(), used);
                }
            }
            int[] others = concurrent[here.event()];
            for (int i = others.length - 1; i >= 0; i--) {
                if (Arrays.binarySearch(here.open(), others[i]) < 0) {
                    step(here, completed.get(others[i]), with(here.open(), others[i]), here.used());
                }
            }
            int[] self = with(here.open(), here.event());
            step(here, completed.get(here.event()), self, here.used());
        }

        private void step(
                Configuration<S> here, Operation<I, O> operation, int[] open, int[] used) {
            steps++;
            model.step(
                    here.state(),
                    operation.input(),
                    operation.output(),
                    state -> stack.push(new Configuration<>(here.event(), open, used, state)));
        }

        private static int[] with(int[] sorted, int added) {
            int at = -Arrays.binarySearch(sorted, added) - 1;
            int[] result = new int[sorted.length + 1];
            System.arraycopy(sorted, 0, result, 0, at);
            result[at] = added;
            System.arraycopy(sorted, at, result, at + 1, sorted.length - at);
            return result;
        }

        private static boolean isSubset(int[] small, int[] large) {
            int at = 0;
            for (int wanted : small) {
                while (at < large.length && large[at] < wanted) {
                    at++;
                }
                if (at == large.length || large[at] != wanted) {
                    return false;
                }
            }
            return true;
        }
    }
}
