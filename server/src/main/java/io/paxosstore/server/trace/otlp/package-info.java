/** Sends traces by OpenTelemetry's protocol; the only package that knows OpenTelemetry. */
@NullMarked
package io.paxosstore.server.trace.otlp;

import org.jspecify.annotations.NullMarked;
