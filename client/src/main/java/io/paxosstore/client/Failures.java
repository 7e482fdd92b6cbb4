package io.paxosstore.client;

import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Response;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.CompletionException;

/** How calls that end without a result are told to their callers. */
final class Failures {
    /** Why a write that an entity no longer remembers cannot go on (Rule E2). */
    static final String EXPIRED =
            "the servers no longer remember requests as old as this one: too many others were"
                    + " executed there meanwhile";

    /** Why a call is not sent any more. */
    static final String ABANDONED = "nobody waits for it any more";

    private Failures() {}

    /** What made a future fail, without what futures put around it. */
    static @Nullable Throwable cause(@Nullable Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null
                ? failure.getCause()
                : failure;
    }

    /** The reason that goes with a server's answer. */
    static NotDoneException.Reason reason(FailureCode code) {
        return switch (code) {
            case OVERLOADED, TOO_MANY_WATCHES -> NotDoneException.Reason.OVERLOADED;
            case DEADLINE, UNKNOWN_OUTCOME -> NotDoneException.Reason.DEADLINE;
            case UNKNOWN_SPACE -> NotDoneException.Reason.UNKNOWN_SPACE;
            case SPACE_EXISTS -> NotDoneException.Reason.SPACE_EXISTS;
            case KEY_TOO_LARGE -> NotDoneException.Reason.KEY_TOO_LARGE;
            case VALUE_TOO_LARGE -> NotDoneException.Reason.VALUE_TOO_LARGE;
            case NOT_READY, DRAINING, DISK_FULL, REBUILDING -> NotDoneException.Reason.UNAVAILABLE;
            case WRONG_KIND -> NotDoneException.Reason.WRONG_KIND;
            case REQUEST_EXPIRED, BAD_REQUEST, INTERNAL, EXECUTED, REFUSED ->
                    NotDoneException.Reason.REFUSED;
        };
    }

    /** The failure of a call: unknown if an attempt of a write may have been executed (Rule W5). */
    static PaxosStoreException of(Call<?> call, NotDoneException.Reason reason, String why) {
        String label = call.operation.label();
        if (call.executed) {
            return new ResultLostException(
                    "The "
                            + label
                            + " was done, but its result is lost: it was too long, or one of too"
                            + " many, for the servers to remember it"
                            + attempts(call)
                            + ".",
                    false);
        }
        String end = withoutStop(why) + attempts(call) + ".";
        return call.isUncertain()
                ? new OutcomeUnknownException(
                        "The outcome of the " + label + " is unknown: " + end, false)
                : NotDoneException.of(reason, "The " + label + " was not done: " + end);
    }

    /** A call has used up its attempts. */
    static PaxosStoreException exhausted(Call<?> call, Cluster cluster) {
        Response.Failure failure = call.lastFailure;
        return failure == null
                ? of(call, NotDoneException.Reason.UNAVAILABLE, cluster.problems())
                : of(call, reason(failure.code()), sentence(failure));
    }

    /** What a server has answered, for people. */
    private static String sentence(Response.Failure failure) {
        return failure.code() == FailureCode.REQUEST_EXPIRED ? EXPIRED : failure.sentence();
    }

    /** A call's deadline has passed. */
    static PaxosStoreException late(Call<?> call, Cluster cluster) {
        Response.Failure failure = call.lastFailure;
        String within = " within " + call.budgetMillis + " ms";
        if (failure != null) {
            String why = "no result" + within + ": " + sentence(failure);
            return of(call, reason(failure.code()), why);
        }
        return call.phase == Call.Phase.WAITING
                ? of(
                        call,
                        NotDoneException.Reason.UNAVAILABLE,
                        "no answer" + within + ": " + cluster.problems())
                : of(call, NotDoneException.Reason.DEADLINE, "no answer" + within);
    }

    /** Why a call never left the client. */
    static String noRoom(long budgetMillis, int inFlightMax) {
        return "there was no room for it within %d ms: %d calls were under way, as many as the"
                        .formatted(budgetMillis, inFlightMax)
                + " client allows (inFlightMax)";
    }

    /** Why a call cannot leave the client. */
    static String noMemory(int bytes) {
        return "this process has no direct memory for its %d bytes".formatted(bytes);
    }

    private static String attempts(Call<?> call) {
        Attempt newest = call.newest;
        if (newest == null) {
            return "";
        }
        return call.attempts == 1
                ? " (sent to " + newest.node.address.hostAndPort() + ")"
                : " (sent "
                        + call.attempts
                        + " times, the last time to "
                        + newest.node.address.hostAndPort()
                        + ")";
    }

    private static String withoutStop(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }
}
