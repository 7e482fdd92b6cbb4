(ns jepsen.paxosstore.history-test
  (:require [clojure.test :refer [deftest is]]
            [jepsen.paxosstore.check :as check]
            [jepsen.paxosstore.history :as history])
  (:import (java.io File)))

(deftest files-of-jepsen-are-read
  (let [file (File/createTempFile "history" ".edn")]
    (try
      (spit file (str "{:index 0, :time 1, :type :invoke, :process 0, :f :read, :value nil}\n"
                      "#jepsen.history.Op{:index 1, :time 2, :type :info, :process :nemesis,"
                      " :f :kill, :value #{\"n1\"}}\n"
                      "{:index 2, :time 3, :type :ok, :process 0, :f :read, :value 5}\n"))
      (let [[op :as ops] (history/operations (history/read-edn file))]
        (is (= 1 (count ops)))
        (is (= {:type :ok, :value 5, :invoked nil, :start 0, :end 2}
               (select-keys op [:type :value :invoked :start :end]))))
      (finally
        (.delete file)))))

(deftest verdicts-are-merged
  (is (= true (:valid? (check/merge-verdicts {1 {:valid? true}}))))
  (is (= :unknown (:valid? (check/merge-verdicts {1 {:valid? true}, 2 {:valid? :unknown}}))))
  (is (= false (:valid? (check/merge-verdicts {1 {:valid? false}, 2 {:valid? :unknown}})))))
