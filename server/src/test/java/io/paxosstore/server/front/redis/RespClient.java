package io.paxosstore.server.front.redis;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A client of Redis that keeps to no rules: it sends any bytes, and reads when it is told to. */
final class RespClient implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 30_000;

    private final Socket socket;
    private final InputStream in;

    RespClient(InetSocketAddress address) throws IOException {
        this.socket = new Socket(address.getHostString(), address.getPort());
        socket.setSoTimeout(TIMEOUT_MILLIS);
        this.in = new BufferedInputStream(socket.getInputStream(), 64 * 1024);
    }

    /** A command as it is sent. */
    static byte[] command(Object... words) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(ascii("*" + words.length + "\r\n"));
        for (Object word : words) {
            byte[] bytes = word instanceof byte[] raw ? raw : ascii(word.toString());
            out.writeBytes(ascii("$" + bytes.length + "\r\n"));
            out.writeBytes(bytes);
            out.writeBytes(ascii("\r\n"));
        }
        return out.toByteArray();
    }

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    void send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /** Sends as long as the other side takes it; false if it has closed the connection. */
    boolean trySend(byte[] bytes) {
        try {
            send(bytes);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Sends a command and reads one reply. */
    Object ask(Object... words) throws IOException {
        send(command(words));
        return read();
    }

    /** Asks until the node does not ask for patience any more; for so many seconds at most. */
    Object askWithin(int seconds, Object... words) throws Exception {
        Object[] reply = {NOTHING};
        JedisClients.await(
                "served within " + seconds + " s",
                TimeUnit.SECONDS.toNanos(seconds),
                () -> {
                    reply[0] = ask(words);
                    return !reply[0].toString().startsWith("-TRYAGAIN");
                });
        return reply[0];
    }

    /**
     * The next reply: a status with its plus, an error with its minus, a string in Latin-1, a
     * number, a list, or {@link #NOTHING}.
     */
    Object read() throws IOException {
        String line = line();
        String content = line.substring(1);
        return switch (line.charAt(0)) {
            case '+', '-' -> line;
            case ':' -> Long.parseLong(content);
            case ',', '#' -> content;
            case '$', '=' -> content.equals("-1") ? NOTHING : bulk(Integer.parseInt(content));
            case '*', '>', '~' -> content.equals("-1") ? NOTHING : all(Integer.parseInt(content));
            case '%' -> all(2 * Integer.parseInt(content));
            case '_' -> NOTHING;
            default -> throw new IOException("no reply: " + line);
        };
    }

    /** In place of a string or an array that is not there. */
    static final Object NOTHING = "nothing";

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
            throw new EOFException();
        }
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int next = in.read();
        while (next != '\n') {
            if (next < 0) {
                throw new EOFException();
            }
            line.write(next);
            next = in.read();
        }
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.substring(0, text.length() - 1);
    }

    /** Waits until the other side has closed the connection, and reads what comes before. */
    void awaitEnd() throws IOException {
        byte[] some = new byte[64 * 1024];
        try {
            while (in.read(some) >= 0) {
                // nobody wants it
            }
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            // a reset is an end too
        }
    }

    /** Goes without a word. */
    void abandon() {
        close();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
