package io.paxosstore.sim.check;

import io.paxosstore.sim.SimViolation;
import io.paxosstore.sim.entity.Cell;
import io.paxosstore.sim.entity.EntityCommand;
import io.paxosstore.sim.entity.EntityState;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Checks a history against the state that it ended in, without a search. Every command that was
 * executed must be in the history, with its result.
 */
public final class TicketCheck {
    private TicketCheck() {}

    /**
     * ExactlyOnce: the counter of tickets is the sum of all increments, and the last sequence of
     * the queue the number of all elements appended.
     *
     * @param name of the entity
     * @param end the entity's newest state
     */
    public static void all(
            Object name, List<Operation<EntityCall, EntityAnswer>> history, EntityState end) {
        long tickets = 0;
        long appended = 0;
        for (Operation<EntityCall, EntityAnswer> one : history) {
            if (one.input() instanceof EntityCall.Write write
                    && one.output() instanceof EntityAnswer.Written written) {
                for (EntityCommand.Change change :
                        write.command().branch(written.result().held())) {
                    if (change instanceof EntityCommand.Change.Add add
                            && add.cell() == Cell.TICKETS) {
                        tickets += add.delta();
                    } else if (change instanceof EntityCommand.Change.Append) {
                        appended++;
                    }
                }
            }
        }
        if (tickets != end.cell(Cell.TICKETS) || appended != end.appended()) {
            throw new SimViolation(
                    "ExactlyOnce",
                    "%s: the clients know of %d tickets and %d elements, the state is %s"
                            .formatted(name, tickets, appended, end));
        }
    }

    /**
     * DistinctTickets: of commands that each draw one ticket, no two got the same, none is missing,
     * and whoever asked after another had been answered got a later one; reads see no fewer than
     * were answered before them. For such a history this is linearizability.
     */
    public static void drawn(
            Object name, List<Operation<EntityCall, EntityAnswer>> history, EntityState end) {
        List<Operation<EntityCall, EntityAnswer>> byCall =
                history.stream().sorted(Comparator.comparingLong(Operation::invoked)).toList();
        List<Operation<EntityCall, EntityAnswer>> byReturn =
                history.stream().sorted(Comparator.comparingLong(Operation::returned)).toList();
        boolean[] drawn = new boolean[(int) end.cell(Cell.TICKETS) + 1];
        long answered = 0;
        int returned = 0;
        for (Operation<EntityCall, EntityAnswer> one : byCall) {
            while (byReturn.get(returned).returned() < one.invoked()) {
                answered = Math.max(answered, ticket(byReturn.get(returned)));
                returned++;
            }
            long ticket = ticket(one);
            boolean isRead = one.input() instanceof EntityCall.Read;
            boolean fits = ticket < drawn.length && ticket >= answered + (isRead ? 0 : 1);
            if (!fits || (!isRead && drawn[(int) ticket])) {
                throw new SimViolation(
                        "DistinctTickets", name + ": after " + answered + " came " + one);
            }
            if (!isRead) {
                drawn[(int) ticket] = true;
            }
        }
        drawn[0] = true;
        for (int ticket = 1; ticket < drawn.length; ticket++) {
            if (!drawn[ticket]) {
                throw new SimViolation(
                        "DistinctTickets",
                        name + ": nobody got ticket " + ticket + " of " + Arrays.toString(drawn));
            }
        }
    }

    /** The ticket that was drawn, or the last one that a read saw. */
    private static long ticket(Operation<EntityCall, EntityAnswer> one) {
        return switch (one.output()) {
            case EntityAnswer.Written written -> written.result().answers().getFirst();
            case EntityAnswer.Seen seen -> seen.state().cell(Cell.TICKETS);
            case null -> 0;
        };
    }
}
