(ns jepsen.paxosstore.client
  "The Java client, and what its outcomes are called in a history."
  (:import (io.paxosstore.client ClientOptions Codec Entity EntityGuard KeyValue
                                 NotDoneException OutcomeUnknownException PaxosStore PaxosStoreException
                                 ResultLostException Step)
           (io.paxosstore.protocol.model Page SpaceKind)
           (java.time Duration)))

(def keys-space
  "The space of keys that all workloads use."
  "jepsen-keys")

(def entities-space
  "The space of entities that all workloads use."
  "jepsen-entities")

(defn open
  "Connects to nodes at these addresses, HOST:PORT each. What it returns is one
  client's: :store, and under :memory what it remembers, as it likes."
  [addresses {:keys [deadline-ms] :or {deadline-ms 1000}}]
  {:store  (PaxosStore/connect
             (String/join "," ^Iterable addresses)
             (-> (ClientOptions/builder)
                 (.name "jepsen")
                 (.deadline (Duration/ofMillis deadline-ms))
                 (.build)))
   :memory (atom {})})

(defn close
  "Ends a client, and the watches it has."
  [{:keys [^PaxosStore store]}]
  (.close store))

(def setup-ms
  "How long a cluster that has just been started is asked to make spaces."
  30000)

(defn create-spaces
  "Makes the spaces that the workloads use, unless they are there. Nodes that have
  just been started may be slow: calls that fail are made again."
  [{:keys [^PaxosStore store]}]
  (let [end (+ (System/currentTimeMillis) setup-ms)]
    (loop []
      (when (= :again
               (try
                 (.createSpaceIfAbsent store keys-space)
                 (.createSpaceIfAbsent store entities-space SpaceKind/ENTITY)
                 :made
                 (catch PaxosStoreException e
                   (if (< (System/currentTimeMillis) end) :again (throw e)))))
        (recur)))))

(defn key-value
  "Keys and values are text."
  ^KeyValue [{:keys [^PaxosStore store]}]
  (.keyValue store keys-space (Codec/utf8) (Codec/utf8)))

(defn entity
  "An entity by its name."
  ^Entity [{:keys [^PaxosStore store]} name]
  (.entity store ^String entities-space (str name)))

(defn page
  "A page of so many elements."
  ^Page [elements]
  (Page/of (int elements)))

(defn outcome
  "What a failed call means for the history: a call that was certainly not done
  has failed; of one that may have been done, or whose result is lost, nothing
  is known."
  [op ^PaxosStoreException e]
  (cond
    (instance? OutcomeUnknownException e)
    (assoc op :type :info, :error [:unknown (ex-message e)])

    (instance? ResultLostException e)
    (assoc op :type :info, :error [:result-lost (ex-message e)])

    (instance? NotDoneException e)
    (assoc op
           :type  :fail
           :error [(keyword (.toLowerCase (str (.reason ^NotDoneException e))))
                   (ex-message e)])))

(defmacro with-outcome
  "Evaluates the body, which completes the op; an exception of the client
  completes it by its meaning."
  [op & body]
  `(try
     ~@body
     (catch PaxosStoreException e#
       (outcome ~op e#))))

(defn multi-op
  "Executes steps on an entity in one go if the guards hold. Returns
  {:held? whether they did, :version the entity's, :results of the steps}, and
  no results if they did not."
  ([entity steps] (multi-op entity [] steps))
  ([^Entity entity guards steps]
   (let [outcome (-> (.multiOp entity)
                     (.when (into-array EntityGuard guards))
                     (.then (into-array Step steps))
                     (.execute))
         held?   (.guardsHeld outcome)]
     {:held?   held?
      :version (.version outcome)
      :results (when held? (mapv #(.get outcome ^Step %) steps))})))
