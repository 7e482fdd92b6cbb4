(ns jepsen.paxosstore.workload.bank
  "Money that moves between the accounts of a bank, and is neither made nor lost:
  no read sees another total than the first, and no account below zero.

  A bank is an entity. Even ones keep accounts as fields of a map, and transfer
  by a MultiOp under a guard. Odd ones keep a row each in a table, with two
  amounts: a MultiOp moves money between rows under a guard that counts rows, an
  SQL statement moves it between the two amounts of a row, and SQL reads.

    :transfer  [bank {:from, :to, :amount}]
    :exchange  [bank {:from, :amount}]: within a row
    :read      [bank {account amount}]"
  (:require [jepsen.paxosstore.check :as check]
            [jepsen.paxosstore.client :as client]
            [jepsen.paxosstore.history :refer [of-f ok]]
            [jepsen.paxosstore.workload :as workload])
  (:import (io.paxosstore.client Codec Entity EntityMap EntityTable Slice)
           (io.paxosstore.client.sql SqlResult$Rows)
           (io.paxosstore.client.table Col Row)
           (io.paxosstore.protocol.model ColumnType Comparison TableSchema)))

(def accounts
  "How many accounts a bank has."
  6)

(def at-first
  "What each has at first; of a row, in its first amount."
  20)

(def total
  (* accounts at-first))

(defn- table?
  [bank]
  (odd? bank))

(defn- entity
  ^Entity [client bank]
  (client/entity client (str "bank-" bank)))

(defn- account-map
  ^EntityMap [^Entity entity]
  (.map entity "accounts" (Codec/utf8) (Codec/longs)))

(def ^:private ^TableSchema schema
  (-> (TableSchema/builder)
      (.column "id" ColumnType/INT64)
      (.column "balance" ColumnType/INT64)
      (.column "savings" ColumnType/INT64)
      (.key (into-array String ["id"]))
      (.build)))

(defn- account-table
  ^EntityTable [^Entity entity]
  (.table entity "accounts" schema))

(defn- row
  [id balance]
  (Row/of "id" (long id) (object-array ["balance" (long balance) "savings" 0])))

(defn- open-bank
  "Gives every account its money, unless somebody has. In one step."
  [entity bank]
  (if (table? bank)
    (let [table (account-table entity)]
      (.createIfAbsent table)
      (client/multi-op entity
                       [(.ifSize table Comparison/EQUAL 0)]
                       [(.insertAll (.op table)
                                    (mapv #(row % at-first) (range accounts)))]))
    (let [accounts-of (account-map entity)]
      (client/multi-op entity
                       [(.ifSize accounts-of Comparison/EQUAL 0)]
                       [(.putAll (.op accounts-of)
                                 (into {} (map (fn [a] [(str a) at-first]))
                                       (range accounts)))]))))

(defn- ensure-open
  "Opens the bank before this client's first operation on it."
  [{:keys [memory]} entity bank]
  (when-not (contains? (:open @memory) bank)
    (open-bank entity bank)
    (swap! memory update :open (fnil conj #{}) bank)))

(defn- transfer-fields
  [entity {:keys [from to amount]}]
  (let [accounts-of (account-map entity)
        ops         (.op accounts-of)]
    (client/multi-op entity
                     [(.ifAtLeast accounts-of (str from) amount)]
                     [(.increment ops (str from) (- amount))
                      (.increment ops (str to) amount)])))

(defn- has
  "The rows of an account that has so much in its first amount."
  [id amount]
  (-> (.eq (Col/column "id") (long id))
      (.and (.atLeast (Col/column "balance") (long amount)))))

(defn- add
  "The operation that adds to the first amount of a row."
  [^EntityTable table id amount]
  (-> (.update table)
      (.add "balance" amount)
      (.key (object-array [(long id)]))
      (.op)))

(defn- transfer-rows
  [entity {:keys [from to amount]}]
  (let [table (account-table entity)]
    (client/multi-op entity
                     [(.ifRows table (has from amount) Comparison/EQUAL 1)]
                     [(add table from (- amount)) (add table to amount)])))

(defn- exchange
  [^Entity entity {:keys [from amount]}]
  (.sql entity (str "UPDATE accounts SET balance = balance - " amount
                    ", savings = savings + " amount
                    " WHERE id = " from " AND balance >= " amount)))

(defn- read-fields
  [entity]
  (let [^Slice slice (.scan (account-map entity) (client/page 100))]
    (into {}
          (map (fn [e] [(parse-long (key e)) (val e)]))
          (.elements slice))))

(defn- read-rows
  [^Entity entity]
  (let [^SqlResult$Rows found (.sql entity "SELECT id, balance, savings FROM accounts")]
    (into {}
          (mapcat (fn [[id balance savings]] [[id balance] [[id :savings] savings]]))
          (.rows found))))

(defn- call
  [entity bank {:keys [f] [_ argument] :value :as op}]
  (case f
    :transfer (let [done ((if (table? bank) transfer-rows transfer-fields) entity argument)]
                (assoc op :applied? (:held? done), :version (:version done)))
    :exchange (do (exchange entity argument) op)
    :read     (assoc op :value [bank ((if (table? bank) read-rows read-fields) entity)])))

(defn invoke
  [client {[bank] :value :as op}]
  (client/with-outcome op
    (let [entity (entity client bank)]
      (ensure-open client entity bank)
      (assoc (call entity bank op) :type :ok))))

(defn generator
  [banks]
  (let [bank    #(workload/choose banks)
        account #(rand-int accounts)
        amount  #(inc (rand-int 5))]
    (workload/weighted
      4 (fn []
          (let [from (account)]
            {:f :transfer, :value [(bank) {:from   from
                                           :to     (mod (+ from 1 (rand-int (dec accounts)))
                                                        accounts)
                                           :amount (amount)}]}))
      1 (fn []
          (let [b (bank)]
            {:f     :exchange
             :value [(if (table? b) b (inc b)) {:from (account), :amount (amount)}]}))
      3 (fn [] {:f :read, :value [(bank) nil]}))))

(defn final-generator
  [banks]
  (delay
    (for [bank (workload/taken-part banks)]
      {:f :read, :value [bank nil]})))

(defn- check-bank
  [operations]
  (let [reads   (ok (of-f :read operations))
        amounts (comp vals second :value)
        bank    (first (:invoked (first operations)))
        size    (if (table? bank) (* 2 accounts) accounts)
        writes  (filter :applied? (of-f :transfer operations))]
    (check/verdict
      {:wrong-total    (remove #(= total (reduce + (amounts %))) reads)
       :negative       (filter #(some neg? (amounts %)) reads)
       :wrong-accounts (remove #(= size (count (amounts %))) reads)
       :shared-version (:shared (check/versions writes []))
       :backwards      (:backwards (check/versions writes []))}
      {:reads (count reads), :transfers (count (ok writes))})))

(defn check
  [operations]
  (check/of-each (comp first :invoked) check-bank operations))

(defn workload
  [_options]
  (let [banks (workload/rotation 4 200)]
    {:invoke          invoke
     :generator       (generator banks)
     :final-generator (final-generator banks)
     :check           check}))
