package io.paxosstore.server.trace;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;

/** A collector that decodes the spans it is sent. Fields by opentelemetry/proto/trace/v1. */
final class OtlpCollector implements AutoCloseable {
    private static final long WAIT_SECONDS = 30;
    private static final String PATH = "/v1/traces";

    /** What a span says of itself, and its resource's attributes. */
    record Exported(
            String traceId,
            String spanId,
            String parentId,
            String name,
            long kind,
            long startNanos,
            long endNanos,
            Map<String, String> attributes,
            boolean isError,
            Map<String, String> resource) {}

    private final HttpServer server;
    private final BlockingQueue<Exported> spans = new LinkedBlockingQueue<>();
    private final AtomicBoolean refuses = new AtomicBoolean();
    private final Semaphore refused = new Semaphore(0);

    OtlpCollector() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(PATH, this::take);
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + PATH;
    }

    /** Refuses the next batch, for good. */
    void refuseOne() {
        refuses.set(true);
    }

    /** Returns when that has happened. */
    void awaitRefusal() throws InterruptedException {
        if (!refused.tryAcquire(WAIT_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("nothing came that could be refused");
        }
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            boolean isRefused = refuses.getAndSet(false);
            exchange.sendResponseHeaders(isRefused ? 400 : 200, -1);
            if (isRefused) {
                refused.release();
            } else {
                decode(body);
            }
        }
    }

    private void decode(byte[] body) {
        for (Protobuf resourceSpans : Protobuf.of(body).messages(1)) {
            Map<String, String> resource = new HashMap<>();
            resourceSpans.messages(1).forEach(of -> resource.putAll(attributes(of, 1)));
            for (Protobuf scopeSpans : resourceSpans.messages(2)) {
                for (Protobuf span : scopeSpans.messages(2)) {
                    spans.add(exported(span, resource));
                }
            }
        }
    }

    private static Exported exported(Protobuf span, Map<String, String> resource) {
        List<Protobuf> status = span.messages(15);
        return new Exported(
                hex(span.bytes(1)),
                hex(span.bytes(2)),
                hex(span.bytes(4)),
                span.text(5),
                span.number(6),
                span.number(7),
                span.number(8),
                attributes(span, 9),
                !status.isEmpty() && status.getFirst().number(3) == 2,
                resource);
    }

    private static Map<String, String> attributes(Protobuf of, int field) {
        Map<String, String> attributes = new HashMap<>();
        for (Protobuf pair : of.messages(field)) {
            Protobuf value = pair.messages(2).getFirst();
            attributes.put(
                    pair.text(1), value.has(1) ? value.text(1) : String.valueOf(value.number(3)));
        }
        return attributes;
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    /** The next span of this kind; fails after a while. */
    Exported await(Predicate<Exported> wanted) throws InterruptedException {
        while (true) {
            Exported next = spans.poll(WAIT_SECONDS, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("no such span was exported");
            } else if (wanted.test(next)) {
                return next;
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
