(ns jepsen.paxosstore.planted
  "Errors for histories: each function takes a history without errors and returns
  it with one, of a kind that a broken store would make. A function that finds no
  place for its error throws: a checker that is not tried is not trusted."
  (:require [clojure.string :as str]))

(defn- places
  "Where in the history completions of this kind are."
  [history pred]
  (keep-indexed (fn [i op] (when (and (= :ok (:type op)) (pred op)) i)) history))

(defn- invocation
  "Where the completion at a place was invoked."
  [history at]
  (let [process (:process (history at))]
    (last (filter #(and (= :invoke (:type (history %))) (= process (:process (history %))))
                  (range at)))))

(defn- chosen
  "The first that fits; throws if there is none."
  ([found] (chosen found any?))
  ([found fits?]
   (or (first (filter fits? found))
       (throw (ex-info "the history has no place for this error" {})))))

(defn- after?
  "Was the completion at b invoked when the one at a had come?"
  [history a b]
  (< a (invocation history b)))

(defn- pairs
  "Places a and b of completions of these kinds, b begun after a had ended, for
  which `fits?` holds."
  [history kind-a kind-b fits?]
  (for [a     (places history kind-a)
        b     (places history kind-b)
        :when (and (after? history a b) (fits? (history a) (history b)))]
    [a b]))

(defn- acknowledged-before?
  "Had one of the ops that fit ended when the completion at b was invoked?"
  [history b fits?]
  (some #(and (= :ok (:type %)) (fits? %)) (take (invocation history b) history)))

(defn- f? [& fs] (comp (set fs) :f))

(defn- object
  "What an op is about."
  [op]
  (first (:value op)))

(defn- same-object? [a b] (= (object a) (object b)))

(defn- swap-in
  "Exchanges what two ops have under the keys."
  [history a b ks]
  (-> history
      (update a merge (select-keys (history b) ks))
      (update b merge (select-keys (history a) ks))))

(defn- failed
  "The history in which a completed op is said to have failed."
  [history at]
  (assoc-in history [at :type] :fail))

;; Of collections that only grow and are read as a whole: [object elements].

(defn- reads-with
  "Places of reads with at least so many elements."
  [history least]
  (places history #(and (= :read (:f %)) (<= least (count (second (:value %)))))))

(defn- in-read
  "Changes the elements of the read at a place."
  [history at f]
  (update-in history [at :value 1] (comp vec f)))

(defn lost-element
  [history]
  (in-read history (last (reads-with history 3)) butlast))

(defn doubled-element
  [history]
  (in-read history (last (reads-with history 3)) #(cons (first %) %)))

(defn stale-read
  "A later read sees what an earlier one saw, although more had been added before
  it began."
  [add]
  (fn [history]
    (let [elements (comp set second :value)
          [a b]    (chosen (pairs history (f? :read) (f? :read) same-object?)
                           (fn [[a b]]
                             (acknowledged-before?
                               history b
                               #(and (= add (:f %))
                                     (same-object? % (history b))
                                     (not ((elements (history a)) (second (:value %))))))))]
      (update history b merge (dissoc (history a) :process :time :index)))))

(defn foreign-element
  [history]
  (in-read history (last (reads-with history 3)) #(conj (vec %) 987654321)))

(defn dirty-add
  "An element that was read is said not to have been added."
  [add]
  (fn [history]
    (let [seen (set (mapcat (comp second :value history) (reads-with history 1)))]
      (failed history (chosen (places history #(and (= add (:f %))
                                                    (seen (second (:value %))))))))))

(defn- grow-only
  "Errors of collections whose elements this op adds."
  [add]
  {:lost    lost-element
   :doubled doubled-element
   :stale   (stale-read add)
   :foreign foreign-element
   :dirty   (dirty-add add)})

;; Registers.

(defn- register-stale
  [history]
  (let [[a b] (chosen (pairs history (f? :read) (f? :read)
                             #(and (same-object? %1 %2) (pos? (:version %1))))
                      (fn [[a b]]
                        (acknowledged-before?
                          history b
                          #(and (= :write (:f %))
                                (same-object? % (history b))
                                (< (:version (history a)) (:version %))))))]
    (update history b merge (select-keys (history a) [:value :version]))))

(defn- register-lost-update
  "Two writes are told the same version."
  [history]
  (let [write? #(and (#{:write :cas :cas-version} (:f %)) (:applied? % true))
        [a b]  (chosen (pairs history write? write? same-object?))]
    (assoc-in history [b :version] (:version (history a)))))

(defn- register-dirty
  [history]
  (let [[a] (chosen (pairs history (f? :write) (f? :read)
                           #(and (same-object? %1 %2) (= (:version %1) (:version %2)))))]
    (failed history a)))

(defn- register-doubled
  "A version that is more than there were writes."
  [history]
  (let [at (chosen (places history #(and (= :read (:f %)) (pos? (:version %)))))]
    (update-in history [at :version] + 1000)))

(defn- register-swapped
  [history]
  (let [[a b] (chosen (pairs history (f? :write) (f? :write)
                             #(and (same-object? %1 %2) (not= (:value %1) (:value %2)))))]
    (swap-in history a b [:version])))

(defn- register-wrong-refusal
  "A comparison that held is said not to have."
  [history]
  (let [[a] (chosen (pairs history #(and (= :cas (:f %)) (:applied? %)) (f? :read)
                           #(and (same-object? %1 %2) (= (:version %1) (:version %2)))))]
    (assoc-in history [a :applied?] false)))

;; Counters: [counter sum].

(defn- counter-lost
  [history]
  (let [[a b] (chosen (pairs history (f? :add) (f? :add) same-object?))]
    (assoc-in history [b :value] (:value (history a)))))

(defn- counter-doubled
  "One increment counted twice: sums from then on are one more."
  [history]
  (let [at      (chosen (places history (f? :add)))
        counter (object (history at))]
    (reduce (fn [h i] (update-in h [i :value 1] inc))
            history
            (places history #(and (= counter (object %))
                                  (<= (second (:value (history at))) (second (:value %))))))))

(defn- counter-stale
  [history]
  (let [sum   (comp second :value)
        [a b] (chosen (pairs history (f? :read) (f? :read) same-object?)
                      (fn [[a b]]
                        (acknowledged-before?
                          history b
                          #(and (= :add (:f %))
                                (same-object? % (history b))
                                (< (sum (history a)) (sum %))))))]
    (assoc-in history [b :value] (:value (history a)))))

(defn- counter-swapped
  [history]
  (let [[a b] (chosen (pairs history (f? :add) (f? :add) same-object?))]
    (swap-in history a b [:value])))

(defn- counter-dirty
  "An increment that counted is said not to have: the last sum is too great."
  [history]
  (failed history (chosen (places history (f? :add)))))

;; Queues.

(defn- full-read
  "The place of a last read from the beginning with some messages."
  [history]
  (last (places history #(and (= :read (:f %)) (zero? (second (:value %)))
                              (< 4 (count (:messages %)))))))

(defn- in-messages
  [history f]
  (update-in history [(full-read history) :messages] (comp vec f)))

(defn- queue-element-swap
  [[[s a] [t b] & more]]
  (list* [s b] [t a] more))

(defn- queue-stale
  "A read sees less than had been acknowledged to writers before."
  [history]
  (let [at (full-read history)
        q  (object (history at))]
    (chosen (places history #(and (= :enqueue (:f %)) (= q (object %)))))
    (update-in history [at :messages] #(subvec % 0 (- (count %) 2)))))

(defn- queue-sequences-swapped
  [history]
  (let [[a b] (chosen (pairs history (f? :enqueue) (f? :enqueue) same-object?))]
    (swap-in history a b [:sequence])))

(defn- queue-dirty
  [history]
  (let [seen (set (map second (mapcat :messages history)))]
    (failed history (chosen (places history #(and (= :enqueue (:f %))
                                                  (seen (second (:value %)))))))))

(defn- queue-returned
  "A read sees what had been removed before."
  [history]
  (let [removed     (comp second :value)
        [at gone]   (chosen
                      (for [[a b] (pairs history
                                         #(and (= :acknowledge (:f %)) (<= 0 (removed %)))
                                         #(and (= :read (:f %)) (zero? (second (:value %)))
                                               (seq (:messages %)))
                                         same-object?)
                            :let  [before (dec (ffirst (:messages (history b))))]
                            gone  history
                            :when (and (= :enqueue (:f gone)) (= :ok (:type gone))
                                       (same-object? gone (history b))
                                       (= before (:sequence gone))
                                       (<= before (removed (history a))))]
                        [b gone]))]
    (update-in history [at :messages]
               #(into [[(:sequence gone) (second (:value gone))]] %))))

;; Transactions on lists.

(defn- txn-with-read
  "The place and the part of a late read of a list with enough elements."
  [history least]
  (chosen (for [at (reverse (places history (f? :txn)))
                [i [f l elements]] (map-indexed vector (:value (history at)))
                :when (and (= :r f) (<= least (count elements))
                           (not-any? #(and (= :append (first %)) (= l (second %)))
                                     (:value (history at)))
                           (every? (fn [x]
                                     (acknowledged-before?
                                       history at #(some #{[:append l x]} (:value %))))
                                   elements))]
            [at i])))

(defn- in-txn
  [least f]
  (fn [history]
    (let [[at i] (txn-with-read history least)]
      (update-in history [at :value i 2] (comp vec f)))))

(defn- txn-dirty
  [history]
  (let [[at i] (txn-with-read history 1)
        element (first (get-in history [at :value i 2]))]
    (failed history (chosen (places history
                                    (fn [op] (some #(and (= :append (first %))
                                                         (= element (peek %)))
                                                   (:value op))))))))

(defn- txn-torn
  "A transaction on two lists of which a read of both sees the one half."
  [history]
  (let [writer   {:process 9001, :f :txn, :value [[:append 90000 1] [:append 90001 2]]}
        reader   {:process 9002, :f :txn, :value [[:r 90000 nil] [:r 90001 nil]]}]
    (into history
          [(assoc writer :type :invoke)
           (assoc reader :type :invoke)
           (assoc reader :type :ok, :version 1, :value [[:r 90000 [1]] [:r 90001 []]])
           (assoc writer :type :ok, :version 2)])))

(defn- txn-version-swap
  [history]
  (let [writing? (fn [op] (some (comp #{:append} first) (:value op)))
        entity   (fn [op] (quot (second (first (:value op))) 8))
        [a b]    (chosen (pairs history writing? writing? #(= (entity %1) (entity %2))))]
    (swap-in history a b [:version])))

;; Banks.

(defn- in-bank
  "Changes the amounts of a late read of a bank of this kind."
  [odd-or-even f]
  (fn [history]
    (let [at (chosen (reverse (places history #(and (= :read (:f %))
                                                    (odd-or-even (object %))))))]
      (update-in history [at :value 1] f))))

(defn- half-a-transfer
  [amounts]
  (update amounts 0 - 3))

(defn- an-overdraft
  "The right total, but one account is below zero."
  [amounts]
  (let [missing (inc (amounts 0))]
    (-> amounts (update 0 - missing) (update 1 + missing))))

(defn- bank-versions
  [history]
  (let [transfer? #(and (= :transfer (:f %)) (:applied? %))
        [a b]     (chosen (pairs history transfer? transfer? same-object?))]
    (swap-in history a b [:version])))

;; Timelines and entities of all models.

(defn- in-last-read
  [least f]
  (fn [history]
    (update history (last (reads-with history least)) f)))

(defn- posts-swapped
  [history]
  (let [[a b] (chosen (pairs history (f? :post) (f? :post) same-object?))]
    (swap-in history a b [:length :number])))

(defn- changes-swapped
  [history]
  (let [[a b] (chosen (pairs history (f? :change) (f? :change) same-object?))]
    (swap-in history a b [:sequence])))

;; Tables.

(defn- in-table-read
  [pred f]
  (fn [history]
    (update history
            (chosen (reverse (places history #(and (= :read (:f %)) (pred %)))))
            f)))

(defn- table-stale
  "A later read sees all as an earlier one did, although a row had been replaced
  before it began."
  [history]
  (let [replaced? (fn [a b]
                    (acknowledged-before?
                      history b
                      (fn [{:keys [f value] :as op}]
                        (and (= :upsert f)
                             (same-object? op (history b))
                             (some (fn [[id _ v]]
                                     (and (= id (:id (second value)))
                                          (not= v (:value (second value)))))
                                   (:all (history a)))
                             (< a (.indexOf ^java.util.List history op))))))
        [a b]     (chosen (pairs history (f? :read) (f? :read) #(= (:value %1) (:value %2)))
                          (fn [[a b]] (replaced? a b)))]
    (update history b merge (select-keys (history a) [:row :grouped :all]))))

(defn- table-dirty
  [history]
  (let [seen (set (map peek (mapcat :all history)))]
    (failed history (chosen (places history #(and (= :upsert (:f %))
                                                  (seen (:value (second (:value %))))))))))

;; Watches.

(defn- in-follow
  "Changes what a watch has told that told enough."
  [f]
  (fn [history]
    (let [at (chosen (places history #(and (#{:follow :catch-up} (:f %))
                                           (< 2 (count (:value %))))))]
      (update-in history [at :value] (comp vec f)))))

(defn- watch-end-lost
  "The last that a watch should have told is missing."
  [history]
  (let [at (chosen (reverse (places history #(and (= :replay (:f %))
                                                  (< 2 (count (second (:value %))))))))]
    (update-in history [at :value 1] pop)))

(defn- watch-dirty
  [history]
  (failed history (chosen (places history (f? :write)))))

(def errors
  "By workload and kind of error."
  {"register" {:stale         register-stale
               :lost          register-lost-update
               :dirty         register-dirty
               :doubled       register-doubled
               :swapped       register-swapped
               :wrong-refusal register-wrong-refusal}
   "counter"  {:lost    counter-lost
               :doubled counter-doubled
               :stale   counter-stale
               :swapped counter-swapped
               :dirty   counter-dirty}
   "set"      (grow-only :add)
   "queue"    {:lost     (fn [h] (in-messages h #(concat (take 1 %) (drop 2 %))))
               :doubled  (fn [h] (in-messages h #(conj % [(inc (first (peek %)))
                                                          (second (first %))])))
               :swapped  (fn [h] (in-messages h queue-element-swap))
               :order    queue-sequences-swapped
               :stale    queue-stale
               :dirty    queue-dirty
               :returned queue-returned}
   "append"   {:lost     (in-txn 3 rest)
               :stale    (in-txn 3 #(take 1 %))
               :doubled  (in-txn 2 #(conj % (first %)))
               :swapped  (in-txn 3 reverse)
               :dirty    txn-dirty
               :torn     txn-torn
               :versions txn-version-swap}
   "bank"     {:lost      (in-bank even? half-a-transfer)
               :lost-rows (in-bank odd? half-a-transfer)
               :doubled   (in-bank odd? #(update % [0 :savings] + 2))
               :overdraft (in-bank even? an-overdraft)
               :missing   (in-bank odd? #(dissoc % 3))
               :versions  bank-versions}
   "timeline" (assoc (grow-only :post)
                     :out-of-step (in-last-read 2 #(update % :members (comp vec rest)))
                     :miscounted  (in-last-read 2 #(update % :number inc))
                     :swapped     posts-swapped)
   "table"    {:index-lost  (in-table-read #(seq (:grouped %))
                                           #(update % :grouped (comp vec rest)))
               :index-stale (in-table-read #(seq (:all %))
                                           #(update % :grouped conj [77 (:group (second (:value %))) 77]))
               :lost        (in-table-read #(< 1 (count (:all %)))
                                           #(-> % (update :all (comp vec rest))
                                                (assoc :row nil)))
               :doubled     (in-table-read #(seq (:all %))
                                           #(update % :all conj (first (:all %))))
               :stale       table-stale
               :dirty       table-dirty}
   "watch"    {:lost     (in-follow #(concat (take 1 %) (drop 2 %)))
               :end-lost watch-end-lost
               :doubled  (in-follow #(cons (first %) %))
               :swapped  (in-follow #(list* (second %) (first %) (drop 2 %)))
               :dirty    watch-dirty}
   "multi"    (assoc (grow-only :change)
                     :torn       (in-last-read 2 #(update % :last dec))
                     :torn-rows  (in-last-read 2 #(update % :rows (comp vec rest)))
                     :miscounted (in-last-read 2 #(update % :number inc))
                     :swapped    changes-swapped)})

(defn label
  [workload kind]
  (str workload ", " (str/replace (name kind) "-" " ")))
