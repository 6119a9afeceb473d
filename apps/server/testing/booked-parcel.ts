import assert from "node:assert/strict";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { httpClient, pageForms } from "@souk/testkit";
import type { Visitor } from "./visitor.ts";

/** An order that the Logistics app of a demo ships. */
export interface BookedParcel {
  order_id: number;
  tracking_number: string;
}

interface OrderResponse {
  order: { fulfillments: { status: string; tracking_number: string }[] };
}

/** Return the fulfillments of an order. */
export async function loadFulfillments(
  visitor: Visitor,
  order_id: number,
): Promise<OrderResponse["order"]["fulfillments"]> {
  const answer = await visitor.callStore("demo", "GET", `/api/3.0/orders/${order_id}.json`);
  return answer.json<OrderResponse>().order.fulfillments;
}

/** Send an order of the demo store to Logistics, and press Book on the page that opens. */
export async function bookParcel(visitor: Visitor, port: number): Promise<BookedParcel> {
  const query = "status=open&fulfillment_status=unfulfilled&limit=1";
  const listed = await visitor.callStore("demo", "GET", `/api/3.0/orders.json?${query}`);
  const [order] = listed.json<{ orders: { id: number }[] }>().orders;
  assert.ok(order, "the demo has no unfulfilled order");
  const fulfillment_request = {
    app_handle: "logistics",
    topic: "fulfillment/single",
    order_ids: [order.id],
  };
  const pressed = await visitor.callStore("demo", "POST", "/api/console/fulfillment_requests.json", {
    fulfillment_request,
  });
  assert.equal(pressed.status, 200, pressed.text);
  const { answer } = pressed.json<{ fulfillment_request: { answer: { url: string } } }>().fulfillment_request;
  const client = httpClient({ host: "127.0.0.1", port });
  try {
    const [form] = pageForms((await client.request(answer.url)).text);
    assert.ok(form, "the page has no form");
    const booked = await client.request(new URL(form.action, answer.url).href, {
      method: "POST",
      form: { ...form.fields, service: "standard" },
    });
    assert.match(booked.text, /The parcel is booked/);
  } finally {
    client.stop();
  }
  const [sent] = await loadFulfillments(visitor, order.id);
  assert.equal(sent?.status, "pending");
  return { order_id: order.id, tracking_number: sent.tracking_number };
}

/** Backdate the booking of a parcel while the app is stopped, so that the parcel counts as delivered. */
export async function backdateParcel(dataDir: string, { tracking_number }: BookedParcel): Promise<void> {
  const folder = join(dataDir, "apps/logistics/parcels");
  const names = await readdir(folder, { recursive: true });
  const path = join(folder, names.find((name) => name.endsWith(`${tracking_number}.json`)) ?? assert.fail());
  const parcel = JSON.parse(await readFile(path, "utf8")) as object;
  await writeFile(path, JSON.stringify({ ...parcel, booked_at: "2026-01-01T00:00:00.000Z" }));
}
