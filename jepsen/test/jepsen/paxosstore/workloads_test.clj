(ns jepsen.paxosstore.workloads-test
  "Every workload against real servers: its checker finds no error in the history
  as it was, and every error that is planted in it."
  (:require [clojure.test :refer [deftest is testing use-fixtures]]
            [jepsen.paxosstore.client :as client]
            [jepsen.paxosstore.harness :as harness]
            [jepsen.paxosstore.history :as history]
            [jepsen.paxosstore.planted :as planted]
            [jepsen.paxosstore.workloads :refer [workloads]])
  (:import (io.paxosstore.server.embedded EmbeddedCluster)))

(def ^:dynamic *cluster* nil)

(use-fixtures :once
  (fn [tests]
    (with-open [cluster (EmbeddedCluster/start 3)]
      (let [client (client/open (harness/addresses cluster) {:deadline-ms 10000})]
        (try
          (client/create-spaces client)
          (finally
            (client/close client))))
      (binding [*cluster* cluster]
        (tests)))))

(def processes 6)

(def ops-of-each 150)

(defn- check
  [workload history]
  ((:check workload) (history/operations history)))

(deftest histories-are-valid-and-planted-errors-are-found
  (doseq [[name make] workloads]
    (let [workload (make {:concurrency processes})
          recorded (harness/run *cluster* workload processes ops-of-each)
          verdict  (check workload recorded)]
      (testing name
        (is (empty? (remove #(#{:ok :fail :invoke} (:type %)) recorded))
            "every outcome is known")
        (is (true? (:valid? verdict)) (pr-str verdict))
        (is (seq (planted/errors name)) "errors to plant"))
      (doseq [[kind plant] (planted/errors name)]
        (testing (planted/label name kind)
          (is (false? (:valid? (check workload (plant recorded))))))))))
