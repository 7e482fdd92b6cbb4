package io.paxosstore.server.session;

import io.paxosstore.client.wire.KvOperation;
import io.paxosstore.core.kv.KvCommand;

/** The wire's operations as commands of the key-value model. */
final class Commands {
    private Commands() {}

    static KvCommand of(KvOperation operation) {
        return switch (operation) {
            case KvOperation.Put put -> new KvCommand.Put(put.value(), put.ttlMillis());
            case KvOperation.PutIfAbsent put ->
                    new KvCommand.PutIfAbsent(put.value(), put.ttlMillis());
            case KvOperation.CompareAndSet cas ->
                    new KvCommand.CompareAndSet(cas.expected(), cas.value(), cas.ttlMillis());
            case KvOperation.CompareVersionAndSet cas ->
                    new KvCommand.CompareVersionAndSet(
                            cas.expectedVersion(), cas.value(), cas.ttlMillis());
            case KvOperation.Delete delete -> new KvCommand.Delete();
            case KvOperation.CompareVersionAndDelete delete ->
                    new KvCommand.CompareVersionAndDelete(delete.expectedVersion());
            case KvOperation.Increment increment ->
                    new KvCommand.Increment(increment.delta(), increment.ttlMillis());
        };
    }

    /** The bytes of the longest value an operation carries. */
    static int valueBytes(KvOperation operation) {
        return switch (operation) {
            case KvOperation.Put put -> put.value().length;
            case KvOperation.PutIfAbsent put -> put.value().length;
            case KvOperation.CompareAndSet cas ->
                    Math.max(cas.expected().length, cas.value().length);
            case KvOperation.CompareVersionAndSet cas -> cas.value().length;
            case KvOperation.Delete delete -> 0;
            case KvOperation.CompareVersionAndDelete delete -> 0;
            case KvOperation.Increment increment -> 0;
        };
    }
}
