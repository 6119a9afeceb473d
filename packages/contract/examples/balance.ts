import type { Example } from "../operation.ts";
import { buildListResponse } from "./list.ts";

const timestamp = "2026-11-20T16:46:38.000+08:00";
const params = { customer_id: 2 };
const app = { kind: "app", id: "loyalty-club", name: "Loyalty Club" };
const creditEntry = { id: 1, customer_id: 2, description: "Returned a lamp", actor: app };
const times = { created_at: timestamp, updated_at: timestamp };
const pointEntry = { ...creditEntry, id: 3, description: "Order #1042" };

/** Examples of store credit, in the order in which they run. */
export const creditExamples = {
  adjust: {
    params,
    body: { credit: { adjustment_amount: "12.50", description: creditEntry.description } },
    response: { credit: { customer_id: 2, total_credit: "12.50", updated_at: timestamp } },
  },
  set: {
    params,
    body: { credit: { amount: "20.00", description: "Transferred from the till" } },
    response: { credit: { customer_id: 2, total_credit: "20.00", updated_at: timestamp } },
  },
  list: {
    params,
    query: { limit: "1" },
    response: {
      ...buildListResponse("credits", {
        ...creditEntry,
        change: "12.50",
        resulting_credit: "12.50",
        ...times,
      }),
      total_credit: "20.00",
    },
  },
  count: { params, response: { count: 2 } },
} satisfies Record<string, Example>;

/** Examples of loyalty points, in the order in which they run. */
export const pointExamples = {
  adjust: {
    params,
    body: { point: { value: 120, description: pointEntry.description } },
    response: { point: { customer_id: 2, total_point: 120, updated_at: timestamp } },
  },
  set: {
    params,
    body: { point: { value: 150, description: "Transferred from the till" } },
    response: { point: { customer_id: 2, total_point: 150, updated_at: timestamp } },
  },
  list: {
    params,
    query: { limit: "1" },
    response: {
      ...buildListResponse("points", { ...pointEntry, change: 120, resulting_point: 120, ...times }),
      total_point: 150,
    },
  },
  count: { params, response: { count: 2 } },
} satisfies Record<string, Example>;
