import { Type } from "typebox";
import { transactionExamples as examples } from "../examples/transaction.ts";
import { defineOperation } from "../operation.ts";
import { createListSchema } from "../paging.ts";
import { listParameters } from "../query.ts";
import { countResponse } from "../schemas/common.ts";
import { transaction } from "../schemas/transaction.ts";
import { maxPayments, transactionInput, transactionUpdate } from "../schemas/transaction-input.ts";
import {
  orderParams,
  orderRecordFilters,
  orderRecordListParameters,
  orderRecordParams,
} from "./order-record-filters.ts";

const commonProperties = { surface: "3.0", auth: "token", definedBy: "souk" } as const;
const readOperation = {
  ...commonProperties,
  method: "GET",
  scopes: [["read_orders"]],
  rights: [["orders.view"]],
} as const;
const writeOperation = {
  ...commonProperties,
  scopes: [["write_orders"]],
  rights: [["orders.record_payments"]],
  query: {},
  wrapper: "transaction",
} as const;
const response = Type.Object({ transaction });

/** Operations in the sequence of the reference. Their examples run in this sequence. */
export const transactionOperations = {
  createTransaction: defineOperation({
    ...writeOperation,
    id: "transactions.create",
    method: "POST",
    path: "/orders/:order_id/transactions.json",
    params: orderParams,
    body: transactionInput,
    response,
    errors: ["not_found", "invalid", "conflict"],
    topics: ["order/update", "order/paid", "order/partially_paid", "refund/create", "customer/update"],
    summary: "Create a transaction",
    description:
      "`sale` and `authorization` require an amount, which may exceed the amount due. `capture` collects all or part " +
      "of the remaining amount of an authorization; `void` releases the rest. `refund` refunds money of a sale or capture " +
      "and creates the refund record. The gateways `credit` and `point` charge the customer's balance immediately; an " +
      "insufficient balance is rejected with 409. A canceled order cannot be paid (409). An order can have at " +
      `most ${maxPayments} sales, authorizations and captures, and in addition ${maxPayments} failed ones. A pending ` +
      "transaction counts toward both limits.",
    clauses: ["ORD-7"],
    example: examples.create,
  }),
  listTransactions: defineOperation({
    ...readOperation,
    id: "transactions.list",
    path: "/orders/:order_id/transactions.json",
    params: orderParams,
    query: orderRecordListParameters,
    response: createListSchema("transactions", transaction),
    errors: ["not_found", "invalid"],
    summary: "List the transactions of an order",
    clauses: ["ORD-7", "LST-1"],
    example: examples.list,
  }),
  countTransactions: defineOperation({
    ...readOperation,
    id: "transactions.count",
    path: "/orders/:order_id/transactions/count.json",
    params: orderParams,
    query: orderRecordFilters,
    response: countResponse,
    errors: ["not_found", "invalid"],
    summary: "Count the transactions of an order",
    clauses: [],
    example: examples.count,
  }),
  getTransaction: defineOperation({
    ...readOperation,
    id: "transactions.get",
    path: "/orders/:order_id/transactions/:id.json",
    params: orderRecordParams,
    query: { fields: listParameters.fields },
    response,
    errors: ["not_found"],
    summary: "Get a transaction of an order",
    clauses: ["ORD-7"],
    example: examples.get,
  }),
  updateTransaction: defineOperation({
    ...writeOperation,
    id: "transactions.update",
    method: "PUT",
    path: "/orders/:order_id/transactions/:id.json",
    params: orderRecordParams,
    body: transactionUpdate,
    response,
    errors: ["not_found", "invalid", "conflict"],
    topics: ["order/update", "order/paid", "order/partially_paid", "customer/update"],
    summary: "Update a pending transaction",
    description:
      "Sets the outcome of a pending transaction, for example of cash on delivery. A transaction that has succeeded " +
      "or failed cannot be changed (409); an update without changes emits no event. A payment that was pending when " +
      "its order was canceled can still succeed. In that case, only `order/update` is emitted, and the payment can be " +
      "refunded. An authorization of a canceled order is voided immediately when it succeeds or when its capture fails.",
    clauses: [],
    example: examples.update,
  }),
} as const;
