package io.paxosstore.sim.exhaustive;

import io.paxosstore.core.Invariant;
import io.paxosstore.sim.Describe;

/**
 * One request of a bound: it may come at any moment, once.
 *
 * @param kind write or linearizable read
 * @param node the node it comes to
 * @param number the request's number from 1 among its kind; two writes of one number are two
 *     attempts of one request, under one request id (Rule E3)
 */
record ClientOp(Kind kind, int node, int number) {
    /** What is asked. */
    enum Kind {
        WRITE,
        READ
    }

    ClientOp {
        Invariant.check(number > 0 && number < Byte.MAX_VALUE, "a request number fits a byte");
    }

    static ClientOp write(int node, int number) {
        return new ClientOp(Kind.WRITE, node, number);
    }

    static ClientOp read(int node, int number) {
        return new ClientOp(Kind.READ, node, number);
    }

    @Override
    public String toString() {
        return (kind == Kind.WRITE ? "write " : "read ") + number + " at " + Describe.node(node);
    }
}
