package io.paxosstore.redis.resp;

import io.paxosstore.protocol.bytes.ByteWriter;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes replies in version 2 or 3 of the protocol. Not thread-safe. */
public final class ReplyWriter {
    /** Most replies have less. */
    private static final int REPLY_BYTES = 64;

    private static final byte[] LINE_END = {'\r', '\n'};

    private final ByteWriter out;
    private final boolean isThird;

    /**
     * @param out takes the bytes
     * @param version 2 or 3
     */
    public ReplyWriter(ByteWriter out, int version) {
        this.out = out;
        this.isThird = version >= 3;
    }

    /** One reply as it is written. */
    public static byte[] bytes(Reply reply, int version) {
        ByteWriter out = new ByteWriter(REPLY_BYTES);
        new ReplyWriter(out, version).write(reply);
        return out.toBytes();
    }

    /** Appends one reply. */
    public void write(Reply reply) {
        switch (reply) {
            case Reply.Status status -> words('+', inOneLine(status.word()));
            case Reply.Error error -> words('-', inOneLine(error.text()));
            case Reply.Number number -> line(':', Long.toString(number.number()));
            case Reply.Bulk bulk -> bulk(bulk.bytes());
            case Reply.Null _ -> nothing("$-1");
            case Reply.NullArray _ -> nothing("*-1");
            case Reply.Array array -> all('*', array.elements(), 1);
            case Reply.Members members -> all(isThird ? '~' : '*', members.elements(), 1);
            case Reply.Pairs pairs -> all(isThird ? '%' : '*', pairs.elements(), isThird ? 2 : 1);
            case Reply.Couples couples -> couples(couples.elements(), isThird);
            case Reply.Keyed keyed -> keyed(keyed.elements());
            case Reply.Push push -> all(isThird ? '>' : '*', push.elements(), 1);
            case Reply.Real real -> real(Reals.text(real.number()));
            case Reply.Decimal decimal -> real(decimal.digits());
            case Reply.BigNumber number -> bigNumber(number.digits());
            case Reply.Bool bool -> bool(bool.flag());
            case Reply.Text text -> text(text);
        }
    }

    /** What a client has sent and is told again could end the line. */
    private static String inOneLine(String text) {
        return text.replace('\r', ' ').replace('\n', ' ');
    }

    private void words(char type, String content) {
        out.putByte(type).putRaw(TextBytes.bytes(content)).putRaw(LINE_END);
    }

    /** Digits and the like: there are many of these. */
    private void line(char type, String content) {
        out.putByte(type).putRaw(content.getBytes(StandardCharsets.US_ASCII)).putRaw(LINE_END);
    }

    private void nothing(String second) {
        out.putRaw((isThird ? "_" : second).getBytes(StandardCharsets.US_ASCII)).putRaw(LINE_END);
    }

    private void bulk(byte[] bytes) {
        line('$', Integer.toString(bytes.length));
        out.putRaw(bytes).putRaw(LINE_END);
    }

    private void all(char type, List<Reply> elements, int share) {
        line(type, Integer.toString(elements.size() / share));
        elements.forEach(this::write);
    }

    private void keyed(List<Reply> elements) {
        if (isThird) {
            all('%', elements, 2);
        } else {
            couples(elements, true);
        }
    }

    private void couples(List<Reply> elements, boolean areArrays) {
        if (!areArrays) {
            all('*', elements, 1);
            return;
        }
        line('*', Integer.toString(elements.size() / 2));
        for (int i = 0; i < elements.size(); i += 2) {
            all('*', elements.subList(i, i + 2), 1);
        }
    }

    private void real(String text) {
        if (isThird) {
            line(',', text);
        } else {
            bulk(text.getBytes(StandardCharsets.US_ASCII));
        }
    }

    private void bigNumber(String digits) {
        if (isThird) {
            words('(', digits);
        } else {
            bulk(TextBytes.bytes(digits));
        }
    }

    private void bool(boolean flag) {
        if (isThird) {
            line('#', flag ? "t" : "f");
        } else {
            line(':', flag ? "1" : "0");
        }
    }

    private void text(Reply.Text text) {
        if (isThird) {
            byte[] format = TextBytes.bytes(text.format() + ':');
            line('=', Integer.toString(format.length + text.text().length));
            out.putRaw(format).putRaw(text.text()).putRaw(LINE_END);
        } else {
            bulk(text.text());
        }
    }
}
