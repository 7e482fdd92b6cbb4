(ns jepsen.paxosstore.client-test
  "What outcomes mean for a history. A wrong line here makes every verdict wrong."
  (:require [clojure.test :refer [deftest is]]
            [jepsen.paxosstore.client :as client])
  (:import (io.paxosstore.client NotDoneException$Reason)))

(defn- thrown-by-a-client
  "An exception of the client; its constructors are not public."
  [class-name & arguments]
  (let [constructor (->> (.getDeclaredConstructors (Class/forName class-name))
                         (filter #(= (count arguments) (.getParameterCount %)))
                         first)]
    (.setAccessible constructor true)
    (.newInstance constructor (object-array arguments))))

(defn- thrown
  [class-name & arguments]
  (apply thrown-by-a-client (str "io.paxosstore.client." class-name) arguments))

(defn- outcome-of
  [exception]
  (select-keys (client/with-outcome {:f :write, :value 1} (throw exception)) [:type :value]))

(deftest what-was-not-done-has-failed
  (doseq [reason (NotDoneException$Reason/values)]
    (is (= {:type :fail, :value 1}
           (outcome-of (thrown "NotDoneException" reason "no")))
        (str reason)))
  (is (= :fail (:type (outcome-of (thrown "OverloadedException" "too much" false))))))

(deftest what-may-have-been-done-is-unknown
  (is (= {:type :info, :value 1}
         (outcome-of (thrown "OutcomeUnknownException" "who knows" false)))))

(deftest what-was-done-without-a-result-is-unknown
  (is (= {:type :info, :value 1}
         (outcome-of (thrown "ResultLostException" "done" false)))))

(deftest the-reason-is-told
  (is (= [:deadline "late"]
         (:error (client/outcome {} (thrown "NotDoneException"
                                            NotDoneException$Reason/DEADLINE "late"))))))

(deftest mistakes-of-the-harness-are-no-outcomes
  (is (thrown? IllegalStateException
               (client/with-outcome {} (throw (IllegalStateException. "wrong"))))))
