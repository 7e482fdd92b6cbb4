(ns jepsen.paxosstore.hindrance
  "What nodes are kept from by faults that last."
  (:require [clojure.string :as str]
            [jepsen.control :as c]
            [jepsen.control.util :as cu]
            [jepsen.paxosstore.db :as db]))

(defn on
  "Does something on nodes, in parallel."
  [test nodes f]
  (c/on-nodes test nodes (fn [_ node] (f node))))

(defn- hears-all?
  "Does the node drop nobody's packets?"
  [_node]
  (c/su (not (str/includes? (c/exec :iptables :-S :INPUT) "DROP"))))

(defn filler
  "The file that takes all room on the node's disk."
  [node]
  (str (db/data node) "/filler"))

(defn- hindrance
  "What keeps the node from being ready as long as it lasts, if anything."
  [node]
  (cond
    (not (hears-all? node))     :cut-off
    (db/paused? node)           :paused
    (cu/exists? (filler node))  :full))

(defn hindrances
  "By node."
  [test]
  (into {} (filter val) (on test (db/members test) hindrance)))

(defn calm?
  "Are all nodes as demanded, and does no fault last that would keep them from helping
  another one to become whole?"
  [test nodes demanded?]
  (and (every? true? (vals (on test nodes demanded?)))
       (empty? (hindrances test))))
