import assert from "node:assert/strict";
import { test } from "node:test";
import { reducePayload, withholdFields } from "./reduce-payload.ts";

const reduce = (payload: unknown, topic: string): unknown =>
  JSON.parse(reducePayload(JSON.stringify(payload), topic));

test("without the topic's scope, a product payload has only its id, status and times", () => {
  const product = {
    id: 7,
    title: "Teh",
    status: "active",
    total_quantity: 3,
    image_url: "https://…",
    variants: [{ id: 1, price: "3.50" }],
    collections: [],
    published_at: null,
    created_at: "2026-11-20T16:46:38.000+08:00",
    updated_at: "2026-11-20T16:46:38.000+08:00",
  };
  const { id, status, published_at, created_at, updated_at } = product;
  assert.deepEqual(reduce(product, "product/update"), { id, status, published_at, created_at, updated_at });
});

test("a reduced payload keeps its wrapper, and the ids inside and outside the wrapper", () => {
  const payload = {
    fulfillment: {
      id: 5,
      order_id: 9,
      status: "pending",
      tracking_number: "MY1",
      line_items: [{ id: 1 }],
      updated_at: "2026-11-20T08:46:38.000Z",
    },
    order_id: 9,
    message: "with love",
  };
  assert.deepEqual(reduce(payload, "fulfillment/create"), {
    fulfillment: { id: 5, order_id: 9, status: "pending", updated_at: "2026-11-20T08:46:38.000Z" },
    order_id: 9,
  });
});

test("a reduced payload of a stock change has only its ids and time", () => {
  const level = {
    variant_id: 1,
    location_id: 2,
    inventory_quantity: 40,
    adjustment: "SET",
    inventory_level_updated_at: "2026-11-20T16:46:38.000+08:00",
  };
  const { variant_id, location_id, inventory_level_updated_at } = level;
  assert.deepEqual(reduce(level, "inventory_level/inventory_quantity_update"), {
    variant_id,
    location_id,
    inventory_level_updated_at,
  });
});

test("only the reduced payload of a currency keeps the field `code`", () => {
  assert.deepEqual(reduce({ currency: { code: "MYR", rate: "1" } }, "currency/delete"), {
    currency: { code: "MYR" },
  });
  assert.deepEqual(reduce({ location: { id: 1, code: "KL" } }, "location/update"), { location: { id: 1 } });
});

test("a reduced payload leaves out an id, status or time with a value of the wrong type", () => {
  const payload = {
    id: "secret",
    customer_id: { email: "a@b.my" },
    status: ["x"],
    seen_at: "at Ali's place",
  };
  assert.deepEqual(reduce(payload, "product/update"), {});
});

test("a payload without its wrapper, or one that is not an object, is reduced to an empty record", () => {
  assert.deepEqual(reduce({ order: null }, "order/create"), { order: {} });
  assert.deepEqual(reduce(["x"], "order/create"), { order: {} });
  assert.deepEqual(reduce("x", "product/update"), {});
});

test("every reduction of the same payload gives the same text", () => {
  const text = '{"order":{"status":"open","id":3,"note":"x"},"order_id":3}';
  assert.equal(reducePayload(text, "order/create"), reducePayload(text, "order/create"));
});

test("a withheld field is removed from a payload's record, and everything else is kept", () => {
  const payload = { customer: { id: 3, first_name: "Siti", attributes: { size: "M" } }, attributes: 1 };
  assert.deepEqual(JSON.parse(withholdFields(JSON.stringify(payload), "customer/update", ["attributes"])), {
    customer: { id: 3, first_name: "Siti" },
    attributes: 1,
  });
  const unwrapped = JSON.stringify({ id: 1, title: "Teh", variants: [] });
  assert.deepEqual(JSON.parse(withholdFields(unwrapped, "product/update", ["variants"])), {
    id: 1,
    title: "Teh",
  });
});
