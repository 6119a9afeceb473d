import type { Example } from "../operation.ts";
import { buildCursorListResponse } from "./list.ts";

const request = {
  id: 1,
  app_handle: "parcel-hub",
  topic: "fulfillment/single",
  order_ids: [1],
  fulfillment_order_id: null,
  status: "messaged",
  answer: { type: "message", message: "Parcel SK-1001 has been booked.", style: "success" },
  error: null,
  duration_ms: 412,
  created_at: "2026-11-20T16:46:38.000+08:00",
  updated_at: "2026-11-20T16:46:38.412+08:00",
};

export const fulfillmentRequestExamples = {
  list: { query: { order_ids: "1" }, response: buildCursorListResponse("fulfillment_requests", request) },
  count: { query: { status: "messaged" }, response: { count: 1 } },
  get: { params: { id: 1 }, response: { fulfillment_request: request } },
} as const satisfies Record<string, Example>;
