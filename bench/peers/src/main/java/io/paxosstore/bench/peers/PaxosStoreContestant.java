package io.paxosstore.bench.peers;

import io.paxosstore.bench.load.LoadTarget;
import io.paxosstore.bench.load.OperationMix;
import io.paxosstore.bench.process.ReplicaCluster;
import io.paxosstore.bench.process.ReplicaProcess;
import io.paxosstore.protocol.model.ReadMode;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Three replicas of ours, with default settings. */
final class PaxosStoreContestant implements Contestant {
    private static final int REPLICAS = 3;
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private final ReplicaCluster cluster;

    private PaxosStoreContestant(ReplicaCluster cluster) {
        this.cluster = cluster;
    }

    static PaxosStoreContestant create(Path directory) throws IOException {
        return new PaxosStoreContestant(ReplicaCluster.create(directory, REPLICAS, ""));
    }

    @Override
    public String label() {
        return "PaxosStore";
    }

    @Override
    public void start() throws IOException, InterruptedException {
        cluster.start();
    }

    @Override
    public LoadTarget connect(OperationMix mix) {
        return LoadTarget.connect(cluster.addresses(), mix, null, ReadMode.LINEARIZABLE, DEADLINE);
    }

    @Override
    public List<Long> pids() {
        return cluster.replicas().stream().map(ReplicaProcess::pid).toList();
    }

    @Override
    public void close() {
        cluster.close();
    }
}
