package io.paxosstore.redis.data;

import io.paxosstore.protocol.model.ListOperation;
import io.paxosstore.protocol.model.MapOperation;
import io.paxosstore.protocol.model.ModelLimits;
import io.paxosstore.protocol.model.Operation;
import io.paxosstore.protocol.model.SetOperation;
import io.paxosstore.protocol.model.SortedSetOperation;
import io.paxosstore.protocol.model.StreamOperation;
import io.paxosstore.protocol.model.ValueOperation;
import io.paxosstore.redis.resp.RedisError;

import java.util.List;

/** Refuses operations whose strings are longer than the models take. */
final class OperationLimits {
    private OperationLimits() {}

    static void check(Operation operation) {
        switch (operation) {
            case ValueOperation.Put put -> element(put.value());
            case ListOperation.Append append -> append.elements().forEach(OperationLimits::element);
            case ListOperation.Prepend prepend ->
                    prepend.elements().forEach(OperationLimits::element);
            case SetOperation.Add add -> members(add.members());
            case MapOperation.Put put ->
                    put.fields()
                            .forEach(field -> {
                                member(field.name());
                                element(field.value());
                            });
            case MapOperation.Increment increment -> member(increment.field());
            case StreamOperation.Put put -> put.rows().forEach(OperationLimits::row);
            case SortedSetOperation.Add add -> add.members().forEach(one -> member(one.member()));
            case SortedSetOperation.Increment increment -> member(increment.member());
            default -> {}
        }
    }

    private static void members(List<byte[]> members) {
        members.forEach(OperationLimits::member);
    }

    private static void member(byte[] member) {
        if (member.length > ModelLimits.KEY_BYTES_MAX) {
            throw tooLong("a member or field name", member.length, ModelLimits.KEY_BYTES_MAX);
        }
    }

    private static void row(MapOperation.Field row) {
        if (row.name().length > ModelLimits.KEY_BYTES_MAX) {
            throw tooLong(
                    "the row of a group or consumer", row.name().length, ModelLimits.KEY_BYTES_MAX);
        }
        if (row.value().length > ModelLimits.ELEMENT_BYTES_MAX) {
            throw tooLong(
                    "an entry of a stream", row.value().length, ModelLimits.ELEMENT_BYTES_MAX);
        }
    }

    private static void element(byte[] element) {
        if (element.length > ModelLimits.ELEMENT_BYTES_MAX) {
            throw tooLong("a string", element.length, ModelLimits.ELEMENT_BYTES_MAX);
        }
    }

    private static RedisError tooLong(String what, int bytes, int most) {
        return new RedisError(
                "ERR " + what + " of " + bytes + " bytes is too long: the most are " + most);
    }
}
