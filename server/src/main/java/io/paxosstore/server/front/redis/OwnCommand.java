package io.paxosstore.server.front.redis;

import io.paxosstore.redis.resp.Arguments;

/** A command that the connection executes itself. Thread-safe. */
@FunctionalInterface
interface OwnCommand {
    /**
     * Executes it.
     *
     * @param reply to be given now or later
     * @throws io.paxosstore.redis.resp.RedisError as the reply
     */
    void execute(Conversation with, Arguments command, ReplySlot reply);
}
