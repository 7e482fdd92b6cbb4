package io.paxosstore.redis.difference;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A redis-server of its own, without disk, and one connection to it. By a socket that has a name in
 * a directory: tests at the same time have nothing in common, as they might have a port.
 */
final class RealRedis implements AutoCloseable {
    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(20);

    private final Process process;
    private final Path name;
    private final SocketChannel socket;
    private final InputStream in;

    private RealRedis(Process process, Path name, SocketChannel socket) {
        this.process = process;
        this.name = name;
        this.socket = socket;
        this.in = new BufferedInputStream(Channels.newInputStream(socket));
    }

    /** Whether this machine has a redis-server. */
    static boolean isInstalled() {
        return Files.isExecutable(Path.of("/usr/bin/redis-server"));
    }

    static RealRedis start(Path directory) throws IOException {
        Path name = directory.resolve("redis.sock");
        Process process =
                new ProcessBuilder(
                                List.of(
                                        "/usr/bin/redis-server",
                                        "--port",
                                        "0",
                                        "--unixsocket",
                                        name.toString(),
                                        "--save",
                                        "",
                                        "--dir",
                                        directory.toString()))
                        .redirectErrorStream(true)
                        .redirectOutput(directory.resolve("redis.log").toFile())
                        .start();
        try {
            return new RealRedis(process, name, connect(process, name));
        } catch (IOException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private static SocketChannel connect(Process process, Path name) throws IOException {
        long end = System.nanoTime() + START_NANOS;
        while (true) {
            SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX);
            try {
                socket.connect(UnixDomainSocketAddress.of(name));
                return socket;
            } catch (IOException e) {
                socket.close();
                if (!process.isAlive() || System.nanoTime() - end > 0) {
                    throw e;
                }
                Thread.onSpinWait();
            }
        }
    }

    /** Another connection to the same server. */
    RealRedis another() throws IOException {
        return new RealRedis(process, name, connect(process, name));
    }

    /** Waits for something that the server sends by itself. */
    byte[] next() throws IOException {
        ByteArrayOutputStream message = new ByteArrayOutputStream();
        read(message);
        return message.toByteArray();
    }

    /** Executes one command; its reply as it came. */
    byte[] run(List<byte[]> words) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        line(request, "*" + words.size());
        for (byte[] word : words) {
            line(request, "$" + word.length);
            request.write(word);
            line(request, "");
        }
        ByteBuffer bytes = ByteBuffer.wrap(request.toByteArray());
        while (bytes.hasRemaining()) {
            socket.write(bytes);
        }
        return next();
    }

    private static void line(ByteArrayOutputStream out, String text) {
        out.writeBytes((text + "\r\n").getBytes(StandardCharsets.UTF_8));
    }

    private void read(ByteArrayOutputStream reply) throws IOException {
        int start = reply.size();
        int before = 0;
        while (true) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("The redis-server has closed the connection.");
            }
            reply.write(next);
            if (before == '\r' && next == '\n') {
                break;
            }
            before = next;
        }
        String line = reply.toString(StandardCharsets.ISO_8859_1).substring(start).strip();
        int count = "$=*%~>".indexOf(line.charAt(0)) < 0 ? 0 : Integer.parseInt(line.substring(1));
        boolean isString = line.charAt(0) == '$' || line.charAt(0) == '=';
        if (isString && count >= 0) {
            reply.writeBytes(in.readNBytes(count + 2));
        } else {
            int elements = line.charAt(0) == '%' ? 2 * count : count;
            for (int i = 0; i < elements; i++) {
                read(reply);
            }
        }
    }

    /** Closes the connection; the server goes on. */
    void closeConnection() throws IOException {
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
        process.destroyForcibly();
        Files.deleteIfExists(name);
    }
}
