package io.paxosstore.server.front.binary;

import io.paxosstore.server.front.shared.Situation;

import java.nio.charset.StandardCharsets;

/** Of a cluster in which all is well. */
enum NoSituation implements Situation {
    INSTANCE;

    @Override
    public String diskFull() {
        return "";
    }

    @Override
    public String noMajority() {
        return "";
    }

    @Override
    public byte[] status() {
        return "{}".getBytes(StandardCharsets.UTF_8);
    }
}
