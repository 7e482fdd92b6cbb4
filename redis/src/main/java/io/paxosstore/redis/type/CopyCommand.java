package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.ScoreConditions;
import io.paxosstore.protocol.model.SortedSetOperation.Scored;
import io.paxosstore.redis.data.EventClass;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;
import io.paxosstore.redis.stream.StreamCopy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One COPY, from which its own database was taken, see {@link CopyDatabase}. Used once. */
final class CopyCommand {
    private static final byte[] NOTHING = {};

    private final Keyspace keys;
    private final byte[] from;
    private final byte[] to;
    private final boolean replaces;

    CopyCommand(Keyspace keys, Arguments in) {
        this.keys = keys;
        this.from = in.bytes(1);
        this.to = in.bytes(2);
        this.replaces = replaces(in);
    }

    private static boolean replaces(Arguments in) {
        boolean replaces = false;
        boolean hasDatabase = false;
        for (int i = 3; i < in.count(); i++) {
            if (in.is(i, "REPLACE")) {
                replaces = true;
            } else if (in.is(i, CopyDatabase.OPTION) && i + 1 < in.count()) {
                i++;
                if (in.integer(i) < 0) {
                    throw new RedisError("ERR DB index is out of range");
                }
                hasDatabase = true;
            } else {
                throw RedisError.syntax();
            }
        }
        if (hasDatabase) {
            throw new RedisError(
                    "ERR COPY copies within the selected database only: DB is to be its number, and"
                            + " is not known in scripts");
        }
        return replaces;
    }

    Reply execute() {
        if (Arrays.equals(from, to)) {
            throw new RedisError("ERR source and destination objects are the same");
        }
        Keyspace.Found found = keys.find(from);
        if (found == null || (keys.exists(to) && !replaces)) {
            return Reply.flag(false);
        }
        keys.delete(to);
        copy(found);
        if (found.deadlineMillis() != Keyspace.NEVER) {
            keys.expireAt(to, found.deadlineMillis());
        }
        if (found.type() != ObjectType.VALUE) {
            keys.created(to); // a string has told so itself
        }
        keys.event(EventClass.GENERIC, "copy_to", to);
        return Reply.flag(true);
    }

    private void copy(Keyspace.Found found) {
        switch (found.type()) {
            case VALUE -> {
                byte[] value = keys.string(from).value();
                keys.putString(to, value == null ? NOTHING : value, Keyspace.NEVER);
            }
            case LIST ->
                    keys.run(
                            new ListOperation.Append(
                                    keys.name(to),
                                    new ListElements(keys, from).range(0, found.size() - 1)),
                            Result.Size.class);
            case SET -> SetMembers.of(keys, to).add(SetMembers.of(keys, from).all());
            case MAP -> MapFields.of(keys, to).put(MapFields.of(keys, from).all());
            case SORTED_SET -> {
                List<Scored> members = new ArrayList<>();
                ScoredMembers.of(keys, from)
                        .iterator()
                        .forEachRemaining(scored -> {
                            keys.chargeElement(scored.member().length);
                            members.add(scored);
                        });
                ScoredMembers.of(keys, to).add(members, ScoreConditions.NONE);
            }
            case STREAM -> StreamCopy.copy(keys, from, to);
            case QUEUE, TABLE ->
                    throw new RedisError("ERR a " + found.type().word() + " cannot be copied");
        }
    }
}
