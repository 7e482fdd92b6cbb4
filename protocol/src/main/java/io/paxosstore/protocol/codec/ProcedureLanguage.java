package io.paxosstore.protocol.codec;

import io.paxosstore.protocol.bytes.MalformedBytesException;
import io.paxosstore.protocol.model.Procedure;

/** Reads the procedures of one language. Thread-safe. */
public interface ProcedureLanguage {
    /** Its number, see {@link Procedure#language}. */
    int number();

    /**
     * Reads a procedure.
     *
     * @param entity the id of the entity that it is to run on
     * @param encoded what {@link Procedure#encoded} gave
     * @throws MalformedBytesException if the bytes are no procedure
     */
    Procedure decode(byte[] entity, byte[] encoded);
}
