(ns jepsen.paxosstore.harness
  "Runs a workload without Jepsen, against servers in this process, and records
  what it sees: for tests of the workloads themselves."
  (:require [jepsen.paxosstore.client :as client])
  (:import (io.paxosstore.server.embedded EmbeddedCluster)))

(defn addresses
  [^EmbeddedCluster cluster]
  (vec (.split (.connectString cluster) ",")))

(defn- record
  "Puts an op behind the history."
  [history op]
  (swap! history conj op))

(defn- perform
  "One op from invocation to completion."
  [history workload client process op]
  (let [op (assoc op :process process, :type :invoke)]
    (record history op)
    (record history ((:invoke workload) client op))))

(defn- process
  "A process that performs what it draws from a generator, and then all of the
  final one."
  [history workload addresses ops number]
  (future
    (let [client (client/open addresses {:deadline-ms 10000})]
      (try
        (dotimes [_ ops]
          (perform history workload client number ((:generator workload))))
        client
        (catch Throwable t
          (client/close client)
          (throw t))))))

(defn run
  "The history of so many processes that perform so many ops each, and after that
  the final generator."
  [cluster workload processes ops]
  (let [history   (atom [])
        addresses (addresses cluster)
        clients   (mapv deref (mapv #(process history workload addresses ops %)
                                    (range processes)))]
    (try
      (doseq [[number client] (map-indexed vector clients)
              op              (force (:final-generator workload))]
        (perform history workload client number op))
      @history
      (finally
        (run! client/close clients)))))
