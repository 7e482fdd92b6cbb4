package io.paxosstore.sim.check;

import io.paxosstore.protocol.model.KvOperation;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Which calls of one key can stand for each other in a history: they differ in nothing but values
 * that nobody was told and nobody compares with. While such a value is there, every answer but that
 * of its own write is the same whatever it is. Immutable.
 */
final class KvKinds implements Function<KvCall, Object> {
    /** Stands for every value of which nothing is seen. */
    private static final String UNSEEN = "\uffff";

    private enum Form {
        PUT,
        PUT_IF_ABSENT,
        COMPARE_AND_SET,
        COMPARE_VERSION_AND_SET,
        COMPARE_VERSION_AND_SET_UNTIL
    }

    /**
     * @param expiry time to live or moment, as the form has it
     */
    private record Kind(Form form, Object condition, String value, long expiry) {}

    private final Set<String> seen = new HashSet<>();

    /** An increment sees whether the value is a number. */
    private boolean allSeen;

    KvKinds(List<Operation<KvCall, KvAnswer>> history) {
        for (Operation<KvCall, KvAnswer> one : history) {
            if (one.output() instanceof KvAnswer.Seen told && told.value() != null) {
                seen.add(told.value());
            }
            if (one.input() instanceof KvCall.Write write) {
                if (write.command() instanceof KvOperation.CompareAndSet cas) {
                    seen.add(text(cas.expected()));
                }
                allSeen |= write.command() instanceof KvOperation.Increment;
            }
        }
    }

    @Override
    public Object apply(KvCall call) {
        return call instanceof KvCall.Write write ? kind(write.command()) : call;
    }

    private Object kind(KvOperation command) {
        return switch (command) {
            case KvOperation.Put put -> new Kind(Form.PUT, "", value(put.value()), put.ttlMillis());
            case KvOperation.PutIfAbsent put ->
                    new Kind(Form.PUT_IF_ABSENT, "", value(put.value()), put.ttlMillis());
            case KvOperation.CompareAndSet cas ->
                    new Kind(
                            Form.COMPARE_AND_SET,
                            text(cas.expected()),
                            value(cas.value()),
                            cas.ttlMillis());
            case KvOperation.CompareVersionAndSet cas ->
                    new Kind(
                            Form.COMPARE_VERSION_AND_SET,
                            cas.expectedVersion(),
                            value(cas.value()),
                            cas.ttlMillis());
            case KvOperation.CompareVersionAndSetUntil cas ->
                    new Kind(
                            Form.COMPARE_VERSION_AND_SET_UNTIL,
                            cas.expectedVersion(),
                            value(cas.value()),
                            cas.expiresAtMillis());
            case KvOperation.Delete _,
                    KvOperation.CompareVersionAndDelete _,
                    KvOperation.Increment _ ->
                    command;
        };
    }

    private String value(byte[] bytes) {
        String value = text(bytes);
        return allSeen || seen.contains(value) ? value : UNSEEN;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
