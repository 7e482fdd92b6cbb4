package io.paxosstore.bench.redis;

import io.paxosstore.sim.check.RedisModel;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A connection to a port for clients of Redis on the loopback interface, which sends whatever bytes
 * it is given and reads replies of version 2 of the protocol. Not thread-safe; only {@link #close}
 * may be called by any thread.
 */
public final class RespConnection implements AutoCloseable {
    private static final int BUFFER_BYTES = 16 * 1024;

    private final Socket socket;
    private final InputStream in;

    /**
     * An error as a reply.
     *
     * @param text its code and sentence
     */
    public record Failure(String text) {}

    private RespConnection(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream(), BUFFER_BYTES);
    }

    /**
     * Connects.
     *
     * @param limit how long that, and each read, may take
     */
    public static RespConnection open(int port, Duration limit) throws IOException {
        int millis = Math.toIntExact(limit.toMillis());
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(millis);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), millis);
            return new RespConnection(socket);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** A command as it is sent. */
    public static byte[] command(List<String> words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(bytes("*" + words.size() + "\r\n"));
        for (String word : words) {
            out.writeBytes(bytes("$" + word.length() + "\r\n" + word + "\r\n"));
        }
        return out.toByteArray();
    }

    /** One character is one byte. */
    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Sends bytes as they are. */
    public void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Sends a command and reads its reply, as {@link #read} does. */
    public Object ask(String... words) throws IOException {
        send(command(List.of(words)));
        return read();
    }

    /**
     * The next reply: a text in Latin-1, a {@link Long}, a list of replies, a {@link Failure}, or
     * {@link RedisModel#NIL}.
     *
     * @throws java.net.SocketTimeoutException when it does not come in time
     * @throws IOException when the connection ends, or what comes is no reply
     */
    public Object read() throws IOException {
        String line = line();
        String content = line.substring(1);
        return switch (line.charAt(0)) {
            case '+' -> content;
            case '-' -> new Failure(content);
            case ':' -> Long.valueOf(content);
            case '$' -> content.equals("-1") ? RedisModel.NIL : bulk(Integer.parseInt(content));
            case '*' -> content.equals("-1") ? RedisModel.NIL : all(Integer.parseInt(content));
            default -> throw new IOException("no reply: " + line);
        };
    }

    private List<Object> all(int count) throws IOException {
        List<Object> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(read());
        }
        return all;
    }

    private String bulk(int length) throws IOException {
        byte[] bytes = in.readNBytes(length + 2);
        if (bytes.length < length + 2) {
            throw new EOFException("the connection has ended");
        }
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        int next = in.read();
        while (next != '\n') {
            if (next < 0) {
                throw new EOFException("the connection has ended");
            }
            line.append((char) next);
            next = in.read();
        }
        if (line.length() < 2 || line.charAt(line.length() - 1) != '\r') {
            throw new IOException("no reply: " + line);
        }
        return line.substring(0, line.length() - 1);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException _) {
            // it is of no use any more, however it ends
        }
    }
}
