package io.paxosstore.redis.data;

import io.paxosstore.protocol.model.EntityObjects;
import io.paxosstore.protocol.model.Failure;
import io.paxosstore.protocol.model.ObjectOperation;
import io.paxosstore.protocol.model.ObjectType;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.OperationFailedException;
import io.paxosstore.protocol.model.Result;
import io.paxosstore.protocol.model.ValueOperation;
import io.paxosstore.redis.resp.RedisError;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The keys of one hash tag as Redis sees them: the objects of one entity. A list, set, map or
 * sorted set without elements is no key; a stream without entries is one, since it has a row of its
 * own. Not thread-safe.
 */
public final class Keyspace {
    /** In place of a deadline: the key does not expire. */
    public static final long NEVER = 0;

    private final EntityObjects objects;
    private final byte[] entity;
    private final KeyNames names;
    private final int events;
    private final List<Message> messages = new ArrayList<>();
    private long readBytes;
    private long messageBytes;
    private long eventBytes;

    /** Most bytes that one command may read to answer or to change something. */
    public static final int READ_BYTES_MAX = 16 << 20;

    /** Most bytes of the messages of all commands together. */
    private static final int MESSAGE_BYTES_MAX = 1 << 20;

    /** Most bytes of the events of all commands together; those that are more are not told. */
    private static final int EVENT_BYTES_MAX = 256 << 10;

    /** What an element takes besides its bytes. */
    private static final int ELEMENT_BYTES = 16;

    /** Keys whose events nobody wants to be told of. */
    public Keyspace(EntityObjects objects, byte[] entity) {
        this(objects, entity, EventClass.NONE);
    }

    /**
     * @param entity its id
     * @param events the classes of the events that are to be told
     */
    public Keyspace(EntityObjects objects, byte[] entity, int events) {
        this.objects = objects;
        this.entity = entity;
        this.names = new KeyNames(entity);
        this.events = events;
    }

    /**
     * What a key holds.
     *
     * @param size elements, members or fields; bytes of a string
     * @param deadlineMillis when it expires, milliseconds since 1970; {@link #NEVER}
     */
    public record Found(ObjectType type, long size, long deadlineMillis) {}

    /** The clock that decides what has expired, milliseconds since 1970. */
    public long nowMillis() {
        return objects.nowMillis();
    }

    /**
     * What the time is, for what is told of the past or the future; not before {@link #nowMillis}.
     */
    public long wallMillis() {
        return objects.wallMillis();
    }

    /** The name of the object that a key is. */
    public String name(byte[] key) {
        return names.name(key);
    }

    /** What a key holds; null if there is no such key. */
    public @Nullable Found find(byte[] key) {
        Result.Info info = run(new ObjectOperation.Describe(name(key)), Result.Info.class);
        ObjectType type = info.type();
        return type == null || (info.size() == 0 && type != ObjectType.VALUE)
                ? null
                : new Found(type, info.size(), info.deadlineMillis());
    }

    /** Whether there is such a key. */
    public boolean exists(byte[] key) {
        return find(key) != null;
    }

    /**
     * What a key of this type holds; null if there is no such key.
     *
     * @throws RedisError if it is of another type
     */
    public @Nullable Found find(byte[] key, ObjectType type) {
        Found found = find(key);
        if (found != null && found.type() != type) {
            throw RedisError.wrongType();
        }
        return found;
    }

    /** How many elements, members or fields a key of this type has; 0 if there is no such key. */
    public long size(byte[] key, ObjectType type) {
        Found found = find(key, type);
        return found == null ? 0 : found.size();
    }

    /**
     * Like {@link #find(byte[], ObjectType)}; if there is no such key, nothing is in the way of a
     * new one afterwards.
     *
     * @throws RedisError if it is of another type
     */
    public @Nullable Found findForWrite(byte[] key, ObjectType type) {
        Found found = find(key, type);
        if (found == null) {
            objects.execute(new ObjectOperation.Delete(name(key)));
        }
        return found;
    }

    /** Removes a key; false if there is none. */
    public boolean delete(byte[] key) {
        boolean existed = exists(key);
        // Also what is no key, being empty, but would be in the way of a key of another type.
        objects.execute(new ObjectOperation.Delete(name(key)));
        return existed;
    }

    /**
     * Removes a key that has become empty, and tells so; to be called by whoever has removed
     * something of it, when that has been told.
     */
    public void deleteIfEmpty(byte[] key) {
        if (!exists(key)) {
            objects.execute(new ObjectOperation.Delete(name(key)));
            event(EventClass.GENERIC, "del", key);
        }
    }

    /** Removes a key and tells so; false if there is none. */
    public boolean deleteAndTell(byte[] key) {
        boolean existed = delete(key);
        if (existed) {
            event(EventClass.GENERIC, "del", key);
        }
        return existed;
    }

    /**
     * Sets when a key expires; one whose deadline has come goes.
     *
     * @param deadlineMillis milliseconds since 1970, or {@link #NEVER}
     */
    public void expireAt(byte[] key, long deadlineMillis) {
        if (deadlineMillis != NEVER && deadlineMillis <= nowMillis()) {
            delete(key);
        } else {
            objects.execute(new ObjectOperation.Expire(name(key), ttlMillis(deadlineMillis)));
        }
    }

    /** A time to live as operations have it. */
    private long ttlMillis(long deadlineMillis) {
        return deadlineMillis == NEVER ? 0 : deadlineMillis - nowMillis();
    }

    /**
     * The string of a key, with its deadline.
     *
     * @throws RedisError if it is of another type
     */
    public Result.Value string(byte[] key) {
        return run(new ValueOperation.Get(name(key)), Result.Value.class);
    }

    /**
     * Writes a string, whatever the key holds, and tells of a key that is new by that.
     *
     * @param deadlineMillis when it expires; one in the past removes the key
     */
    public void putString(byte[] key, byte[] value, long deadlineMillis) {
        Result.Info info = run(new ObjectOperation.Describe(name(key)), Result.Info.class);
        if (info.type() != null && info.type() != ObjectType.VALUE) {
            objects.execute(new ObjectOperation.Delete(name(key)));
        }
        boolean isNew =
                info.type() == null || (info.size() == 0 && info.type() != ObjectType.VALUE);
        if (isNew) {
            created(key);
        }
        if (deadlineMillis != NEVER && deadlineMillis <= nowMillis()) {
            objects.execute(new ObjectOperation.Delete(name(key)));
        } else {
            run(
                    new ValueOperation.Put(name(key), value, ttlMillis(deadlineMillis)),
                    Result.Written.class);
        }
    }

    /**
     * Executes an operation on the object of a key.
     *
     * @param type of the result
     * @throws RedisError if it fails
     */
    public <R extends Result> R run(Operation operation, Class<R> type) {
        OperationLimits.check(operation);
        try {
            return type.cast(objects.execute(operation));
        } catch (OperationFailedException e) {
            if (e.failure() instanceof Failure.WrongType) {
                throw RedisError.wrongType();
            }
            throw e;
        }
    }

    /**
     * Counts bytes that a command has read, so that no command holds more in memory than is good
     * for all.
     *
     * @throws RedisError if they are too many
     */
    public void charge(long bytes) {
        readBytes += bytes;
        if (readBytes > READ_BYTES_MAX) {
            throw new RedisError(
                    "ERR the command reads more than "
                            + READ_BYTES_MAX
                            + " bytes; ask for a part of it, or use a SCAN command");
        }
    }

    /**
     * Like {@link #charge}, of one element of many, which takes some memory even if it is empty.
     *
     * @throws RedisError if they are too many
     */
    public void chargeElement(long bytes) {
        charge(bytes + ELEMENT_BYTES);
    }

    /** Another command begins: what those before it read does not count any more. */
    public void next() {
        readBytes = 0;
    }

    /**
     * Runs a command of which all takes effect or nothing: if it throws an exception, what it did
     * is undone, and the exception goes on. Where the ends of keys by their time are told, those
     * that it names end before it.
     *
     * @param named the keys that it names
     */
    public void together(Supplier<List<byte[]>> named, Runnable command) {
        int before = messages.size();
        try {
            objects.together(() -> {
                if (EventClass.EXPIRED.isIn(events)) {
                    named.get().forEach(this::endExpired);
                }
                command.run();
            });
        } catch (RuntimeException e) {
            messages.subList(before, messages.size()).clear();
            throw e;
        }
    }

    private void endExpired(byte[] key) {
        if (objects.endExpired(name(key))) {
            event(EventClass.EXPIRED, "expired", key);
        }
    }

    /**
     * Whether events of a class are to be told, where finding out what happened costs something.
     */
    public boolean tells(EventClass kind) {
        return kind.isIn(events);
    }

    /**
     * Has it told what a command has done to a key, when everything has taken effect.
     *
     * @param event as Redis names it
     */
    public void event(EventClass kind, String event, byte[] key) {
        if (!kind.isIn(events)) {
            return;
        }
        eventBytes += event.length() + key.length + ELEMENT_BYTES;
        if (eventBytes <= EVENT_BYTES_MAX) {
            messages.add(new Message.KeyEvent(kind, event, key));
        }
    }

    /** Has it told that a key has come into being; before what the command has done to it. */
    public void created(byte[] key) {
        event(EventClass.NEW, "new", key);
    }

    /**
     * Has it told that what a command has made was stored at a key, in place of what it held.
     *
     * @param existed whether it held something
     * @param exists whether it holds something now
     */
    public void stored(EventClass kind, String event, byte[] key, boolean existed, boolean exists) {
        if (exists) {
            if (!existed) {
                created(key);
            }
            event(kind, event, key);
        } else if (existed) {
            event(EventClass.GENERIC, "del", key);
        }
    }

    /**
     * Has a message sent when everything has taken effect.
     *
     * @throws RedisError if there are too many
     */
    public void publish(Message.Published message) {
        messageBytes += message.channel().length + message.content().length + ELEMENT_BYTES;
        if (messageBytes > MESSAGE_BYTES_MAX) {
            throw new RedisError(
                    "ERR the messages of commands that are executed together have more than "
                            + MESSAGE_BYTES_MAX
                            + " bytes");
        }
        messages.add(message);
    }

    /** The messages that are to be sent. */
    public List<Message> messages() {
        return List.copyOf(messages);
    }

    /**
     * Counts work besides operations, see {@link EntityObjects#work}.
     *
     * @throws RuntimeException if it is too much; it must go on to the caller
     */
    public void work(long steps) {
        objects.work(steps);
    }

    /** Whether a key is in this entity, as its hash tag says. */
    public boolean isLocal(byte[] key) {
        return HashTag.isIn(entity, key);
    }

    /** The version of all keys of this hash tag. */
    public long version() {
        return objects.version();
    }
}
