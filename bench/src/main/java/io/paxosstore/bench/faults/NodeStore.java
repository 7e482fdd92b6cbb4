package io.paxosstore.bench.faults;

import io.paxosstore.bench.workload.KvStore;
import io.paxosstore.core.RandomSource;
import io.paxosstore.core.kv.KvResult;
import io.paxosstore.protocol.wire.Response;
import io.paxosstore.sim.check.KvAnswer;
import io.paxosstore.sim.check.KvCall;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.time.Duration;
import java.util.function.IntSupplier;

/**
 * One node as a store: every call is sent once, to this node only, whatever the order of preference
 * says, and is given up at its deadline. One call at a time.
 */
final class NodeStore implements KvStore, AutoCloseable {
    private final IntSupplier clientPort;
    private final int space;
    private final Duration deadline;
    private final RandomSource random;
    private @Nullable NodeClient client;
    private int connectedPort;

    /**
     * Makes a store that connects when it is called first, and again after a failure.
     *
     * @param clientPort of the node; when it is another one than before, that is called from then
     *     on
     * @param deadline of each call
     */
    NodeStore(IntSupplier clientPort, int space, Duration deadline, RandomSource random) {
        this.clientPort = clientPort;
        this.space = space;
        this.deadline = deadline;
        this.random = random;
    }

    @Override
    public synchronized CallOutcome call(String key, KvCall call) {
        NodeClient connected;
        try {
            connected = connected();
        } catch (IOException e) {
            return new CallOutcome.NotDone(String.valueOf(e.getMessage()));
        }
        try {
            return outcome(
                    switch (call) {
                        case KvCall.Read read -> connected.read(key, deadline);
                        case KvCall.Write write -> connected.write(key, write.command(), deadline);
                    });
        } catch (IOException e) {
            close();
            return new CallOutcome.Unknown(String.valueOf(e.getMessage()));
        }
    }

    private NodeClient connected() throws IOException {
        int port = clientPort.getAsInt();
        if (port != connectedPort) {
            close();
        }
        NodeClient connected = client;
        if (connected == null) {
            // A new id with each connection: its stamps begin anew.
            connected = new NodeClient(port, space, random.nextLong());
            client = connected;
            connectedPort = port;
        }
        return connected;
    }

    private CallOutcome outcome(Response response) {
        return switch (response) {
            case Response.Value value ->
                    new CallOutcome.Answered(
                            KvAnswer.Seen.of(
                                    0, value.found() ? value.value() : null, value.version()));
            case Response.Written written ->
                    new CallOutcome.Answered(
                            new KvAnswer.Written(
                                    new KvResult(
                                            written.status(),
                                            written.version(),
                                            written.number())));
            case Response.Failure failure ->
                    failure.code().isNotDone()
                            ? new CallOutcome.NotDone(failure.code() + " " + failure.sentence())
                            : new CallOutcome.Unknown(failure.code() + " " + failure.sentence());
            default -> {
                close();
                yield new CallOutcome.Unknown("answered by " + response);
            }
        };
    }

    @Override
    public synchronized void close() {
        NodeClient connected = client;
        client = null;
        if (connected != null) {
            try {
                connected.close();
            } catch (IOException e) {
                // It was of no use any more.
            }
        }
    }
}
