package io.paxosstore.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.List;

final class EndpointTypeTest {
    @Test
    void urlsOfHttpAreTaken() throws BadValueException {
        for (String url :
                List.of(
                        "http://localhost:4318/v1/traces",
                        "https://collector.example/x",
                        "http://[::1]:4318/v1/traces")) {
            assertEquals(url, TracingSettings.ENDPOINT.parse(url));
        }
    }

    @Test
    void othersAreRefusedWithAnExample() {
        for (String other :
                List.of(
                        "",
                        "localhost:4318",
                        "localhost",
                        "ftp://localhost/",
                        "http:///v1/traces",
                        "http://user:password@localhost/",
                        "http://localhost:99999/",
                        "http://localhost/#here",
                        "http://a b/")) {
            BadValueException e =
                    assertThrows(
                            BadValueException.class, () -> TracingSettings.ENDPOINT.parse(other));
            String message = String.valueOf(e.getMessage());
            assertTrue(message.startsWith("tracing.endpoint: '" + other + "'"), message);
            assertTrue(message.contains("http://localhost:4318/v1/traces"), message);
        }
    }
}
