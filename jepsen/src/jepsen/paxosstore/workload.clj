(ns jepsen.paxosstore.workload
  "What a workload is: a map of functions that know nothing of Jepsen.

    :invoke           (fn [client op]): makes the call, returns the completed op
    :generator        a Jepsen generator of plain functions and maps
    :final-generator  a delay of a sequence of ops, for every process once faults
                      have healed; nil for none
    :check            (fn [operations]): a map with :valid?, and :errors if not
    :elle?            whether Jepsen shall give the history to Elle too

  Objects take turns: after a number of operations a workload goes on with fresh
  ones, so that histories of one object stay short, and objects that nobody has
  written yet come up throughout a test."
  (:import (java.util.concurrent.atomic AtomicLong)))

(defn rotation
  "Numbers of objects, from 0 on, of which `active` take part at a time, each about
  `times` times."
  [active times]
  {:active active, :times times, :chosen (AtomicLong.)})

(defn- round
  [{:keys [active times]} choice]
  (quot choice (* active times)))

(defn choose
  "One of the numbers that take part now."
  [{:keys [active ^AtomicLong chosen] :as rotation}]
  (+ (* active (round rotation (.getAndIncrement chosen)))
     (rand-int active)))

(defn taken-part
  "All numbers that have taken part."
  [{:keys [active ^AtomicLong chosen] :as rotation}]
  (let [choices (.get chosen)]
    (if (zero? choices)
      []
      (range (* active (inc (round rotation (dec choices))))))))

(defn counting
  "A function that returns 0, 1, 2 and so on: elements that are unique."
  []
  (let [next (AtomicLong.)]
    #(.getAndIncrement next)))

(defn weighted
  "A generator that draws one of the functions, which make an op each. Takes
  pairs of a weight and a function."
  [& weights-and-functions]
  (let [all (vec (mapcat (fn [[weight f]] (repeat weight f))
                         (partition 2 weights-and-functions)))]
    (fn [] ((rand-nth all)))))
