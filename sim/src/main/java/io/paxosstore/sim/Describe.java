package io.paxosstore.sim;

import io.paxosstore.core.LogRecord;
import io.paxosstore.core.Message;
import io.paxosstore.core.Outcome;
import io.paxosstore.core.Stored;
import io.paxosstore.core.ValueId;
import io.paxosstore.core.kv.KvResult;
import io.paxosstore.core.kv.KvState;
import io.paxosstore.core.vote.ProposalNumber;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;
import io.paxosstore.protocol.model.KvOperation;
import io.paxosstore.protocol.model.SpaceKind;
import io.paxosstore.sim.entity.EntityResult;
import io.paxosstore.sim.entity.EntityState;

import org.jspecify.annotations.Nullable;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Says in one line what happens, for traces and scenario files. Nodes are A, B, C, ... */
public final class Describe {
    private Describe() {}

    /** A node's letter. */
    public static String node(int id) {
        return String.valueOf((char) ('A' + id - 1));
    }

    /** A proposal or promise number: {@code 0}, {@code fast} or {@code round.node}. */
    public static String number(long number) {
        int nodeId = ProposalNumber.nodeId(number);
        return nodeId == 0 ? ProposalNumber.toString(number) : (number >>> 32) + "." + node(nodeId);
    }

    /** A value's id: proposer, incarnation, sequence. */
    public static String id(@Nullable ValueId id) {
        if (id == null) {
            return "-";
        }
        String proposer = id.proposer() == 0 ? "nobody" : node(id.proposer());
        return proposer + id.incarnation() + "." + id.sequence();
    }

    /** An entity. */
    static String key(EntityKey key) {
        return new String(key.key(), StandardCharsets.UTF_8);
    }

    /** A message. */
    public static String message(Message message) {
        return switch (message) {
            case Message.Paxos m -> paxos(m);
            case Message.Probe m -> "probe";
            case Message.ProbeReply m -> probeReply(m);
            case Message.Learn m -> "learn above " + m.version();
            case Message.Chosen m ->
                    "chosen entry=%d %s%s"
                            .formatted(
                                    m.entry(),
                                    id(m.valueId()),
                                    m.value() == null ? "" : " with value");
        };
    }

    private static String paxos(Message.Paxos m) {
        List<String> parts = new ArrayList<>();
        parts.add("entry=" + m.entry());
        parts.add("m=" + number(m.promised()));
        parts.add("n=" + number(m.accepted()));
        if (m.valueId() != null) {
            parts.add(id(m.valueId()) + (m.value() == null ? "" : " with value"));
        }
        parts.add("you={" + number(m.viewPromised()) + " " + number(m.viewAccepted()) + "}");
        parts.add("chosen=" + m.newestChosen());
        if (m.proposerVotePending()) {
            parts.add("vote-pending");
        }
        return "paxos " + String.join(" ", parts);
    }

    private static String probeReply(Message.ProbeReply m) {
        String head = "probe-reply chosen=" + m.newestChosen();
        if (m.pendingEntry() == 0) {
            return head;
        }
        return head
                + " pending=%d n=%s%s"
                        .formatted(
                                m.pendingEntry(),
                                number(m.accepted()),
                                m.accepted() > 0 && !m.durable() ? " not durable" : "");
    }

    /** A record. */
    public static String record(LogRecord r) {
        return "%s entry=%d m=%s n=%s %s%s version=%d"
                .formatted(
                        key(r.key()),
                        r.entry(),
                        number(r.promised()),
                        number(r.accepted()),
                        r.value() == null ? "-" : id(r.value().id()),
                        r.chosen() ? " chosen" : "",
                        r.version());
    }

    /** What a storage holds. */
    public static String stored(Stored s) {
        String head =
                "version="
                        + s.version()
                        + (s.chosenValue() == null ? "" : " " + id(s.chosenValue().id()));
        if (s.pendingEntry() == 0) {
            return head;
        }
        return head
                + " pending entry=%d m=%s n=%s %s"
                        .formatted(
                                s.pendingEntry(),
                                number(s.promised()),
                                number(s.accepted()),
                                s.pendingValue() == null ? "-" : id(s.pendingValue().id()));
    }

    /** A client's request. */
    static String request(SimCluster.Request request) {
        return switch (request) {
            case SimCluster.Request.Write w ->
                    "is asked to %s %s as %s".formatted(command(w.command()), key(w.key()), w.id());
            case SimCluster.Request.Read r -> "is asked to read " + key(r.key()) + " " + r.option();
        };
    }

    private static String command(Command command) {
        Command plain = command instanceof RecordingMachine.Named named ? named.command() : command;
        return plain instanceof KvOperation kv
                ? switch (kv) {
                    case KvOperation.Put c -> "put " + text(c.value());
                    case KvOperation.PutIfAbsent c -> "put-if-absent " + text(c.value());
                    case KvOperation.CompareAndSet c ->
                            "compare-and-set " + text(c.expected()) + " " + text(c.value());
                    case KvOperation.CompareVersionAndSet c ->
                            "compare-version-and-set "
                                    + c.expectedVersion()
                                    + " "
                                    + text(c.value());
                    case KvOperation.CompareVersionAndSetUntil c ->
                            "compare-version-and-set "
                                    + c.expectedVersion()
                                    + " "
                                    + text(c.value())
                                    + " until "
                                    + c.expiresAtMillis();
                    case KvOperation.Delete c -> "delete";
                    case KvOperation.CompareVersionAndDelete c ->
                            "compare-version-and-delete " + c.expectedVersion();
                    case KvOperation.Increment c -> "increment by " + c.delta();
                }
                : String.valueOf(plain);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static String result(SpaceKind kind, byte[] bytes) {
        if (kind == SpaceKind.ENTITY) {
            return EntityResult.decode(bytes).toString();
        }
        KvResult result = KvResult.decode(bytes);
        return "%s version=%d%s"
                .formatted(
                        result.status(),
                        result.version(),
                        result.number() == 0 ? "" : " number=" + result.number());
    }

    private static String state(SpaceKind kind, byte[] bytes) {
        if (kind == SpaceKind.ENTITY) {
            return EntityState.decode(bytes).toString();
        }
        byte[] value = KvState.value(bytes);
        return value == null ? "absent" : text(value);
    }

    /** An outcome of a request to a space of some kind. */
    static String outcome(SpaceKind kind, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Written w -> "written " + result(kind, w.result().bytes());
            case Outcome.Value v ->
                    "value %s at entry %d".formatted(state(kind, v.state().bytes()), v.version());
            case Outcome.Current c -> "current at entry " + c.version();
            case Outcome.Executed e -> "executed before";
            case Outcome.Recovered r -> "recovered at entry " + r.version();
            case Outcome.NotDone n -> "not done: " + n.reason();
            case Outcome.Unknown u -> "unknown";
            case Outcome.RequestExpired e ->
                    "expired up to " + Long.toHexString(e.forgottenStamp());
        };
    }
}
