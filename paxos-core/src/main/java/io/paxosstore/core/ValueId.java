package io.paxosstore.core;

/**
 * Identifies a proposed value (Rule K8). Stays with the value when other nodes propose it again.
 *
 * @param proposer the node whose client requests produced the value; 0 for no-op and repair values,
 *     which nobody owns (Rule F3)
 * @param incarnation the proposer's incarnation when it made the value
 * @param sequence counts the values of one incarnation, from 1
 */
public record ValueId(int proposer, int incarnation, long sequence) {
    @Override
    public String toString() {
        return proposer + "." + incarnation + "." + sequence;
    }
}
