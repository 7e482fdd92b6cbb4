package io.paxosstore.core.step;

import io.paxosstore.core.Effects;
import io.paxosstore.core.LogRecord;

/**
 * The records of one entity: hands them to the log, and knows which of them are durable. Not
 * thread-safe.
 */
public final class Records {
    private final Turn turn;

    /** The last record handed out, and the last one known to be durable. */
    private long issuedTicket;

    private long durableTicket;

    public Records(Turn turn) {
        this.turn = turn;
    }

    /** The last record handed out. */
    public long issuedTicket() {
        return issuedTicket;
    }

    /** Whether everything handed out is durable. */
    public boolean isDurable() {
        return issuedTicket == durableTicket;
    }

    /** Hands a record to the log. */
    public void persist(LogRecord record) {
        issuedTicket = turn.nextTicket();
        turn.out().add(new Effects.Persist(record, issuedTicket));
    }

    /**
     * A record is durable, and with it all that came before. It may be one of before the entity
     * left memory with records on their way (Rule M4): that says nothing of those of now.
     */
    public void durable(long ticket) {
        if (ticket <= issuedTicket) {
            durableTicket = ticket;
        }
    }
}
