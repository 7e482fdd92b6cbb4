package io.paxosstore.server.front.redis;

import io.paxosstore.redis.command.CommandSpec;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Writes docs/redis-commands.md: what there is of Redis 7.0's commands, and why not the rest. */
final class CommandReference {
    private static final String HEAD =
            """
            # Commands of Redis

            Written by a test from the table of commands, the same that `COMMAND` tells; to write it anew:

                mvn -pl server -am test -Dtest=CommandReferenceTest -Drewrite=true \\
                    -Dsurefire.failIfNoSpecifiedTests=false

            How they work here is said in [redis](redis.md).

            """;

    /** What Redis 7.0 has and this port does not, with the reason. */
    private static final Map<String, String> MISSING = missing();

    private CommandReference() {}

    private static Map<String, String> missing() {
        Map<String, String> missing = new TreeMap<>();
        put(missing, "for Redis's own tests of HyperLogLogs", "PFDEBUG PFSELFTEST");
        put(
                missing,
                "functions are kept in the server by Redis; scripts are sent with EVAL",
                "FCALL FCALL_RO FUNCTION");
        put(missing, "there is one user, `default` (`redis.password`)", "ACL");
        put(
                missing,
                "the cluster is changed by `bin/paxosstore members`, not through this port",
                "FAILOVER PSYNC REPLCONF REPLICAOF SLAVEOF SYNC MIGRATE ASKING");
        put(
                missing,
                "every write is on disk before it is acknowledged",
                "BGREWRITEAOF BGSAVE LASTSAVE SAVE");
        put(
                missing,
                "formats of Redis's own files and encodings",
                "DUMP RESTORE RESTORE-ASKING DEBUG");
        put(missing, "databases are spaces: a key is copied by its value", "MOVE SWAPDB");
        put(missing, "figures are on the admin port (docs/metrics.md)", "LATENCY MONITOR SLOWLOG");
        put(missing, "there are no modules", "MODULE");
        put(missing, "nodes are stopped by whoever runs them", "SHUTDOWN");
        put(missing, "a picture of Redis's version", "LOLWUT");
        return missing;
    }

    private static void put(Map<String, String> missing, String why, String names) {
        for (String name : names.split(" ", -1)) {
            missing.put(name, why);
        }
    }

    /** The names of all commands that are said to be missing. */
    static List<String> missingNames() {
        return List.copyOf(MISSING.keySet());
    }

    static String markdown(Iterable<CommandSpec> commands) {
        Map<String, List<CommandSpec>> groups = new TreeMap<>();
        commands.forEach(
                spec -> groups.computeIfAbsent(spec.group(), _ -> new ArrayList<>()).add(spec));
        StringBuilder text = new StringBuilder(HEAD);
        groups.forEach((group, specs) -> {
            text.append("## ").append(group).append("\n\n");
            text.append("| command | what | words | since |\n| --- | --- | --- | --- |\n");
            specs.forEach(spec ->
                    text.append(
                            "| `%s` | %s | %s | %s |%n"
                                    .formatted(
                                            spec.name(),
                                            spec.summary(),
                                            words(spec.arity()),
                                            spec.since())));
            text.append('\n');
        });
        text.append("## Not here\n\n| command | why |\n| --- | --- |\n");
        Map<String, List<String>> byReason = new TreeMap<>();
        MISSING.forEach(
                (name, why) -> byReason.computeIfAbsent(why, _ -> new ArrayList<>()).add(name));
        byReason.forEach((why, names) ->
                text.append("| `" + String.join("` `", names) + "` | " + why + " |\n"));
        return text.toString().replace("\r\n", "\n");
    }

    private static String words(int arity) {
        return arity < 0 ? -arity + " or more" : Integer.toString(arity);
    }

    /** The names of Redis 7.0.15's commands, as COMMAND LIST has them, without subcommands. */
    static List<String> ofRedis() {
        return Arrays.stream(REDIS.strip().split("\\s+", -1))
                .map(name -> name.toUpperCase(Locale.ROOT))
                .toList();
    }

    private static final String REDIS =
            """
            acl append asking auth bgrewriteaof bgsave bitcount bitfield bitfield_ro bitop bitpos
            blmove blmpop blpop brpop brpoplpush bzmpop bzpopmax bzpopmin client cluster command
            config copy dbsize debug decr decrby del discard dump echo eval eval_ro evalsha
            evalsha_ro exec exists expire expireat expiretime failover fcall fcall_ro flushall
            flushdb function geoadd geodist geohash geopos georadius georadius_ro
            georadiusbymember georadiusbymember_ro geosearch geosearchstore get getbit getdel
            getex getrange getset hdel hello hexists hget hgetall hincrby hincrbyfloat hkeys hlen
            hmget hmset hrandfield hscan hset hsetnx hstrlen hvals incr incrby incrbyfloat info
            keys lastsave latency lcs lindex linsert llen lmove lmpop lolwut lpop lpos lpush
            lpushx lrange lrem lset ltrim memory mget migrate module monitor move mset msetnx
            multi object persist pexpire pexpireat pexpiretime pfadd pfcount pfdebug pfmerge
            pfselftest ping psetex psubscribe psync pttl publish pubsub punsubscribe quit
            randomkey readonly readwrite rename renamenx replconf replicaof reset restore
            restore-asking role rpop rpoplpush rpush rpushx sadd save scan scard script sdiff
            sdiffstore select set setbit setex setnx setrange shutdown sinter sintercard
            sinterstore sismember slaveof slowlog smembers smismember smove sort sort_ro spop
            spublish srandmember srem sscan ssubscribe strlen subscribe substr sunion sunionstore
            sunsubscribe swapdb sync time touch ttl type unlink unsubscribe unwatch wait watch
            xack xadd xautoclaim xclaim xdel xgroup xinfo xlen xpending xrange xread xreadgroup
            xrevrange xsetid xtrim zadd zcard zcount zdiff zdiffstore zincrby zinter zintercard
            zinterstore zlexcount zmpop zmscore zpopmax zpopmin zrandmember zrange zrangebylex
            zrangebyscore zrangestore zrank zrem zremrangebylex zremrangebyrank
            zremrangebyscore zrevrange zrevrangebylex zrevrangebyscore zrevrank zscan zscore
            zunion zunionstore\
            """;
}
