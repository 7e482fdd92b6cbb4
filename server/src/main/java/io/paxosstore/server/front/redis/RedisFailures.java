package io.paxosstore.server.front.redis;

import io.paxosstore.core.Outcome;
import io.paxosstore.node.call.Refusal;
import io.paxosstore.protocol.wire.FailureCode;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.redis.resp.Reply;
import io.paxosstore.server.front.shared.Failures;
import io.paxosstore.server.front.shared.Situation;

/**
 * Why a command was not executed, or perhaps was, as Redis's clients get to read it: a code, of
 * those that they know where there is one, and a sentence.
 */
final class RedisFailures {
    /** The code of a write of which nobody knows whether it was executed. */
    static final String UNKNOWN_OUTCOME = "UNKNOWNOUTCOME";

    private RedisFailures() {}

    static Reply.Error of(Outcome outcome, Situation situation) {
        return of(Failures.of(0, outcome, situation));
    }

    static Reply.Error of(Refusal refusal, Situation situation) {
        return of(Failures.of(0, refusal, situation));
    }

    /** There is no memory for it, or too much is under way. */
    static Reply.Error overloaded() {
        return of(Failures.overloaded(0));
    }

    private static Reply.Error of(Response.Failure failure) {
        return of(failure.code(), failure.sentence());
    }

    static Reply.Error of(FailureCode code, String sentence) {
        String word =
                switch (code) {
                    case OVERLOADED, DEADLINE, REBUILDING -> "TRYAGAIN";
                    case UNKNOWN_OUTCOME, EXECUTED -> UNKNOWN_OUTCOME;
                    case NOT_READY, DRAINING -> "LOADING";
                    case DISK_FULL -> "OOM";
                    default -> "ERR";
                };
        return new Reply.Error(word + " " + sentence);
    }
}
