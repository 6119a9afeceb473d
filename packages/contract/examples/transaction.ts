import type { Example } from "../operation.ts";
import { listExample } from "./list.ts";

const at = "2026-11-20T16:46:38.000+08:00";

/** Order used only here, so that the examples of orders find theirs unchanged. */
const order = { order_id: 9100 };
const params = { ...order, id: 2 };

const promised = {
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
  created_at: at,
  updated_at: at,
};

const paid = { ...promised, status: "success", reference: "COD-5512", processed_at: at };

/** Examples of transactions, in the order in which they run. */
export const transactionExamples = {
  create: {
    params: order,
    body: { transaction: { kind: "sale", amount: "24.00", gateway: { type: "cash_on_delivery" } } },
    response: { transaction: promised },
  },
  list: { params: order, response: listExample("transactions", promised) },
  count: { params: order, response: { count: 1 } },
  get: { params, response: { transaction: promised } },
  update: {
    params,
    body: { transaction: { status: "success", reference: "COD-5512" } },
    response: { transaction: paid },
  },
} as const satisfies Record<string, Example>;
