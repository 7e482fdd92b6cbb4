/** The client's traces for OpenTelemetry. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // as it has it
    "requires-automatic",
    "requires-transitive-automatic"
}) // as OpenTelemetry has it
module io.paxosstore.opentelemetry {
    requires transitive io.paxosstore.client;
    requires transitive io.opentelemetry.api;
    requires io.opentelemetry.context;
    requires org.jspecify;

    exports io.paxosstore.opentelemetry;
}
