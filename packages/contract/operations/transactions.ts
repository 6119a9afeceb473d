import { Type } from "typebox";
import { transactionExamples as examples } from "../examples/transaction.ts";
import { operation } from "../operation.ts";
import { listOf } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countAnswer } from "../schemas/common.ts";
import { transaction } from "../schemas/transaction.ts";
import { mostPayments, transactionInput, transactionUpdate } from "../schemas/transaction-input.ts";
import { ofOrder, ofOrderPart, orderPartFilters, orderPartList } from "./order-part-filters.ts";

const base = { surface: "3.0", caller: "token", badge: "decided" } as const;
const read = { ...base, method: "GET", scopes: [["read_orders"]] } as const;
const write = { ...base, scopes: [["write_orders"]], query: {}, wrapper: "transaction" } as const;
const answer = Type.Object({ transaction });

/** In the order of the reference, which is that in which their examples run. */
export const transactionOperations = {
  createTransaction: operation({
    ...write,
    id: "transactions.create",
    method: "POST",
    path: "/orders/:order_id/transactions.json",
    params: ofOrder,
    body: transactionInput,
    answer,
    refusals: ["not_found", "invalid", "conflict"],
    topics: ["order/update", "order/paid", "order/partially_paid", "refund/create", "customer/update"],
    summary: "Record money of an order",
    description:
      "A sale and an authorization say their amount; an order can be paid too much. A capture takes of an authorization what is left of " +
      "it, or less; a void gives up what is left. A refund gives back of a sale or a capture, and makes the refund's record with " +
      "it. Gateways credit and point take the customer's balance at once, and have enough or are refused (409). A cancelled order is " +
      `not paid any more (409). An order has at most ${mostPayments} sales, authorizations and captures, and as many that failed; ` +
      "one that is pending counts as both.",
    clauses: ["ORD-7"],
    example: examples.create,
  }),
  listTransactions: operation({
    ...read,
    id: "transactions.list",
    path: "/orders/:order_id/transactions.json",
    params: ofOrder,
    query: orderPartList,
    answer: listOf("transactions", transaction),
    refusals: ["not_found", "invalid"],
    summary: "List the transactions of an order",
    clauses: ["ORD-7", "LST-1"],
    example: examples.list,
  }),
  countTransactions: operation({
    ...read,
    id: "transactions.count",
    path: "/orders/:order_id/transactions/count.json",
    params: ofOrder,
    query: orderPartFilters,
    answer: countAnswer,
    refusals: ["not_found", "invalid"],
    summary: "Count the transactions of an order",
    clauses: [],
    example: examples.count,
  }),
  getTransaction: operation({
    ...read,
    id: "transactions.get",
    path: "/orders/:order_id/transactions/:id.json",
    params: ofOrderPart,
    query: { fields: listParameters.fields },
    answer,
    refusals: ["not_found"],
    summary: "Get a transaction of an order",
    clauses: ["ORD-7"],
    example: examples.get,
  }),
  updateTransaction: operation({
    ...write,
    id: "transactions.update",
    method: "PUT",
    path: "/orders/:order_id/transactions/:id.json",
    params: ofOrderPart,
    body: transactionUpdate,
    answer,
    refusals: ["not_found", "invalid", "conflict"],
    topics: ["order/update", "order/paid", "order/partially_paid", "customer/update"],
    summary: "Say how a pending transaction ended",
    description:
      "Cash on delivery is paid this way. What has ended stays so (409); what is as asked already changes nothing. Money that was " +
      "promised before its order was cancelled may still be taken: order/update alone tells of it, and it can be refunded then. What is " +
      "authorized of a cancelled order, also since a capture failed, is voided at once.",
    clauses: [],
    example: examples.update,
  }),
} as const;
