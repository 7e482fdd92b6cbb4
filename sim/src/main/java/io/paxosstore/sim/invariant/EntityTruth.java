package io.paxosstore.sim.invariant;

import io.paxosstore.core.Effects;
import io.paxosstore.core.EntryValue;
import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Message;
import io.paxosstore.core.RequestId;
import io.paxosstore.core.StateMachine;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.sim.Describe;
import io.paxosstore.sim.SimViolation;
import io.paxosstore.sim.check.EntryInspection;
import io.paxosstore.sim.entity.EntityState;
import io.paxosstore.sim.entity.HeldTable;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The truth about one entity: its entries, and what each node claims to hold of it. */
final class EntityTruth {
    private final EntityKey key;
    private final int nodes;
    private final Checks checks;
    private final EpochTruth epochs;

    private final List<EntryTruth> entries = new ArrayList<>();

    private final RequestTruth requests;

    /**
     * What each node wrote, marked and told as its version since it started; apart from each other,
     * since the effects of several steps are performed group by group.
     */
    private final long[] versionWritten;

    private final long[] versionMarked;

    /** By node, and by whom it told: what is told to one need not be in order with the rest. */
    private final long[][] versionTold;

    /** What of that is durable. */
    private final long[] durableVersion;

    /** The entry each node's newest durable record is about. */
    private final long[] durableEntry;

    /** By node: under which incarnations it began anew, without what it had said before. */
    private final List<List<Integer>> losses = new ArrayList<>();

    private long newestChosen;

    /** The data after each entry; of an entity space. */
    private final List<byte[]> states = new ArrayList<>();

    private final TableTruth tables;

    EntityTruth(EntityKey key, int nodes, Electorate electorate, Checks checks) {
        this.key = key;
        this.nodes = nodes;
        this.checks = checks;
        this.requests = new RequestTruth(key);
        this.tables = new TableTruth(key);
        this.epochs = new EpochTruth(key, nodes, electorate);
        this.versionWritten = new long[nodes + 1];
        this.versionMarked = new long[nodes + 1];
        this.versionTold = new long[nodes + 1][nodes + 1];
        this.durableVersion = new long[nodes + 1];
        this.durableEntry = new long[nodes + 1];
        for (int node = 0; node <= nodes; node++) {
            losses.add(new ArrayList<>(0));
        }
    }

    private boolean all() {
        return checks == Checks.ALL;
    }

    /** The newest chosen entry; 0 for none. */
    long newestChosen() {
        return newestChosen;
    }

    /** The result a request was executed with; null if it was not. */
    byte @Nullable [] resultOf(RequestId id) {
        return requests.resultOf(id);
    }

    private EntryTruth entry(long number) {
        while (entries.size() < number) {
            entries.add(new EntryTruth(key + " entry " + (entries.size() + 1), nodes, losses));
        }
        return entries.get((int) number - 1);
    }

    /** The chosen value of an entry; null while none is. */
    @Nullable EntryValue chosenValue(long entry) {
        return entry > entries.size() ? null : entry(entry).chosen();
    }

    /** A record is on its way to a node's disk. */
    void appended(int node, LogRecord record) {
        epochs.writes(node);
        if (!all()) {
            return;
        }
        EntryValue value = record.value();
        if (record.chosen() && value != null) {
            claimsChosen(node, record.entry(), value.id(), value);
        } else if (value != null) {
            noGap(node, record.entry());
        }
        if (!record.chosen()) {
            notBelow(node, versionWritten, node, settled(record));
        } else {
            mayNotFall(node, versionWritten, node, record.entry());
        }
        keepsAccepted(node, record);
    }

    /** NoGapApplied: whoever proposes or accepts entry i+1 rests on a chosen entry i. */
    private void noGap(int node, long entry) {
        if (entry > 1 && chosenValue(entry - 1) == null) {
            throw new SimViolation(
                    "NoGapApplied",
                    key
                            + ": node "
                            + node
                            + " accepts entry "
                            + entry
                            + ", the one before is not chosen");
        }
    }

    /** Rule D7: an accepted value is only dropped for the value of a later entry. */
    private void keepsAccepted(int node, LogRecord record) {
        long before = durableEntry[node];
        boolean drops =
                before > 0
                        && before < record.entry()
                        && before > settled(record)
                        && entry(before).durableAccept(node) > 0;
        if (drops && record.value() == null) {
            throw new SimViolation(
                    "AcceptedIsKept",
                    key
                            + ": node "
                            + node
                            + " drops its accept of entry "
                            + before
                            + " for a promise of entry "
                            + record.entry());
        }
    }

    /** A node's record is durable: this is where votes come to be. */
    void durable(int node, LogRecord record, int[] incarnations) {
        EntryValue value = record.value();
        EntryTruth truth = entry(record.entry());
        if (!record.chosen()) {
            epochs.come(node);
            if (all()) {
                if (record.promised() == LogRecord.FLOOR) {
                    truth.amnesia(node);
                }
                truth.durable(node, record.promised(), record.accepted());
            }
            if (value != null) {
                propose(record.entry(), record.accepted(), value);
                vote(node, record.entry(), record.accepted(), value, incarnations);
            }
        }
        durableVersion[node] =
                Math.max(durableVersion[node], record.chosen() ? record.entry() : record.version());
        durableEntry[node] = Math.max(durableEntry[node], record.entry());
    }

    private void propose(long entry, long number, EntryValue value) {
        if (all()) {
            entry(entry).proposal(number, value.id(), value);
        }
    }

    private void vote(int node, long entry, long number, EntryValue value, int[] incarnations) {
        EntryTruth.Election election = epochs.voted(node);
        if (entry(entry).vote(node, number, value, incarnations, election)) {
            newestChosen = Math.max(newestChosen, entry);
            requests.execute(entry, value.id());
        }
    }

    /** A node stands in another epoch, maybe: what it accepts still it says again there. */
    void entered(int node, int[] incarnations) {
        switch (epochs.entered(node)) {
            case NONE -> {}
            case ANEW -> amnesia(node, incarnations[node], 0);
            case ANOTHER -> votesAgain(node, incarnations);
        }
    }

    private void votesAgain(int node, int[] incarnations) {
        EntryTruth.Election election = epochs.electionOf(node);
        for (long number = durableVersion[node] + 1; number <= entries.size(); number++) {
            if (entry(number).voteAgain(node, incarnations, election)) {
                newestChosen = Math.max(newestChosen, number);
                requests.execute(number, entry(number).chosenId());
            }
        }
    }

    /** A node has lost its disk, and knows of no epochs until it is told (Rule M8). */
    void diskLost(int node) {
        epochs.diskLost(node);
    }

    /** A node made a value that executes these requests with these results. */
    void proposed(ValueId id, Map<RequestId, byte[]> results) {
        requests.proposed(id, results);
    }

    /** A node started again with what its disk still had. */
    void recovered(int node, Stored stored, int[] incarnations) {
        if (stored.amnesiac()) {
            amnesia(node, incarnations[node] + 1, 0);
            if (epochs.comesBack(node, stored)) {
                durable(node, stored); // and votes again once it is loaded
            }
            return;
        }
        epochs.neverFalls(node);
        long settled = settled(stored);
        versionWritten[node] = settled;
        versionMarked[node] = stored.version();
        Arrays.fill(versionTold[node], stored.version());
        votes(node, stored, incarnations);
        long last = durableEntry[node];
        boolean kept = settled >= durableVersion[node];
        if (last > settled) {
            kept &=
                    stored.pendingEntry() > last
                            || stored.promised() == LogRecord.FLOOR
                            || (stored.pendingEntry() == last
                                    && stored.promised() >= entry(last).durablePromise(node)
                                    && stored.accepted() >= entry(last).durableAccept(node));
        }
        if (!kept) {
            throw new SimViolation(
                    "AcceptedSurvivesCrash",
                    key + ": node " + node + " comes back with " + Describe.stored(stored));
        }
        loaded(node, stored, incarnations);
        if (stored.promised() > 0) {
            durable(node, stored);
        }
        if (SpaceKind.of(key.space()) == SpaceKind.KEY_VALUE) {
            durableVersion[node] = settled; // else the data may say more than the journal, for now
        }
    }

    /** Up to where a node votes no more: its data may be behind (Rule C2). */
    private long settled(Stored stored) {
        return switch (SpaceKind.of(key.space())) {
            case KEY_VALUE -> stored.version();
            case ENTITY -> Math.max(stored.version(), stored.pendingEntry() - 1);
        };
    }

    private long settled(LogRecord record) {
        return switch (SpaceKind.of(key.space())) {
            case KEY_VALUE -> record.version();
            case ENTITY -> Math.max(record.version(), record.entry() - 1);
        };
    }

    /** ChosenMeansChosen: a node's data takes in the changes of the entry's chosen value. */
    void applied(int node, Effects.Apply entry) {
        long version = entry.after().version();
        claimsChosen(node, version, entry.after().id(), null);
        EntryValue chosen = chosenValue(version);
        if (chosen != null && !Arrays.equals(EntryInspection.changes(chosen), entry.changes())) {
            throw new SimViolation(
                    "EqualDataAtEqualVersion",
                    key + ": node " + node + " applies other changes as entry " + version);
        }
    }

    private void durable(int node, Stored stored) {
        durableEntry[node] = stored.pendingEntry();
        if (all()) {
            entry(stored.pendingEntry()).durable(node, stored.promised(), stored.accepted());
        }
    }

    private void votes(int node, Stored stored, int[] incarnations) {
        EntryValue value = stored.pendingValue();
        if (value != null) {
            propose(stored.pendingEntry(), stored.accepted(), value);
            vote(node, stored.pendingEntry(), stored.accepted(), value, incarnations);
        }
    }

    /** A node knows that it has lost its memory (Rule A1), but of one entry; 0 for none. */
    private void amnesia(int node, int incarnation, long kept) {
        losses.get(node).add(incarnation);
        versionWritten[node] = 0;
        versionMarked[node] = 0;
        Arrays.fill(versionTold[node], 0);
        durableVersion[node] = 0;
        durableEntry[node] = kept;
        EntryTruth stays = kept == 0 ? null : entry(kept);
        entries.stream().filter(each -> each != stays).forEach(each -> each.amnesia(node));
    }

    /** A storage gave what it holds: EqualDataAtEqualVersion. */
    void loaded(int node, Stored stored, int[] incarnations) {
        if (stored.amnesiac()) {
            long kept = epochs.votesOn(node, stored);
            amnesia(node, incarnations[node], kept);
            if (kept > 0) {
                if (all()) {
                    entry(kept).left(node, stored);
                }
                votes(node, stored, incarnations);
            }
            return;
        }
        mayNotFall(node, versionWritten, node, stored.version());
        mayNotFall(node, versionMarked, node, stored.version());
        EntryValue value = stored.chosenValue();
        if (value != null) {
            claimsChosen(node, stored.version(), value.id(), value);
        }
    }

    /** A node sends a message to another. */
    void sent(int node, int to, Message message) {
        if (!all()) {
            return;
        }
        switch (message) {
            case Message.Paxos m -> {
                claimsChosen(node, m.newestChosen(), m.newestChosenId(), null);
                mayNotFall(node, versionTold[node], to, m.newestChosen());
                if (m.valueId() != null) {
                    entry(m.entry()).proposal(m.accepted(), m.valueId(), m.value());
                }
                if (m.accepted() > m.promised()) {
                    throw new SimViolation(
                            "PromiseWithinNumber", key + ": node " + node + " sends n above m");
                }
                if (!m.proposerVotePending()) {
                    entry(m.entry()).told(node, to, m.promised(), m.accepted());
                }
            }
            case Message.ProbeReply m -> {
                claimsChosen(node, m.newestChosen(), null, null);
                mayNotFall(node, versionTold[node], to, m.newestChosen());
                if (m.valueId() != null) {
                    entry(m.pendingEntry()).proposal(m.accepted(), m.valueId(), null);
                }
                if (m.durable() && m.pendingEntry() > 0) {
                    entry(m.pendingEntry())
                            .told(
                                    node,
                                    to,
                                    entry(m.pendingEntry()).durablePromise(node),
                                    m.accepted());
                }
            }
            case Message.Chosen m -> {
                claimsChosen(node, m.entry(), m.valueId(), m.value());
                mayNotFall(node, versionTold[node], to, m.entry());
            }
            case Message.Probe m -> {
                // A question claims nothing.
            }
            case Message.Learn m -> {
                // Nor does this one: its version may be any that the answer must be above.
            }
        }
    }

    /** A node holds an entry to be chosen. */
    void marked(int node, long entry) {
        claimsChosen(node, entry, null, null);
        mayNotFall(node, versionMarked, node, entry);
    }

    /** ChosenMeansChosen: what a node takes for chosen is chosen, and is that value. */
    private void claimsChosen(
            int node, long entry, @Nullable ValueId id, @Nullable EntryValue value) {
        if (entry == 0) {
            return;
        }
        EntryValue chosen = chosenValue(entry);
        if (chosen == null) {
            if (all()) {
                throw new SimViolation(
                        "ChosenMeansChosen",
                        key + ": node " + node + " takes entry " + entry + " for chosen");
            }
            return;
        }
        boolean differs = id != null && !id.equals(chosen.id());
        if (differs || (value != null && value.crc() != chosen.crc())) {
            throw new SimViolation(
                    "EqualDataAtEqualVersion",
                    key
                            + ": node "
                            + node
                            + " holds "
                            + id
                            + " as entry "
                            + entry
                            + ", chosen is "
                            + chosen.id());
        }
    }

    /** Of an entity of an entity space the data may be lost alone, and come back bit by bit. */
    private void mayNotFall(int node, long[] versions, int at, long now) {
        if (SpaceKind.of(key.space()) == SpaceKind.KEY_VALUE) {
            notBelow(node, versions, at, now);
        }
    }

    private void notBelow(int node, long[] versions, int at, long now) {
        if (now < versions[at]) {
            throw new SimViolation(
                    "VersionNeverFalls",
                    key + ": node " + node + " falls from " + versions[at] + " to " + now);
        }
        versions[at] = now;
    }

    private byte[] stateAt(long version, EntryValue chosen) {
        return SpaceKind.of(key.space()) == SpaceKind.KEY_VALUE
                ? EntryInspection.state(chosen)
                : EntityState.decode(entityState(version))
                        .shown(EntryInspection.clockMillis(chosen))
                        .encode();
    }

    /** The data after the newest chosen entry. */
    byte[] newestState() {
        return entityState(newestChosen);
    }

    /** SumConserved, SequencesGrow: in the data that the chosen entries make. */
    private byte[] entityState(long version) {
        while (states.size() < version) {
            EntryValue value = chosenValue(states.size() + 1L);
            byte[] before = states.isEmpty() ? StateMachine.NO_STATE : states.getLast();
            byte[] changes = value == null ? new byte[0] : EntryInspection.changes(value);
            byte[] after = EntityState.after(before, changes);
            EntityState.decode(after).checkSum(key + " at entry " + (states.size() + 1));
            states.add(after);
        }
        return version == 0 ? StateMachine.NO_STATE : states.get((int) version - 1);
    }

    /**
     * EqualRowsAtEqualVersion: see {@link TableTruth}.
     *
     * @return whether another node holds the same rows in other parts of its table
     */
    boolean held(int node, long version, HeldTable table) {
        return all()
                && newestChosen >= version
                && tables.held(
                        node, version, table, EntityState.decode(entityState(version)).rows());
    }

    /** A client gets a state: EqualDataAtEqualVersion. */
    void answered(int node, long answeredVersion, byte[] state) {
        if (answeredVersion == 0) {
            if (state.length != StateMachine.NO_STATE.length) {
                throw new SimViolation(
                        "EqualDataAtEqualVersion", key + ": data, but nothing was written");
            }
            return;
        }
        claimsChosen(node, answeredVersion, null, null);
        EntryValue chosen = chosenValue(answeredVersion);
        if (chosen == null) {
            return; // only with the closer checks off
        }
        if (!Arrays.equals(stateAt(answeredVersion, chosen), state)) {
            throw new SimViolation(
                    "EqualDataAtEqualVersion",
                    key + ": node " + node + " answers other data at entry " + answeredVersion);
        }
    }
}
