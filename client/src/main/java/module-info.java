/**
 * The Java client of PaxosStore. Records that are rows of a table are read by reflection: a module
 * opens their package to this one.
 */
module io.paxosstore.client {
    requires transitive io.paxosstore.protocol;
    requires transitive org.jspecify;
    requires net.sf.jsqlparser;

    exports io.paxosstore.client;
    exports io.paxosstore.client.sql;
    exports io.paxosstore.client.table;
}
