package io.paxosstore.bench.peers;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;

import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.StatusRequest;
import io.etcd.jetcd.api.StatusResponse;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.paxosstore.bench.load.KeyTarget;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * etcd by its gRPC interface, at the leader: puts, and ranges of one key that are linearizable
 * (etcd's default).
 */
final class EtcdTarget implements KeyTarget {
    private static final long STATUS_LIMIT_SECONDS = 10;
    private static final long CLOSE_LIMIT_SECONDS = 5;

    private final ManagedChannel channel;
    private final KVGrpc.KVFutureStub kv;

    private EtcdTarget(ManagedChannel channel) {
        this.channel = channel;
        this.kv = KVGrpc.newFutureStub(channel);
    }

    /**
     * Connects to the member that leads.
     *
     * @throws IOException when none of them does
     */
    static EtcdTarget atLeader(List<Integer> ports) throws IOException {
        for (int port : ports) {
            ManagedChannel channel =
                    NettyChannelBuilder.forAddress("127.0.0.1", port)
                            .usePlaintext()
                            .directExecutor()
                            .build();
            StatusResponse status =
                    MaintenanceGrpc.newBlockingStub(channel)
                            .withDeadlineAfter(STATUS_LIMIT_SECONDS, TimeUnit.SECONDS)
                            .status(StatusRequest.getDefaultInstance());
            if (status.getLeader() == status.getHeader().getMemberId()) {
                return new EtcdTarget(channel);
            }
            channel.shutdownNow();
        }
        throw new IOException("no member of etcd leads");
    }

    @Override
    public CompletableFuture<?> write(byte[] key, byte[] value) {
        return future(
                kv.put(PutRequest.newBuilder().setKey(bytes(key)).setValue(bytes(value)).build()));
    }

    @Override
    public CompletableFuture<?> read(byte[] key) {
        return future(kv.range(RangeRequest.newBuilder().setKey(bytes(key)).build()));
    }

    private static ByteString bytes(byte[] bytes) {
        return UnsafeByteOperations.unsafeWrap(bytes);
    }

    private static <T> CompletableFuture<T> future(ListenableFuture<T> answer) {
        CompletableFuture<T> future = new CompletableFuture<>();
        answer.addListener(() -> end(answer, future), MoreExecutors.directExecutor());
        return future;
    }

    private static <T> void end(ListenableFuture<T> answer, CompletableFuture<T> future) {
        try {
            future.complete(Futures.getDone(answer));
        } catch (ExecutionException e) {
            future.completeExceptionally(e);
        }
    }

    @Override
    public void close() {
        channel.shutdownNow();
        try {
            channel.awaitTermination(CLOSE_LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
