(ns jepsen.paxosstore.remote
  "Nodes that are network namespaces of this machine, made by local-cluster: what
  Jepsen does on other nodes by SSH happens there by nsenter. Files are this
  machine's."
  (:require [clojure.java.shell :refer [sh]]
            [clojure.string :as str]
            [jepsen.control.core :as core]))

(defn namespace-of
  "The namespace of a node; a node's name is its address."
  [node]
  (str "psj-" (last (str/split node #"\."))))

(defn- run
  "A command and its input in the namespace of a node."
  [node {:keys [cmd in]}]
  (apply sh (concat ["nsenter" (str "--net=/run/netns/" (namespace-of node)) "bash" "-c" cmd]
                    (when in [:in in]))))

(defn- copy
  [from to]
  (core/throw-on-nonzero-exit
    (assoc (apply sh (concat ["cp" "-r"] (flatten [from]) [to]))
           :action {:cmd (str "cp -r " from " " to)})))

(defrecord Netns [node]
  core/Remote
  (connect [this {:keys [host]}]
    (assoc this :node host))
  (disconnect! [this]
    this)
  (execute! [_ _context action]
    (merge action (run node action)))
  (upload! [_ _context local-paths remote-path _opts]
    (copy local-paths remote-path))
  (download! [_ _context remote-paths local-path _opts]
    (copy remote-paths local-path)))

(defn netns
  []
  (->Netns nil))
