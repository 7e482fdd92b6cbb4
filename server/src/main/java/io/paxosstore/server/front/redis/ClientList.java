package io.paxosstore.server.front.redis;

import io.paxosstore.redis.resp.Arguments;
import io.paxosstore.redis.resp.RedisError;
import io.paxosstore.redis.resp.Reply;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The subcommands of CLIENT about the connections of this node, others than its own too. */
final class ClientList {
    private ClientList() {}

    /** CLIENT LIST: all connections, or those of some ids. */
    static String list(Conversation with, Arguments in) {
        Predicate<RedisSession> wanted = _ -> true;
        if (in.count() > 3 && in.is(2, "ID")) {
            Set<Long> ids = in.from(3).stream().map(ClientList::id).collect(Collectors.toSet());
            wanted = session -> ids.contains(session.state().id());
        } else if (in.count() == 4 && in.is(2, "TYPE")) {
            wanted = ofType(in, 3);
        } else if (in.count() > 2) {
            throw RedisError.syntax();
        }
        long nowNanos = with.home().nowNanos();
        return with.port().sessions().stream()
                .filter(wanted)
                .sorted(Comparator.comparingLong(session -> session.state().id()))
                .map(session -> session.describe(nowNanos) + "\n")
                .collect(Collectors.joining());
    }

    private static long id(byte[] word) {
        if (!Arguments.isInteger(word) || Arguments.integer(word) < 1) {
            throw new RedisError("ERR Invalid client ID");
        }
        return Arguments.integer(word);
    }

    /** A connection is one of a client; there are none of replicas here. */
    private static Predicate<RedisSession> ofType(Arguments in, int at) {
        return switch (in.option(at)) {
            case "NORMAL" -> session -> session.subscriptions().isEmpty();
            case "PUBSUB" -> session -> !session.subscriptions().isEmpty();
            case "MASTER", "REPLICA", "SLAVE" -> _ -> false;
            default -> throw new RedisError("ERR Unknown client type '" + in.text(at) + "'");
        };
    }

    private static Predicate<RedisSession> ofClient(String address) {
        return session -> session.addresses().client().equals(address);
    }

    private static Predicate<RedisSession> ofOwn(String address) {
        return session -> session.addresses().own().equals(address);
    }

    /** CLIENT KILL: by address, or by conditions that all must be met. */
    static Reply kill(Conversation with, Arguments in) {
        if (in.count() == 3) {
            if (kill(with, ofClient(in.text(2)), false) == 0) {
                throw new RedisError("ERR No such client");
            }
            return Reply.OK;
        }
        if (in.count() < 4 || in.count() % 2 != 0) {
            throw RedisError.syntax();
        }
        Map<String, Predicate<RedisSession>> filters = new HashMap<>(); // the last of each counts
        boolean sparesOwn = true;
        for (int i = 2; i < in.count(); i += 2) {
            int at = i + 1;
            String option = in.option(i);
            switch (option) {
                case "ID" -> {
                    long id = killId(in, at);
                    filters.put(option, session -> session.state().id() == id);
                }
                case "ADDR" -> filters.put(option, ofClient(in.text(at)));
                case "LADDR" -> filters.put(option, ofOwn(in.text(at)));
                case "USER" -> filters.put(option, ofUser(in.text(at)));
                case "TYPE" -> filters.put(option, ofType(in, at));
                case "SKIPME" -> sparesOwn = yesOrNo(in, at);
                default -> throw RedisError.syntax();
            }
        }
        Predicate<RedisSession> wanted =
                session -> filters.values().stream().allMatch(filter -> filter.test(session));
        return new Reply.Number(kill(with, wanted, sparesOwn));
    }

    private static Predicate<RedisSession> ofUser(String name) {
        if (!name.equals(ConnectionCommands.USER)) {
            throw new RedisError("ERR No such user '" + name + "'");
        }
        return session -> session.state().isAuthenticated();
    }

    private static long killId(Arguments in, int at) {
        if (!Arguments.isInteger(in.bytes(at)) || in.integer(at) < 1) {
            throw new RedisError("ERR client-id should be greater than 0");
        }
        return in.integer(at);
    }

    private static boolean yesOrNo(Arguments in, int at) {
        if (!in.is(at, "YES") && !in.is(at, "NO")) {
            throw RedisError.syntax();
        }
        return in.is(at, "YES");
    }

    private static int kill(Conversation with, Predicate<RedisSession> wanted, boolean sparesOwn) {
        Collection<RedisSession> killed =
                with.port().sessions().stream()
                        .filter(wanted)
                        .filter(session -> !sparesOwn || !isOwn(with, session))
                        .toList();
        for (RedisSession session : killed) {
            if (isOwn(with, session)) {
                session.closeWhenAnswered();
            } else {
                session.home().scheduler().execute(session::close);
            }
        }
        return killed.size();
    }

    private static boolean isOwn(Conversation with, RedisSession session) {
        return session.state().id() == with.state().id();
    }

    /** CLIENT UNBLOCK: the command of a connection that waits does not wait any longer. */
    static Reply unblock(Conversation with, Arguments in) {
        if (in.count() != 3 && in.count() != 4) {
            throw RedisError.wrongCount("client|unblock");
        }
        long id = in.integer(2);
        Blocked.Ending how = ending(in);
        for (RedisSession session : with.port().sessions()) {
            if (session.state().id() == id && session.state().isBlocked()) {
                session.home().scheduler().execute(() -> session.state().unblock(how));
                return new Reply.Number(1);
            }
        }
        return new Reply.Number(0);
    }

    private static Blocked.Ending ending(Arguments in) {
        if (in.count() == 3 || in.is(3, "TIMEOUT")) {
            return Blocked.Ending.TIMEOUT;
        }
        if (in.is(3, "ERROR")) {
            return Blocked.Ending.ERROR;
        }
        throw new RedisError("ERR CLIENT UNBLOCK reason should be TIMEOUT or ERROR");
    }
}
