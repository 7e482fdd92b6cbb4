package io.paxosstore.client;

import io.paxosstore.protocol.model.SpaceInfo;
import io.paxosstore.protocol.model.WriteStatus;
import io.paxosstore.protocol.topology.ClusterMoves;
import io.paxosstore.protocol.wire.Response;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Supplier;

/** What the servers' answers mean to callers, as far as no codec is needed. */
final class Results {
    private Results() {}

    static boolean exists(Response response) {
        return ((Response.Value) response).found();
    }

    static long version(Response response) {
        return ((Response.Written) response).version();
    }

    static WriteResult write(Response response) {
        Response.Written written = (Response.Written) response;
        return new WriteResult(written.status(), written.version());
    }

    /**
     * The new number of an increment.
     *
     * @param label which increment it was, for people
     * @throws NotDoneException if it was not done
     */
    static long number(Response response, Supplier<String> label) {
        Response.Written written = (Response.Written) response;
        if (written.status() == WriteStatus.NOT_A_NUMBER) {
            throw new NotDoneException(
                    NotDoneException.Reason.NOT_A_NUMBER,
                    "The %s was not done: the key holds something else than a decimal number of 64"
                                    .formatted(label.get())
                            + " bits.");
        } else if (written.status() != WriteStatus.OK) {
            throw new NotDoneException(
                    NotDoneException.Reason.NUMBER_OVERFLOW,
                    "The %s was not done: the sum does not fit into 64 bits."
                            .formatted(label.get()));
        }
        return written.number();
    }

    static SpaceInfo space(Response response) {
        return ((Response.Space) response).space();
    }

    static List<SpaceInfo> spaces(Response response) {
        return ((Response.SpaceList) response).spaces();
    }

    static boolean dropped(Response response) {
        return response instanceof Response.SpaceDropped;
    }

    static ClusterMoves moves(Response response) {
        return ((Response.MembersChanged) response).moves();
    }

    /** The JSON text. */
    static String topology(Response response) {
        return new String(((Response.TopologyShown) response).json(), StandardCharsets.UTF_8);
    }

    static String balanced(Response response) {
        return new String(((Response.Balanced) response).json(), StandardCharsets.UTF_8);
    }
}
