package io.paxosstore.log.identity;

import io.paxosstore.log.MirroredFile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** Reads the small files of a store that is being opened, and reports what is damaged there. */
public final class SmallFileLosses {
    /**
     * What a small file holds.
     *
     * @param bytes its content; empty when it is lost, or not there yet
     * @param isToBeWritten whether the file must be written (again)
     */
    public record Content(ByteBuffer bytes, boolean isToBeWritten) {}

    private final Consumer<DamageReport> damage;

    /**
     * @param damage told of what is wrong
     */
    public SmallFileLosses(Consumer<DamageReport> damage) {
        this.damage = damage;
    }

    /**
     * Reads a file; reports a lost one as a loss, and a damaged copy as damage that is repaired.
     *
     * @param fresh whether the store is new, so that the file cannot be there yet
     * @throws StoreOpenException if its format is another one
     */
    public Content read(MirroredFile file, int version, boolean fresh) throws IOException {
        return read(file, version, fresh, DamageReport.Kind.LOST_FILE);
    }

    /** The same, of a file whose loss is of another kind. */
    Content read(MirroredFile file, int version, boolean fresh, DamageReport.Kind loss)
            throws IOException {
        if (fresh) {
            return new Content(ByteBuffer.allocate(0), true);
        }
        MirroredFile.Found found =
                file.exists() ? file.read() : new MirroredFile.Found(null, 0, false);
        ByteBuffer content = found.content();
        if (content == null) {
            report(loss, file);
            return new Content(ByteBuffer.allocate(0), true);
        }
        if (found.version() != version) {
            throw new StoreOpenException(
                    "The file %s has format version %d, this program knows %d: run the version that wrote it."
                            .formatted(file.file(), found.version(), version));
        }
        if (!found.whole()) {
            report(DamageReport.Kind.BAD_COPY, file);
        }
        return new Content(content, !found.whole());
    }

    /** Reports a file as lost: as a whole, or what it holds cannot be. */
    void lost(MirroredFile file) {
        report(DamageReport.Kind.LOST_FILE, file);
    }

    private void report(DamageReport.Kind kind, MirroredFile file) {
        damage.accept(new DamageReport(kind, file.file(), 0, 0, null, 0));
    }
}
