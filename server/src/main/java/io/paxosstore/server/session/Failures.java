package io.paxosstore.server.session;

import io.paxosstore.client.wire.FailureCode;
import io.paxosstore.client.wire.Response;
import io.paxosstore.client.wire.SpaceInfo;
import io.paxosstore.client.wire.SpaceKind;
import io.paxosstore.core.Outcome;

/** Outcomes without a result, in the words of the wire. */
final class Failures {
    private Failures() {}

    static Response.Failure of(long correlation, FailureCode code, String sentence) {
        return new Response.Failure(correlation, code, 0, sentence);
    }

    /** The words for an outcome that is no result. */
    static Response.Failure of(long correlation, Outcome outcome, int nodeId) {
        return switch (outcome) {
            case Outcome.NotDone notDone -> notDone(correlation, notDone.reason(), nodeId);
            case Outcome.Unknown _ -> unknown(correlation);
            case Outcome.RequestExpired expired -> expired(correlation, expired.forgottenStamp());
            case Outcome.Executed _ ->
                    of(
                            correlation,
                            FailureCode.EXECUTED,
                            "The write was executed before; its result was too long to be"
                                    + " remembered.");
            case Outcome.Written _, Outcome.Value _, Outcome.Recovered _, Outcome.Current _ ->
                    throw new IllegalStateException("no failure of a client's request: " + outcome);
        };
    }

    static Response.Failure tooLarge(
            long correlation, FailureCode code, String what, int bytes, int bytesMax) {
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
                        + ".");
    }

    static Response.Failure wrongKind(long correlation, SpaceInfo space, SpaceKind wanted) {
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

    static Response.Failure overloaded(long correlation) {
        return of(correlation, FailureCode.OVERLOADED, "Too many requests wait; try again later.");
    }

    private static Response.Failure notDone(long correlation, Outcome.Reason reason, int nodeId) {
        return switch (reason) {
            case OVERLOADED -> overloaded(correlation);
            case DEADLINE ->
                    of(
                            correlation,
                            FailureCode.DEADLINE,
                            "The deadline passed before the request could be served.");
            case NO_VOTE ->
                    of(
                            correlation,
                            FailureCode.REBUILDING,
                            "This node rebuilds its copy of the key; another node can serve it.");
            case DISK_FULL -> of(correlation, FailureCode.DISK_FULL, diskFull(nodeId));
            case CLOCK_AHEAD ->
                    of(
                            correlation,
                            FailureCode.BAD_REQUEST,
                            "The client's clock is far ahead of this node's; set it right.");
        };
    }

    private static String diskFull(int nodeId) {
        return "The disk of node "
                + nodeId
                + " is nearly full: it takes no new writes until there is room again.";
    }

    private static Response.Failure unknown(long correlation) {
        return of(
                correlation,
                FailureCode.UNKNOWN_OUTCOME,
                "The deadline passed while the write was under way; it may or may not be done.");
    }

    private static Response.Failure expired(long correlation, long forgottenStamp) {
        return new Response.Failure(
                correlation,
                FailureCode.REQUEST_EXPIRED,
                forgottenStamp,
                "The key has forgotten clients of that age; the request was not executed.");
    }

    static Response.Failure unknownHere(long correlation, String space, int nodeId) {
        return of(
                correlation,
                FailureCode.UNKNOWN_SPACE,
                "Node " + nodeId + " knows no space '" + space + "'.");
    }

    static Response.Failure unknownSpace(long correlation, int space) {
        return of(
                correlation,
                FailureCode.UNKNOWN_SPACE,
                "There is no space with id " + space + "; open the space by its name again.");
    }
}
