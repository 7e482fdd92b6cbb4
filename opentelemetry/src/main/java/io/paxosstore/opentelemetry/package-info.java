/** The traces of a client: {@link io.paxosstore.opentelemetry.PaxosStoreTracing}. */
@NullMarked
package io.paxosstore.opentelemetry;

import org.jspecify.annotations.NullMarked;
