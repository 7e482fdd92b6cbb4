package io.paxosstore.redis.command;

import io.paxosstore.redis.data.Keyspace;
import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.Reply;

/**
 * Executes one command on the keys of one entity. A pure function of both: it waits for nothing and
 * keeps nothing. Thread-safe.
 */
@FunctionalInterface
public interface Handler {
    /**
     * Executes it. When it throws an exception nothing that it did takes effect.
     *
     * @throws RedisError as the reply
     */
    Reply execute(Keyspace keys, Arguments arguments);
}
