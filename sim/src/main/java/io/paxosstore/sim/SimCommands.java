package io.paxosstore.sim;

import io.paxosstore.node.call.CommandCodec;
import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.key.EntityKey;
import io.paxosstore.protocol.model.Command;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The commands that are on their way between the nodes of a cluster. They travel by number: how
 * commands are encoded is tested elsewhere. Not thread-safe.
 */
final class SimCommands implements CommandCodec {
    private final SimCluster cluster;
    private final List<Command> all = new ArrayList<>();

    SimCommands(SimCluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public byte[] encode(EntityKey key, Command command) {
        all.add(command);
        return ByteBuffer.allocate(Integer.BYTES).putInt(all.size() - 1).array();
    }

    @Override
    public Command decode(EntityKey key, byte[] bytes) {
        int number = ByteBuffer.wrap(bytes).getInt();
        if (number < 0 || number >= all.size()) {
            throw new MalformedBytesException("There is no command " + number + ".");
        }
        cluster.count(Fault.CALL_FORWARDED);
        return all.get(number);
    }
}
