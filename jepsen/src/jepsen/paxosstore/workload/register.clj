(ns jepsen.paxosstore.workload.register
  "Registers: keys that are read, written, compared by value and by version, and
  deleted, and that expire. Every key is linearizable, negative answers and versions
  included.

  An op's :value is [key argument]; of a read, the argument of its completion is
  the value. Writes may have a :ttl in milliseconds. Completions have :version,
  conditional ones :applied?."
  (:require [jepsen.paxosstore.check :as check]
            [jepsen.paxosstore.client :as client]
            [jepsen.paxosstore.linearizable :as linearizable]
            [jepsen.paxosstore.workload :as workload])
  (:import (io.paxosstore.client CallOptions KeyValue Versioned WriteResult)
           (java.time Duration)))

(def values-max
  "Values are from 0 to this one, so that comparisons hold now and then."
  4)

(defn- number-of
  "The value of a key that holds text."
  [s]
  (some-> s parse-long))

(defn- written
  "The completion of a conditional write."
  [op ^WriteResult result]
  (assoc op
         :type     :ok
         :applied? (.isApplied result)
         :version  (.version result)))

(defn- remember
  "Keeps the version that was told last, for comparisons by version."
  [{:keys [memory]} k version]
  (swap! memory assoc-in [:versions k] version))

(defn- last-version
  "What this client was told last of a key; 0 for absent."
  [{:keys [memory]} k]
  (get-in @memory [:versions k] 0))

(defn- expiring
  "The options of a write whose value is to be gone after so many milliseconds."
  ^CallOptions [ttl]
  (.ttl CallOptions/DEFAULT (Duration/ofMillis ttl)))

(defn- call
  [^KeyValue kv {:keys [f value ttl] :as op}]
  (let [[k argument] value
        key          (str "register-" k)
        kv           (if ttl (.with kv (expiring ttl)) kv)]
    (case f
      :read
      (let [found ^Versioned (.orElse (.getVersioned kv key) nil)]
        (assoc op
               :type    :ok
               :value   [k (some-> found .value number-of)]
               :version (if found (.version found) 0)))

      :write
      (assoc op :type :ok, :version (.put kv key (str argument)))

      :put-if-absent
      (written op (.putIfAbsent kv key (str argument)))

      :cas
      (let [[expected new] argument]
        (written op (.compareAndSet kv key (str expected) (str new))))

      :cas-version
      (let [[expected new] argument]
        (written op (.compareVersionAndSet kv key expected (str new))))

      :delete
      (written op (.delete kv key)))))

(defn- with-version
  "Fills in the version to compare with."
  [client {:keys [f value] :as op}]
  (if (= :cas-version f)
    (let [[k [_ new]] value]
      (assoc op :value [k [(last-version client k) new]]))
    op))

(defn invoke
  [client op]
  (let [op (with-version client op)
        op (client/with-outcome op (call (client/key-value client) op))]
    (when (= :ok (:type op))
      (remember client (first (:value op)) (:version op)))
    op))

(defn generator
  [registers]
  (let [k     #(workload/choose registers)
        value #(rand-int (inc values-max))]
    (workload/weighted
      6 (fn [] {:f :read,          :value [(k) nil]})
      4 (fn [] {:f :write,         :value [(k) (value)]})
      4 (fn [] {:f :cas,           :value [(k) [(value) (value)]]})
      4 (fn [] {:f :cas-version,   :value [(k) [nil (value)]]})
      1 (fn [] {:f :put-if-absent, :value [(k) (value)]})
      1 (fn [] {:f :write,         :value [(k) (value)], :ttl (inc (rand-int 500))})
      1 (fn [] {:f :delete,        :value [(k) nil]}))))

(defn final-generator
  [registers]
  (delay
    (for [k (workload/taken-part registers)]
      {:f :read, :value [k nil]})))

;; The model. Its state is [value changes expiring?]: every write that takes
;; effect, a removal too, has the next version; what is absent is read with version
;; 0. What was written with a time to live may be gone at any moment, since nobody
;; knows by whose clock; but once anybody was told so, it is gone for everybody.
;; Values are numbers, or in histories of the fault runner text.

(def absent
  "A register that nobody has written."
  [nil 0 false])

(defn- version-of
  [[value changes _]]
  (if (nil? value) 0 changes))

(defn- number-in
  "The number that an increment finds; nil if there is none."
  [value]
  (cond
    (nil? value)    0
    (number? value) value
    :else           (parse-long value)))

(defn- may-apply?
  "Does a write change a register in this state? A comparison with a version that
  is not known may."
  [[value :as state] {:keys [f] [_ argument] :invoked [_ used] :value}]
  (case f
    :write          true
    :put-if-absent  (nil? value)
    :cas            (and (some? value) (= value (first argument)))
    :cas-version    (let [expected (first used)]
                      (or (nil? expected) (= expected (version-of state))))
    :delete         (some? value)
    :delete-version (and (some? value) (= argument (version-of state)))
    :increment      (some? (number-in value))))

(defn- after
  "The state when the write has taken effect."
  [[value changes expiring?] {:keys [f ttl] [_ argument] :invoked}]
  (let [sum #(+ argument (number-in value))
        new (case f
              (:write :put-if-absent)   argument
              (:cas :cas-version)       (second argument)
              (:delete :delete-version) nil
              :increment                (if (string? value) (str (sum)) (sum)))]
    [new
     (inc changes)
     (boolean (and (some? new)
                   (or ttl (and expiring? (= :increment f)))))]))

(defn- step-present
  "The states after the operation, if nothing expires before it."
  [[value :as state] {:keys [f type applied? version sum] [_ seen] :value :as op}]
  (cond
    (= :read f)
    (when (or (not= :ok type)
              (and (= value seen) (= version (version-of state))))
      [state])

    (= :info type)
    (if (may-apply? state op) [state (after state op)] [state])

    (not (may-apply? state op))
    (when (and (false? applied?) (= version (version-of state)))
      [state])

    :else
    (let [[new changes :as changed] (after state op)]
      (when (and (not (false? applied?))
                 (= version changes)
                 (or (nil? sum) (= sum (number-in new))))
        [changed]))))

(defn step
  "The states that a register may be in after the operation."
  [[_ changes expiring? :as state] op]
  (cond-> (step-present state op)
    expiring? (concat (step-present [nil changes false] op))))

(defn check
  [operations]
  (check/of-each (comp first :invoked)
                 #(linearizable/check absent step (remove (comp #{:fail} :type) %))
                 operations))

(defn workload
  [{:keys [keys-active ops-per-key] :or {keys-active 4, ops-per-key 150}}]
  (let [registers (workload/rotation keys-active ops-per-key)]
    {:invoke          invoke
     :generator       (generator registers)
     :final-generator (final-generator registers)
     :check           check}))
