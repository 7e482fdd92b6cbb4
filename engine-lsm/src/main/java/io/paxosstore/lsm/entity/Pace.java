package io.paxosstore.lsm.entity;

import io.paxosstore.log.WorkMeter;
import io.paxosstore.protocol.model.Command;

/** Says how much time commands have that are evaluated one after the other. Not thread-safe. */
interface Pace {
    /** Ends what takes too long by an exception of its own. */
    WorkMeter meter();

    /**
     * A command is to be evaluated now, after which it {@link #rests}.
     *
     * @return false if that is known to take too long: nothing has begun then
     */
    boolean begins(Command command);

    /** A command has been evaluated, or not: nothing is to be ended until the next one begins. */
    void rests();

    /** Its evaluation was ended. */
    default void tookTooLong() {}

    /** Whether those evaluated until now have taken so long that the others are to wait. */
    default boolean isOver() {
        return false;
    }
}
