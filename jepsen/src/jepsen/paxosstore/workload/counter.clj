(ns jepsen.paxosstore.workload.counter
  "Counters: every increment counts once. Each is by 1 and answers with the sum,
  so that no two increments may be told the same one.

  An op's :value is [counter sum]; counters are keys and fields of a map in turn."
  (:require [jepsen.paxosstore.check :as check]
            [jepsen.paxosstore.client :as client]
            [jepsen.paxosstore.history :refer [before? of-f ok]]
            [jepsen.paxosstore.workload :as workload])
  (:import (io.paxosstore.client Codec EntityMap)))

(defn- field?
  "Is this counter a field of a map, not a key?"
  [counter]
  (odd? counter))

(defn- fields
  ^EntityMap [client]
  (.map (client/entity client "counters") "counters" (Codec/utf8) (Codec/longs)))

(defn- increment
  [client counter]
  (if (field? counter)
    (.increment (fields client) (str counter) 1)
    (.increment (client/key-value client) (str "counter-" counter) 1)))

(defn- current
  [client counter]
  (if (field? counter)
    (.orElse (.get (fields client) (str counter)) 0)
    (parse-long (.orElse (.get (client/key-value client) (str "counter-" counter)) "0"))))

(defn invoke
  [client {:keys [f] [counter] :value :as op}]
  (client/with-outcome op
    (assoc op
           :type  :ok
           :value [counter (case f
                             :add  (increment client counter)
                             :read (current client counter))])))

(def counters
  "How many there are."
  4)

(defn generator
  [_options]
  (workload/weighted
    2 (fn [] {:f :add,  :value [(rand-int counters) nil]})
    1 (fn [] {:f :read, :value [(rand-int counters) nil]})))

(defn final-generator
  [_options]
  (delay
    (for [counter (range counters)]
      {:f :read, :value [counter nil]})))

(def ^:private sum
  "What an operation was told."
  (comp second :value))

(defn- beyond
  "Sums that were told before so many increments had begun."
  [adds answers]
  (loop [[answer & more] (sort-by :end answers)
         adds   (sort-by :start adds)
         begun  0
         errors []]
    (if (nil? answer)
      errors
      (let [[now later] (split-with #(< (:start %) (:end answer)) adds)
            begun       (+ begun (count now))]
        (recur more later begun
               (cond-> errors
                 (< begun (sum answer)) (conj {:op answer, :begun begun})))))))

(defn- backwards
  "Answers that are less than one given before they were asked for; of an
  increment, not greater."
  [answers]
  (loop [[answer & more] (sort-by :start answers)
         ended  (sort-by :end answers)
         most   0
         errors []]
    (if (nil? answer)
      errors
      (let [[now later] (split-with #(before? % answer) ended)
            most        (long (reduce max most (map sum now)))
            least       (if (= :add (:f answer)) (inc most) most)]
        (recur more later most
               (cond-> errors
                 (< (sum answer) least) (conj {:op answer, :after most})))))))

(defn- check-counter
  [operations]
  (let [done    (remove (comp #{:fail} :type) operations)
        adds    (of-f :add done)
        answers (ok done)]
    (check/verdict
      {:doubled-answer (check/doubled (map sum (of-f :add answers)))
       :backwards      (backwards answers)
       :beyond         (beyond adds answers)}
      {:adds (count (of-f :add answers))
       :unknown (- (count adds) (count (of-f :add answers)))
       :most (reduce max 0 (map sum answers))})))

(defn check
  [operations]
  (check/of-each (comp first :invoked) check-counter operations))

(defn workload
  [options]
  {:invoke          invoke
   :generator       (generator options)
   :final-generator (final-generator options)
   :check           check})
