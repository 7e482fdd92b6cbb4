(ns jepsen.paxosstore.linearizable-test
  (:require [clojure.test :refer [deftest is testing]]
            [jepsen.paxosstore.history :as history]
            [jepsen.paxosstore.linearizable :as linearizable]))

(defn- step
  "A register."
  [state {:keys [f type invoked value]}]
  (case f
    :write [invoked]
    :read  (when (or (= :info type) (= state value)) [state])))

(defn- check
  [& ops]
  (linearizable/check nil step
                      (history/operations
                        (for [[process type f value] ops]
                          {:process process, :type type, :f f, :value value}))))

(deftest a-read-sees-the-last-write
  (is (:valid? (check [0 :invoke :write 1] [0 :ok :write 1]
                      [1 :invoke :read nil] [1 :ok :read 1])))
  (is (false? (:valid? (check [0 :invoke :write 1] [0 :ok :write 1]
                              [1 :invoke :read nil] [1 :ok :read nil])))))

(deftest a-concurrent-read-sees-either
  (doseq [seen [nil 1]]
    (is (:valid? (check [0 :invoke :write 1]
                        [1 :invoke :read nil] [1 :ok :read seen]
                        [0 :ok :write 1]))))
  (testing "but not the one after the other"
    (is (false? (:valid? (check [0 :invoke :write 1]
                                [1 :invoke :read nil] [1 :ok :read 1]
                                [1 :invoke :read nil] [1 :ok :read nil]
                                [0 :ok :write 1]))))))

(deftest an-unknown-write-may-take-effect-at-any-later-time-once
  (is (:valid? (check [0 :invoke :write 1] [0 :info :write 1]
                      [1 :invoke :read nil] [1 :ok :read nil]
                      [1 :invoke :read nil] [1 :ok :read 1])))
  (is (false? (:valid? (check [0 :invoke :write 1] [0 :info :write 1]
                              [1 :invoke :read nil] [1 :ok :read 1]
                              [1 :invoke :write 2] [1 :ok :write 2]
                              [1 :invoke :read nil] [1 :ok :read 1])))))

(deftest an-operation-without-completion-is-unknown
  (is (:valid? (check [0 :invoke :write 1]
                      [1 :invoke :read nil] [1 :ok :read 1]))))

(deftest the-culprit-is-named
  (let [verdict (check [0 :invoke :write 1] [0 :ok :write 1]
                       [1 :invoke :read nil] [1 :ok :read 7])]
    (is (= 7 (:value (:op verdict))))
    (is (= [1] (:states verdict)))))

(deftest many-unknown-writes-are-no-explosion
  (is (:valid? (apply check
                      (concat (for [p (range 40), op [[p :invoke :write p] [p :info :write p]]]
                                op)
                              (for [v (reverse (range 40)), t [:invoke :ok]]
                                [99 t :read v]))))))

(deftest a-history-out-of-step-is-refused
  (is (thrown? Exception (check [0 :ok :write 1])))
  (is (thrown? Exception (check [0 :invoke :write 1] [0 :invoke :write 2]))))
