/** A shop that keeps everything in PaxosStore. */
module shop {
    requires io.paxosstore.client;
    requires io.paxosstore.micrometer;

    opens shop to
            io.paxosstore.client; // Article is a row of a table
}
