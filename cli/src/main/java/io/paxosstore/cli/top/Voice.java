package io.paxosstore.cli.top;

/** What was heard of a node. */
record Voice(NodePlace place, Answer answer, Standouts standouts) {}
