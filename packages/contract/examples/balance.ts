import type { Example } from "../operation.ts";
import { listExample } from "./list.ts";

const at = "2026-11-20T16:46:38.000+08:00";
const params = { customer_id: 2 };
const app = { kind: "app", id: "loyalty-club", name: "Loyalty Club" };
const entry = { id: 1, customer_id: 2, description: "Returned a lamp", actor: app };
const times = { created_at: at, updated_at: at };
const points = { ...entry, id: 3, description: "Order #1042" };

/** Examples of store credit, in the order in which they run. */
export const creditExamples = {
  adjust: {
    params,
    body: { credit: { adjustment_amount: "12.50", description: entry.description } },
    response: { credit: { customer_id: 2, total_credit: "12.50", updated_at: at } },
  },
  set: {
    params,
    body: { credit: { amount: "20.00", description: "Brought over from the till" } },
    response: { credit: { customer_id: 2, total_credit: "20.00", updated_at: at } },
  },
  list: {
    params,
    query: { limit: "1" },
    response: {
      ...listExample("credits", { ...entry, change: "12.50", resulting_credit: "12.50", ...times }),
      total_credit: "20.00",
    },
  },
  count: { params, response: { count: 2 } },
} satisfies Record<string, Example>;

/** Examples of loyalty points, in the order in which they run. */
export const pointExamples = {
  adjust: {
    params,
    body: { point: { value: 120, description: points.description } },
    response: { point: { customer_id: 2, total_point: 120, updated_at: at } },
  },
  set: {
    params,
    body: { point: { value: 150, description: "Brought over from the till" } },
    response: { point: { customer_id: 2, total_point: 150, updated_at: at } },
  },
  list: {
    params,
    query: { limit: "1" },
    response: {
      ...listExample("points", { ...points, change: 120, resulting_point: 120, ...times }),
      total_point: 150,
    },
  },
  count: { params, response: { count: 2 } },
} satisfies Record<string, Example>;
