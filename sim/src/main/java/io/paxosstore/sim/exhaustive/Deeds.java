package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Message;
import io.paxosstore.sim.Describe;
import io.paxosstore.sim.SimViolation;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** What one node has done that can be held against it. Not thread-safe. */
final class Deeds {
    private final int id;
    private final Facts facts;
    private final TreeSet<Integer> done = new TreeSet<>();

    /** Values by entry and number, as this node wrote them. */
    private final List<LogRecord> written = new ArrayList<>();

    Deeds(int id, Facts facts) {
        this.id = id;
        this.facts = facts;
    }

    /** It hands a record to its disk. */
    void wrote(LogRecord record) {
        written.add(record);
    }

    /**
     * A record is durable; if it holds an accept, it is a vote.
     *
     * @param epoch in which the node stands
     * @param known what it knows of all nodes' incarnations, by id
     */
    void voted(LogRecord record, int epoch, int[] known) {
        EntryValue value = record.value();
        if (value == null || record.chosen()) {
            return;
        }
        List<Integer> lives = new ArrayList<>();
        for (int one : known) {
            lives.add(LiveNode.lives(one));
        }
        add(
                new Facts.Fact(
                        true,
                        epoch,
                        record.entry(),
                        record.accepted(),
                        facts.value(value),
                        id,
                        lives));
    }

    /** It tells what it has accepted. */
    void told(Message.Paxos paxos) {
        if (paxos.accepted() == 0) {
            return;
        }
        for (int i = written.size() - 1; i >= 0; i--) {
            LogRecord record = written.get(i);
            EntryValue value = record.value();
            if (value != null
                    && record.entry() == paxos.entry()
                    && record.accepted() == paxos.accepted()) {
                int shown = facts.value(value);
                add(new Facts.Fact(false, 0, paxos.entry(), paxos.accepted(), shown, 0, List.of()));
                return;
            }
        }
        throw new SimViolation(
                "ToldWhatWasWritten", "never wrote what " + Describe.message(paxos) + " says");
    }

    private void add(Facts.Fact fact) {
        done.add(facts.number(fact));
    }

    /** The numbers of the facts, ascending. */
    int[] numbers() {
        return done.stream().mapToInt(i -> i).toArray();
    }
}
