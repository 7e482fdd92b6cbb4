/** The client's traces for OpenTelemetry. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // as its makers have it
module io.paxosstore.opentelemetry {
    requires transitive io.paxosstore.client;
    requires transitive io.opentelemetry.api;
    requires io.opentelemetry.context;
    requires org.jspecify;

    exports io.paxosstore.opentelemetry;
}
