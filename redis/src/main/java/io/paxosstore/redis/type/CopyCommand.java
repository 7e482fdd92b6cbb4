package io.paxosstore.redis.type;

import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.Page;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.Arrays;

/** One COPY. Used once. */
final class CopyCommand {
    private static final byte[] FIRST = {};

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
        for (int i = 3; i < in.count(); i++) {
            if (in.is(i, "REPLACE")) {
                replaces = true;
            } else if (in.is(i, "DB") && i + 1 < in.count()) {
                i++;
                if (in.integer(i) != 0) {
                    throw new RedisError("ERR DB index is out of range");
                }
            } else {
                throw RedisError.syntax();
            }
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
        return Reply.flag(true);
    }

    private void copy(Keyspace.Found found) {
        switch (found.type()) {
            case VALUE -> {
                byte[] value = keys.string(from).value();
                keys.putString(to, value == null ? FIRST : value, Keyspace.NEVER);
            }
            case LIST ->
                    keys.run(
                            new ListOperation.Append(
                                    keys.name(to),
                                    new ListElements(keys, from).range(0, found.size() - 1)),
                            Result.Size.class);
            case SET -> copyMembers();
            case MAP -> copyFields();
            case QUEUE, TABLE ->
                    throw new RedisError("ERR a " + found.type().word() + " cannot be copied");
        }
    }

    private void copyMembers() {
        byte[] next = FIRST;
        while (next != null) {
            Result.Members page =
                    keys.run(
                            new SetOperation.Scan(keys.name(from), next, null, Page.LARGEST),
                            Result.Members.class);
            page.members().forEach(member -> keys.charge(member.length));
            keys.run(new SetOperation.Add(keys.name(to), page.members()), Result.Count.class);
            next = page.next();
        }
    }

    private void copyFields() {
        byte[] next = FIRST;
        while (next != null) {
            Result.Fields page =
                    keys.run(
                            new MapOperation.Scan(keys.name(from), next, null, Page.LARGEST),
                            Result.Fields.class);
            page.fields().forEach(field -> keys.charge(field.name().length + field.value().length));
            keys.run(new MapOperation.Put(keys.name(to), page.fields(), 0), Result.Count.class);
            next = page.next();
        }
    }
}
