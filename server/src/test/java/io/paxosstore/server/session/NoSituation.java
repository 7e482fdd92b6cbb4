package io.paxosstore.server.session;

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
}
