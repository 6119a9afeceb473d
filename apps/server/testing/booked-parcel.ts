import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createHttpClient, parsePageForms } from "@souk/testkit";
import type { Visitor } from "./visitor.ts";

/** A parcel of an order, booked in the demo's Logistics app. */
export interface BookedParcel {
  order_id: number;
  tracking_number: string;
}

interface OrderResponse {
  order: { fulfillments: { status: string; tracking_number: string }[] };
}

/** Load the fulfillments of an order. */
export async function loadFulfillments(
  visitor: Visitor,
  order_id: number,
): Promise<OrderResponse["order"]["fulfillments"]> {
  const response = await visitor.callStore("demo", "GET", `/api/3.0/orders/${order_id}.json`);
  return response.json<OrderResponse>().order.fulfillments;
}

/** Fulfill an order of the demo store with the Logistics app, and submit the form of the app's booking page. */
export async function bookParcel(visitor: Visitor, port: number): Promise<BookedParcel> {
  const query = "status=open&fulfillment_status=unfulfilled&limit=1";
  const listResponse = await visitor.callStore("demo", "GET", `/api/3.0/orders.json?${query}`);
  const [order] = listResponse.json<{ orders: { id: number }[] }>().orders;
  assert.ok(order, "the demo has no unfulfilled order");
  const fulfillment_request = {
    app_handle: "logistics",
    topic: "fulfillment/single",
    order_ids: [order.id],
  };
  const fulfillResponse = await visitor.callStore("demo", "POST", "/api/console/fulfillment_requests.json", {
    fulfillment_request,
  });
  assert.equal(fulfillResponse.status, 200, fulfillResponse.text);
  const { answer } = fulfillResponse.json<{ fulfillment_request: { answer: { url: string } } }>()
    .fulfillment_request;
  const client = createHttpClient({ host: "127.0.0.1", port });
  try {
    const [form] = parsePageForms((await client.request(answer.url)).text);
    assert.ok(form, "the page has no form");
    const bookingResponse = await client.request(new URL(form.action, answer.url).href, {
      method: "POST",
      form: { ...form.fields, service: "standard" },
    });
    assert.match(bookingResponse.text, /The parcel is booked/);
  } finally {
    client.stop();
  }
  const [fulfillment] = await loadFulfillments(visitor, order.id);
  assert.equal(fulfillment?.status, "pending");
  return { order_id: order.id, tracking_number: fulfillment.tracking_number };
}

/** Backdate the booking of a parcel so that the app considers it delivered. The app must be stopped. */
export async function backdateParcel(dataDir: string, { tracking_number }: BookedParcel): Promise<void> {
  const folder = join(dataDir, "apps/logistics/parcels");
  const names = await readdir(folder, { recursive: true });
  const path = join(folder, names.find((name) => name.endsWith(`${tracking_number}.json`)) ?? assert.fail());
  const parcel = JSON.parse(await readFile(path, "utf8")) as object;
  await writeFile(path, JSON.stringify({ ...parcel, booked_at: "2026-01-01T00:00:00.000Z" }));
}
