(ns jepsen.paxosstore.workload.queue
  "Queues: elements get sequence numbers without gaps; followers read from a
  number on, and acknowledge what they have seen, which removes it.

    :enqueue      [queue element]; completed with :sequence
    :read         [queue from]; completed with :messages, [sequence element] each
    :acknowledge  [queue sequence]: all up to it"
  (:require [jepsen.paxosstore.check :as check]
            [jepsen.paxosstore.client :as client]
            [jepsen.paxosstore.history :refer [before? of-f ok]]
            [jepsen.paxosstore.workload :as workload])
  (:import (io.paxosstore.client Codec EntityQueue Message QueueSlice)))

(def page-elements
  "Most messages of a read."
  100)

(defn- queue
  ^EntityQueue [client queue]
  (.queue (client/entity client (str "queue-" queue)) "messages" (Codec/longs)))

(defn- at
  "The sequence from which this client reads: the one behind what it has seen."
  [{:keys [memory]} q]
  (get-in @memory [:next q] 0))

(defn- messages
  [^QueueSlice slice]
  (mapv (fn [^Message m] [(.sequence m) (.element m)]) (.messages slice)))

(defn- arguments
  "Fills in where this client reads and what it acknowledges."
  [client {:keys [f] [q argument] :value :as op}]
  (case f
    :enqueue     op
    :read        (assoc op :value [q (or argument (at client q))])
    :acknowledge (assoc op :value [q (dec (at client q))])))

(defn invoke
  [client op]
  (let [{:keys [f] [q argument] :value :as op} (arguments client op)]
    (client/with-outcome op
      (case f
        :enqueue
        (assoc op :type :ok, :sequence (.enqueue (queue client q) argument))

        :read
        (let [slice (.read (queue client q) (long argument) (client/page page-elements))]
          (swap! (:memory client) assoc-in [:next q] (.next ^QueueSlice slice))
          (assoc op :type :ok, :messages (messages slice), :next (.next ^QueueSlice slice)))

        :acknowledge
        (if (neg? argument)
          (assoc op :type :fail, :error [:nothing-read])
          (assoc op :type :ok, :left (.acknowledge (queue client q) argument)))))))

(defn generator
  [queues]
  (let [q       #(workload/choose queues)
        element (workload/counting)]
    (workload/weighted
      8 (fn [] {:f :enqueue,     :value [(q) (element)]})
      4 (fn [] {:f :read,        :value [(q) nil]})
      2 (fn [] {:f :read,        :value [(q) 0]})
      1 (fn [] {:f :acknowledge, :value [(q) nil]}))))

(defn final-generator
  [queues]
  (delay
    (for [q (workload/taken-part queues)]
      {:f :read, :value [q 0]})))

;; The checker.

(def ^:private from
  "Where a read began."
  (comp second :value))

(defn- sequences
  "Every element's sequences, as far as anybody was told."
  [enqueues reads]
  (reduce (fn [told [element sequence]]
            (update told element (fnil conj #{}) sequence))
          {}
          (concat (for [e (ok enqueues)] [(second (:invoked e)) (:sequence e)])
                  (for [r reads, [sequence element] (:messages r)] [element sequence]))))

(defn- at-two-places
  [sequences-of]
  (filter (fn [[_ sequences]] (< 1 (count sequences))) sequences-of))

(defn- two-at-a-place
  [sequences-of]
  (->> (for [[element sequences] sequences-of, s sequences] [s element])
       (group-by first)
       (filter (fn [[_ all]] (< 1 (count all))))
       (map (fn [[sequence all]] {:sequence sequence, :elements (mapv second all)}))))

(defn- out-of-order
  "Elements enqueued after others had been, with an earlier sequence."
  [enqueues]
  (loop [[one & more] (sort-by :start (ok enqueues))
         ended  (sort-by :end (ok enqueues))
         latest -1
         errors []]
    (if (nil? one)
      errors
      (let [[now later] (split-with #(before? % one) ended)
            latest      (long (reduce max latest (map :sequence now)))]
        (recur more later latest
               (cond-> errors
                 (<= (:sequence one) latest) (conj {:op one, :after latest})))))))

(defn- gaps
  "Reads whose messages do not follow one another."
  [reads]
  (for [read  reads
        :let  [sequences (map first (:messages read))]
        :when (or (not= sequences
                        (take (count sequences) (iterate inc (first sequences))))
                  (and (seq sequences) (< (first sequences) (from read))))]
    {:gap sequences, :read (from read)}))

(defn- lost
  "Messages that a read should have seen: acknowledged to their writer before it
  began, not removed by anybody who had begun before it ended, at or behind its
  beginning, and not behind the end of its page."
  [enqueues reads acknowledges]
  (for [read   reads
        :let   [removed (reduce max -1 (for [a acknowledges
                                             :when (< (:start a) (:end read))]
                                         (second (:value a))))
                seen    (set (map second (:messages read)))
                full?   (= page-elements (count (:messages read)))
                end     (if full? (first (peek (:messages read))) Long/MAX_VALUE)]
        e      (ok enqueues)
        :let   [element (second (:invoked e))]
        :when  (and (before? e read)
                    (< removed (:sequence e))
                    (<= (from read) (:sequence e) end)
                    (not (seen element)))]
    {:lost element, :sequence (:sequence e), :read (select-keys read [:process :start :end])}))

(defn- returned
  "Messages that were seen although they had been removed before."
  [reads acknowledges]
  (for [read  reads
        :let  [removed (reduce max -1 (for [a (ok acknowledges) :when (before? a read)]
                                        (second (:value a))))]
        [sequence element] (:messages read)
        :when (<= sequence removed)]
    {:returned element, :sequence sequence, :removed removed}))

(defn- check-queue
  [operations]
  (let [enqueues     (of-f :enqueue operations)
        reads        (ok (of-f :read operations))
        acknowledges (remove (comp #{:fail} :type) (of-f :acknowledge operations))
        state        (into {} (map (juxt (comp second :invoked) :type)) enqueues)
        sequences-of (sequences enqueues reads)]
    (check/verdict
      {:doubled      (at-two-places sequences-of)
       :collision    (two-at-a-place sequences-of)
       :dirty        (filter (comp #{:fail} state) (keys sequences-of))
       :unborn       (remove state (keys sequences-of))
       :out-of-order (out-of-order enqueues)
       :gap          (gaps reads)
       :lost         (lost enqueues reads acknowledges)
       :returned     (returned reads acknowledges)}
      {:enqueued (count (ok enqueues)), :reads (count reads)})))

(defn check
  [operations]
  (check/of-each (comp first :invoked) check-queue operations))

(defn workload
  [_options]
  (let [queues (workload/rotation 3 300)]
    {:invoke          invoke
     :generator       (generator queues)
     :final-generator (final-generator queues)
     :check           check}))
