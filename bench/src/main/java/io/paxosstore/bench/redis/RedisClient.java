package io.paxosstore.bench.redis;

import io.paxosstore.core.RandomSource;
import io.paxosstore.sim.check.RedisCall;

import org.jspecify.annotations.Nullable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A client at one node after the other: it stays at a node until a connection ends or a reply does
 * not come in time, and now and then goes to another one for no reason. Not thread-safe.
 */
public final class RedisClient implements RedisStore {
    private static final double MOVE_CHANCE = 0.01;

    private final List<Integer> ports;
    private final Duration patience;
    private final RandomSource random;
    private @Nullable RespConnection connection;
    private int database;

    /** Whether keys are watched on this connection, since WATCH was answered. */
    private boolean isWatching;

    /**
     * Not connected yet.
     *
     * @param ports of the nodes
     * @param patience how long it waits for a connection, and for a reply
     */
    public RedisClient(List<Integer> ports, Duration patience, RandomSource random) {
        this.ports = List.copyOf(ports);
        this.patience = patience;
        this.random = random;
    }

    @Override
    public List<Told> call(int wanted, List<RedisCall> calls) {
        RespConnection open;
        try {
            open = connected(calls);
        } catch (IOException e) {
            return same(calls.size(), new Told.NotDone("no connection"));
        }
        if (!isWatching && calls.stream().anyMatch(RedisClient::isGuarded)) {
            return same(calls.size(), new Told.NotDone("the connection that watched has ended"));
        }
        List<Told> told = new ArrayList<>();
        try {
            boolean isElsewhere = database != wanted;
            open.send(bytes(isElsewhere ? wanted : -1, calls));
            if (isElsewhere && !open.read().equals("OK")) {
                drop();
                return same(calls.size(), new Told.Refused("SELECT " + wanted + " is refused"));
            }
            database = wanted;
            for (RedisCall call : calls) {
                told.add(outcome(open, call));
            }
            return told;
        } catch (IOException e) {
            drop();
            Told.Why why = e instanceof SocketTimeoutException ? Told.Why.TIMEOUT : Told.Why.CLOSED;
            told.addAll(same(calls.size() - told.size(), new Told.Unknown(why)));
            return told;
        }
    }

    private static List<Told> same(int count, Told told) {
        return Collections.nCopies(count, told);
    }

    private static boolean isGuarded(RedisCall call) {
        return call instanceof RedisCall.Transaction(var watched, _) && !watched.isEmpty();
    }

    private RespConnection connected(List<RedisCall> calls) throws IOException {
        boolean isFree = calls.stream().noneMatch(RedisClient::isGuarded);
        // What is watched for nothing would have the next transaction fail.
        if (isFree && (isWatching || random.chance(MOVE_CHANCE))) {
            drop();
        }
        RespConnection open = connection;
        if (open == null) {
            open = RespConnection.open(ports.get(random.nextInt(ports.size())), patience);
            connection = open;
        }
        return open;
    }

    private void drop() {
        if (connection != null) {
            connection.close();
            connection = null;
        }
        database = 0;
        isWatching = false;
    }

    private static byte[] bytes(int select, List<RedisCall> calls) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        if (select >= 0) {
            out.writeBytes(RespConnection.command(List.of("SELECT", Integer.toString(select))));
        }
        for (RedisCall call : calls) {
            switch (call) {
                case RedisCall.Command command ->
                        out.writeBytes(RespConnection.command(command.words()));
                case RedisCall.Transaction transaction -> {
                    out.writeBytes(RespConnection.command(List.of("MULTI")));
                    for (RedisCall.Command command : transaction.commands()) {
                        out.writeBytes(RespConnection.command(command.words()));
                    }
                    out.writeBytes(RespConnection.command(List.of("EXEC")));
                }
            }
        }
        return out.toByteArray();
    }

    private Told outcome(RespConnection open, RedisCall call) throws IOException {
        switch (call) {
            case RedisCall.Command command -> {
                Told told = outcome(open.read());
                isWatching |= command.name().equals("WATCH") && told instanceof Told.Done;
                return told;
            }
            case RedisCall.Transaction transaction -> {
                List<Object> queued = new ArrayList<>();
                for (int i = 0; i <= transaction.commands().size(); i++) {
                    queued.add(open.read());
                }
                Object reply = open.read();
                isWatching = false;
                boolean isAborted =
                        reply instanceof RespConnection.Failure(String text)
                                && text.startsWith("EXECABORT");
                return isAborted ? aborted(queued) : outcome(reply);
            }
        }
    }

    /** Nothing of it was executed, for the reason that one of its commands was given. */
    private static Told aborted(List<Object> queued) {
        for (Object reply : queued) {
            if (reply instanceof RespConnection.Failure) {
                return outcome(reply);
            }
        }
        return new Told.Refused("EXECABORT without a reason");
    }

    private static Told outcome(Object reply) {
        if (reply instanceof List<?> replies) {
            for (Object each : replies) {
                if (each instanceof RespConnection.Failure(String text)) {
                    return new Told.Refused(text);
                }
            }
        }
        if (!(reply instanceof RespConnection.Failure(String text))) {
            return new Told.Done(reply);
        }
        return switch (text.split(" ", 2)[0]) {
            case "UNKNOWNOUTCOME" -> new Told.Unknown(Told.Why.TOLD);
            case "TRYAGAIN", "LOADING" -> new Told.NotDone(text);
            default -> new Told.Refused(text);
        };
    }

    /** Ends the connection, if there is one. */
    @Override
    public void close() {
        drop();
    }
}
