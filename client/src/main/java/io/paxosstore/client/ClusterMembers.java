package io.paxosstore.client;

import io.paxosstore.protocol.topology.ClusterChange;
import io.paxosstore.protocol.topology.ClusterChangeCodec;
import io.paxosstore.protocol.topology.ClusterMoves;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * The nodes of a cluster, for its operator: who they are, which slots they vote for, what is under
 * change; and changes of all that. Any node answers. Thread-safe.
 *
 * <pre>{@code
 * ClusterMembers members = store.members();
 * ClusterMoves moves = members.change(new ClusterChange.Drain(3), true);
 * System.out.println(moves.copies() + " copies of slots would move");
 * members.change(new ClusterChange.Drain(3), false);
 * }</pre>
 */
public final class ClusterMembers {
    private final CallRunner runner;
    private final CallOptions options;

    ClusterMembers(CallRunner runner, CallOptions options) {
        this.runner = runner;
        this.options = options;
    }

    /** The same with other options, of which only the deadline counts. */
    public ClusterMembers with(CallOptions newOptions) {
        return new ClusterMembers(runner, Objects.requireNonNull(newOptions));
    }

    /**
     * The topology as one node knows it, as a JSON object; docs/wire-protocol.md lists its fields.
     * A change that was made shortly before may not be in it yet.
     */
    public String show() {
        return runner.call(new ClusterOperation.ShowTopology(), options, Results::topology);
    }

    /** Like {@link #show}. */
    public CompletableFuture<String> showAsync() {
        return runner.callAsync(new ClusterOperation.ShowTopology(), options, Results::topology);
    }

    /**
     * Changes the cluster, or says what the change would move. What moves does so afterwards, while
     * the cluster serves.
     *
     * <p>If a node does not answer, or cannot say whether the change is done, another one is asked.
     * Each change names how something is to be, so that asked for twice it is done once: the second
     * node says that it is done if it finds the cluster as wanted (nothing moves by its answer). So
     * a change of what is so already is refused, or done if it had to be sent again; a trial of it
     * is always refused. A {@link ClusterChange.Spread} that is done twice looks twice for what may
     * move, and finds nothing the second time.
     *
     * <p>{@code Add} and {@code Remove} cannot come twice. Of all others the first request, if its
     * node was slow, may still be carried out after the second one was answered, about up to this
     * call's deadline: whoever asks for the opposite within that time (replace or drain, and keep;
     * pause and resume; one weight and another) should look whether it has remained so.
     *
     * @param isTrial whether the change is only judged, and nothing is done
     * @throws NotDoneException with the reason REFUSED if something is against it; the message says
     *     what, and what would do
     * @throws OutcomeUnknownException if it may be done or not; ask for it again, or look
     * @throws IllegalArgumentException when a number in it is negative, or a host or a zone longer
     *     than that of any node may be
     */
    public ClusterMoves change(ClusterChange change, boolean isTrial) {
        return runner.call(operation(change, isTrial), options, Results::moves);
    }

    /** Like {@link #change}. */
    public CompletableFuture<ClusterMoves> changeAsync(ClusterChange change, boolean isTrial) {
        return runner.callAsync(operation(change, isTrial), options, Results::moves);
    }

    /**
     * Evens out what the nodes carry, in requests and bytes, by other orders of preference and, if
     * that is not enough, other voters; or says how that would be done. What moves does so
     * afterwards, while the cluster serves. Asked for again meanwhile it is refused, or, if it had
     * to be sent again, done already.
     *
     * @param isTrial whether nothing is changed
     * @return the proposal, as a JSON object; docs/wire-protocol.md lists its fields
     * @throws NotDoneException with the reason REFUSED if something is against it, such as other
     *     moves under way; the message says what, and what would do
     * @throws OutcomeUnknownException if it may be done or not; look at the plan
     */
    public String balance(boolean isTrial) {
        return runner.call(new ClusterOperation.Balance(isTrial), options, Results::balanced);
    }

    /** Like {@link #balance}. */
    public CompletableFuture<String> balanceAsync(boolean isTrial) {
        return runner.callAsync(new ClusterOperation.Balance(isTrial), options, Results::balanced);
    }

    private static Operation operation(ClusterChange change, boolean isTrial) {
        return new ClusterOperation.ChangeMembers(ClusterChangeCodec.encode(change), isTrial);
    }
}
