/** The client's metrics for Micrometer. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // as Micrometer has it
module io.paxosstore.micrometer {
    requires transitive io.paxosstore.client;
    requires transitive micrometer.core;
    requires org.jspecify;

    exports io.paxosstore.micrometer;
}
