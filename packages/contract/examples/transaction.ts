import type { Example } from "../operation.ts";
import { buildListResponse } from "./list.ts";

const timestamp = "2026-11-20T16:46:38.000+08:00";

// The examples of orders use another order, because these examples change the payments of their order.
const orderParams = { order_id: 9100 };
const transactionParams = { ...orderParams, id: 2 };

const pendingTransaction = {
  id: 2,
  order_id: 9100,
  kind: "sale",
  status: "pending",
  amount: "24.00",
  currency_code: "MYR",
  gateway: { type: "cash_on_delivery", title: "Cash on delivery", method: "" },
  points: null,
  reference: "",
  parent_id: null,
  processed_at: null,
  created_at: timestamp,
  updated_at: timestamp,
};

const paidTransaction = {
  ...pendingTransaction,
  status: "success",
  reference: "COD-5512",
  processed_at: timestamp,
};

/** Examples of transactions, in the order in which they run. */
export const transactionExamples = {
  create: {
    params: orderParams,
    body: { transaction: { kind: "sale", amount: "24.00", gateway: { type: "cash_on_delivery" } } },
    response: { transaction: pendingTransaction },
  },
  list: { params: orderParams, response: buildListResponse("transactions", pendingTransaction) },
  count: { params: orderParams, response: { count: 1 } },
  get: { params: transactionParams, response: { transaction: pendingTransaction } },
  update: {
    params: transactionParams,
    body: { transaction: { status: "success", reference: "COD-5512" } },
    response: { transaction: paidTransaction },
  },
} as const satisfies Record<string, Example>;
