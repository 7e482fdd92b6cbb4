(ns jepsen.paxosstore.history
  "Histories as Jepsen writes them: one map a line, an invocation and later its
  completion. Checkers see them as operations with a beginning and an end."
  (:require [clojure.edn :as edn]
            [clojure.java.io :as io])
  (:import (java.io PushbackReader)))

(def never
  "The end of an operation whose outcome nobody was told: it may happen at any
  later time, or not at all."
  Long/MAX_VALUE)

(defn client-op?
  "Is this op of a client, not of the nemesis?"
  [op]
  (integer? (:process op)))

(defn- operation
  "One operation from its invocation and its completion, which is nil if the
  history ends before it."
  [[start invocation] [end completion]]
  (let [type (:type completion :info)]
    (assoc (merge invocation completion)
           :type    type
           :invoked (:value invocation)
           :start   start
           :end     (if (= :info type) never end))))

(defn operations
  "The operations of all clients, in the order of their invocations. Each is its
  completion with

    :type     :ok, :fail (it did not happen) or :info (nobody knows)
    :invoked  the value of the invocation
    :start    its place in the history
    :end      the place of its completion; `never` if its outcome is unknown"
  [history]
  (loop [[[at op :as indexed] & more] (keep-indexed
                                        (fn [i op] (when (client-op? op) [i op]))
                                        history)
         open {}
         done []]
    (cond
      (nil? indexed)
      (->> (vals open)
           (map #(operation % nil))
           (into done)
           (sort-by :start)
           vec)

      (= :invoke (:type op))
      (if-let [earlier (open (:process op))]
        (throw (ex-info (str "process " (:process op) " invokes at " at
                             " what it has not completed")
                        {:earlier earlier :op op}))
        (recur more (assoc open (:process op) indexed) done))

      :else
      (let [invocation (open (:process op))]
        (when-not invocation
          (throw (ex-info (str "process " (:process op) " completes at " at
                               " what it has not invoked")
                          {:op op})))
        (recur more
               (dissoc open (:process op))
               (conj done (operation invocation indexed)))))))

(defn of-f
  "Operations with this :f."
  [f ops]
  (filter #(= f (:f %)) ops))

(defn ok
  "Operations that happened."
  [ops]
  (filter #(= :ok (:type %)) ops))

(defn before?
  "Had the first ended when the second began?"
  [a b]
  (< (:end a) (:start b)))

(defn read-edn
  "The history in a file: a map a line, as in Jepsen's history.edn. Tags that
  Jepsen's records have are dropped."
  [file]
  (with-open [in (PushbackReader. (io/reader file))]
    (let [options {:eof ::end, :default (fn [_tag value] value)}]
      (->> (repeatedly #(edn/read options in))
           (take-while #(not= ::end %))
           vec))))
