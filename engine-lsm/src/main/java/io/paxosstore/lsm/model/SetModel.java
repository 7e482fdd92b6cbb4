package io.paxosstore.lsm.model;

import io.paxosstore.log.record.RecordCursor;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SetOperation;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** The operations on sets: a record per member, the member in its key. */
final class SetModel {
    private static final byte[] NOTHING = new byte[0];

    private final Evaluation evaluation;
    private final String name;
    private final ObjectHeader.@Nullable Set header;

    private SetModel(Evaluation evaluation, String name, ObjectHeader.@Nullable Set header) {
        this.evaluation = evaluation;
        this.name = name;
        this.header = header;
    }

    static SetModel open(Evaluation evaluation, String name) {
        return switch (evaluation.find(name)) {
            case null -> new SetModel(evaluation, name, null);
            case ObjectHeader.Set set -> new SetModel(evaluation, name, set);
            case ObjectHeader other -> throw Evaluation.wrongType(name, ObjectType.SET, other);
        };
    }

    long cardinality() {
        return header == null ? 0 : header.members();
    }

    boolean contains(byte[] member) {
        return header != null && isMember(header.generation(), member);
    }

    private boolean isMember(long generation, byte[] member) {
        return evaluation.state().get(KeyLayout.member(generation, member)) != null;
    }

    Result execute(SetOperation operation) {
        return switch (operation) {
            case SetOperation.Add add -> add(add.members());
            case SetOperation.Remove remove -> remove(remove.members());
            case SetOperation.Contains contains -> new Result.Flag(contains(contains.member()));
            case SetOperation.Cardinality _ -> new Result.Size(cardinality());
            case SetOperation.Scan scan -> scan(scan.from(), scan.to(), scan.page());
            case SetOperation.Random random -> random(random.seed());
        };
    }

    private Result add(List<byte[]> members) {
        if (members.isEmpty()) {
            return new Result.Count(0);
        }
        ObjectHeader.Set before =
                header == null
                        ? new ObjectHeader.Set(evaluation.create(name), Deadlines.NEVER, 0)
                        : header;
        long added = 0;
        for (byte[] member : members) {
            if (!isMember(before.generation(), member)) {
                evaluation.state().put(KeyLayout.member(before.generation(), member), NOTHING);
                added++;
            }
        }
        write(before, added);
        return new Result.Count(added);
    }

    private Result remove(List<byte[]> members) {
        if (header == null) {
            return new Result.Count(0);
        }
        long removed = 0;
        for (byte[] member : members) {
            if (isMember(header.generation(), member)) {
                evaluation.state().delete(KeyLayout.member(header.generation(), member));
                removed++;
            }
        }
        write(header, -removed);
        return new Result.Count(removed);
    }

    private void write(ObjectHeader.Set before, long more) {
        if (more != 0) {
            evaluation.put(
                    name,
                    header,
                    new ObjectHeader.Set(
                            before.generation(), before.deadlineMillis(), before.members() + more));
        }
    }

    private Result scan(byte[] from, byte @Nullable [] to, Page page) {
        List<byte[]> members = new ArrayList<>();
        if (header == null) {
            return new Result.Members(members, null);
        }
        Evaluation.Budget budget = evaluation.budget(page);
        try (RecordCursor cursor =
                Scans.members(evaluation.state(), header.generation(), from, to)) {
            while (cursor.next()) {
                byte[] member = KeyLayout.memberOf(cursor.key());
                if (!budget.takes(member.length)) {
                    return new Result.Members(members, member);
                }
                members.add(member);
            }
        }
        return new Result.Members(members, null);
    }

    private Result random(long seed) {
        if (header == null || header.members() == 0) {
            return new Result.Element(null);
        }
        byte[] member = new RandomMember(evaluation.state(), header.generation(), seed).draw();
        evaluation.returns(member.length);
        return new Result.Element(member);
    }
}
