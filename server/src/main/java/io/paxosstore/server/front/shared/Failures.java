package io.paxosstore.server.front.shared;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.node.space.CatalogRequest;
import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.server.config.Setting;
import io.paxosstore.server.config.Settings;

/** Outcomes without a result, in the words of the wire. */
public final class Failures {
    private Failures() {}

    public static Response.Failure of(long correlation, FailureCode code, String sentence) {
        return new Response.Failure(correlation, code, 0, sentence);
    }

    /** The words for an outcome that is no result. */
    public static Response.Failure of(long correlation, Outcome outcome, Situation situation) {
        return switch (outcome) {
            case Outcome.NotDone notDone -> notDone(correlation, notDone.reason(), situation);
            case Outcome.Unknown _ -> unknown(correlation, situation);
            case Outcome.RequestExpired expired ->
                    expired(correlation, "key", expired.forgottenStamp());
            case Outcome.Executed _ ->
                    of(
                            correlation,
                            FailureCode.EXECUTED,
                            "The write was executed before; its result was too long, or one of"
                                    + " too many, to be remembered.");
            case Outcome.Written _, Outcome.Value _, Outcome.Recovered _, Outcome.Current _ ->
                    throw new IllegalStateException("no failure of a client's request: " + outcome);
        };
    }

    /**
     * The words for a change of the catalog that failed, with the reason if it is the cluster's.
     */
    public static Response.Failure of(
            long correlation, CatalogRequest.Answer.Failed failed, Situation situation) {
        return of(correlation, failed.code(), failed.sentence(), situation);
    }

    /** The words for what was not done, with the reason if it is the cluster's. */
    public static Response.Failure of(
            long correlation, FailureCode code, String sentence, Situation situation) {
        boolean late = code == FailureCode.DEADLINE || code == FailureCode.UNKNOWN_OUTCOME;
        if (code == FailureCode.DISK_FULL) {
            return of(correlation, code, situation.diskFull());
        }
        return of(
                correlation,
                code,
                late && sentence.endsWith(".")
                        ? sentence.substring(0, sentence.length() - 1) + because(situation)
                        : sentence);
    }

    /** The words for what no shard has seen. */
    public static Response.Failure of(long correlation, Refusal refusal, Situation situation) {
        return switch (refusal) {
            case Refusal.Draining _ ->
                    of(correlation, FailureCode.DRAINING, "This node is shutting down.");
            case Refusal.NotReady notReady ->
                    of(
                            correlation,
                            FailureCode.NOT_READY,
                            "Node "
                                    + notReady.nodeId()
                                    + " does not serve yet: "
                                    + notReady.waiting()
                                    + ".");
            case Refusal.KeyTooLarge key ->
                    tooLarge(
                            correlation,
                            FailureCode.KEY_TOO_LARGE,
                            "key",
                            key.bytes(),
                            key.bytesMax(),
                            Settings.KEY_BYTES_MAX);
            case Refusal.ValueTooLarge value ->
                    tooLarge(
                            correlation,
                            FailureCode.VALUE_TOO_LARGE,
                            "value",
                            value.bytes(),
                            value.bytesMax(),
                            Settings.VALUE_BYTES_MAX);
            case Refusal.UnknownSpace unknown ->
                    of(
                            correlation,
                            FailureCode.UNKNOWN_SPACE,
                            "There is no space with id "
                                    + unknown.space()
                                    + "; open the space by its name again.");
            case Refusal.WrongKind wrong -> wrongKind(correlation, wrong.space(), wrong.wanted());
            case Refusal.NoCatalog failed ->
                    of(correlation, failed.code(), failed.sentence(), situation);
        };
    }

    private static Response.Failure tooLarge(
            long correlation,
            FailureCode code,
            String what,
            int bytes,
            int bytesMax,
            Setting<Long> limit) {
        return new Response.Failure(
                correlation,
                code,
                bytesMax,
                "The "
                        + what
                        + " has "
                        + bytes
                        + " bytes; this cluster allows at most "
                        + bytesMax
                        + ": use a shorter one, or raise "
                        + limit.key()
                        + " on every node.");
    }

    private static Response.Failure wrongKind(long correlation, SpaceInfo space, SpaceKind wanted) {
        return of(
                correlation,
                FailureCode.WRONG_KIND,
                "The space '"
                        + space.name()
                        + "' is of the kind "
                        + space.kind().word()
                        + ", the request needs one of the kind "
                        + wanted.word()
                        + "; open it as what it is or use another space.");
    }

    public static Response.Failure overloaded(long correlation) {
        return of(correlation, FailureCode.OVERLOADED, "Too many requests wait; try again later.");
    }

    private static Response.Failure notDone(
            long correlation, Outcome.Reason reason, Situation situation) {
        return switch (reason) {
            case OVERLOADED -> overloaded(correlation);
            case DEADLINE ->
                    of(
                            correlation,
                            FailureCode.DEADLINE,
                            "The deadline passed before the request could be served"
                                    + because(situation));
            case NO_VOTE ->
                    of(
                            correlation,
                            FailureCode.REBUILDING,
                            "This node rebuilds its copy of the key; another node can serve it.");
            case NOT_A_VOTER ->
                    of(
                            correlation,
                            FailureCode.REBUILDING,
                            "This node holds no copy of the key; another node can serve it.");
            case DISK_FULL -> of(correlation, FailureCode.DISK_FULL, situation.diskFull());
            case CLOCK_AHEAD ->
                    of(
                            correlation,
                            FailureCode.BAD_REQUEST,
                            "The client's clock is more than 20 years ahead of this node's; set"
                                    + " it right.");
        };
    }

    private static String because(Situation situation) {
        String reason = situation.noMajority();
        return reason.isEmpty() ? "." : ": " + reason + ".";
    }

    private static Response.Failure unknown(long correlation, Situation situation) {
        return of(
                correlation,
                FailureCode.UNKNOWN_OUTCOME,
                "The deadline passed while the write was under way; it may or may not be done"
                        + because(situation));
    }

    /**
     * The words for a request that nothing is known of any more (Rule E2).
     *
     * @param who has forgotten it
     */
    public static Response.Failure expired(long correlation, String who, long forgottenStamp) {
        return new Response.Failure(
                correlation,
                FailureCode.REQUEST_EXPIRED,
                forgottenStamp,
                "The "
                        + who
                        + " has forgotten requests with later stamps than this one; it was not"
                        + " executed, and takes stamps above the one in the detail.");
    }

    public static Response.Failure unknownHere(long correlation, String space) {
        return of(
                correlation,
                FailureCode.UNKNOWN_SPACE,
                "This node knows no space '" + space + "'.");
    }
}
