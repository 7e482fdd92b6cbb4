package io.paxosstore.bench.peers;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Asks a server of this machine a question in plain text. */
final class TextProbe {
    private static final int LIMIT_MILLIS = 2000;
    private static final int ANSWER_BYTES = 4096;

    private TextProbe() {}

    /** The first bytes of the answer. */
    static String ask(int port, String question) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LIMIT_MILLIS);
            socket.setSoTimeout(LIMIT_MILLIS);
            socket.getOutputStream().write(question.getBytes(StandardCharsets.US_ASCII));
            byte[] answer = new byte[ANSWER_BYTES];
            int length = socket.getInputStream().read(answer);
            return new String(answer, 0, Math.max(0, length), StandardCharsets.US_ASCII);
        }
    }
}
