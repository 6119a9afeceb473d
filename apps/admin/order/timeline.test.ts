import assert from "node:assert/strict";
import { test } from "node:test";
import type { Order } from "../orders/order-queries.ts";
import { timelineOf } from "./timeline.ts";

const plain = {
  processed_at: "2026-11-18T09:00:00.000Z",
  created_at: "2026-11-18T09:00:00.000Z",
  cancelled_at: null,
  closed_at: null,
  cancel_reason: "",
  transactions: [],
  fulfillments: [],
  refunds: [],
  returns: [],
};

// What the history does not look at is left out.
const orderOf = (parts: object) => ({ ...plain, ...parts }) as unknown as Order;

const writing = { money: (amount: string, currency: string) => `${currency} ${amount}`, number: String };

const wordsOf = (parts: object) => timelineOf(orderOf(parts), writing).map(({ what }) => what);

const sale = {
  id: 1,
  kind: "sale",
  status: "success",
  amount: "20.00",
  currency_code: "MYR",
  gateway: { type: "manual", title: "", method: "" },
  parent_id: null,
  processed_at: "2026-11-18T09:00:00.000Z",
  created_at: "2026-11-18T09:00:00.000Z",
  updated_at: "2026-11-18T09:00:00.000Z",
};

test("an order's history begins with its placing and has the latest first", () => {
  assert.deepEqual(
    wordsOf({
      transactions: [sale, { ...sale, status: "pending", processed_at: null }],
      fulfillments: [
        {
          line_items: [{ quantity: 2 }, { quantity: 1 }],
          status: "cancelled",
          tracking_company: "Lebuh Express",
          app_handle: "parcels",
          created_at: "2026-11-18T10:00:00.000Z",
          updated_at: "2026-11-18T11:00:00.000Z",
        },
      ],
      cancelled_at: "2026-11-19T09:00:00.000Z",
      cancel_reason: "Ordered twice",
    }),
    [
      "The order was cancelled: Ordered twice",
      "The shipment of 3 items was cancelled",
      "The app parcels sent 3 items with Lebuh Express",
      "MYR 20.00 was paid (By hand)",
      "The order was placed",
    ],
  );
});

test("money that was promised, failed, given back or given up reads as what became of it, a refund that was undone once", () => {
  const cash = { ...sale, gateway: { ...sale.gateway, type: "cash_on_delivery" } };
  const of = (kind: string, fields: object = {}) => ({ ...sale, kind, ...fields });
  const words = (...transactions: object[]) => wordsOf({ transactions }).slice(0, -1);
  assert.deepEqual(words(cash), ["MYR 20.00 was paid (Cash on delivery)"]);
  assert.deepEqual(words(of("sale", { status: "failure" })), ["A payment of MYR 20.00 failed (By hand)"]);
  assert.deepEqual(words(of("authorization"), of("capture", { parent_id: 1 })), [
    "MYR 20.00 that was authorized was captured (By hand)",
    "MYR 20.00 was authorized (By hand)",
  ]);
  assert.deepEqual(
    words(of("authorization"), of("void", { parent_id: 1 }))[0],
    "MYR 20.00 that was authorized was given up (By hand)",
  );
  const refund = of("refund", { id: 2, parent_id: 1 });
  assert.deepEqual(words(sale, refund, of("void", { id: 3, parent_id: 2 })), [
    "MYR 20.00 was refunded (By hand)",
    "MYR 20.00 was paid (By hand)",
  ]);
});

test("money stands where it ended, also when its reference is edited later", () => {
  const cash = {
    ...sale,
    processed_at: "2026-11-19T09:00:00.000Z",
    updated_at: "2026-11-21T09:00:00.000Z",
  };
  assert.deepEqual(
    timelineOf(orderOf({ transactions: [cash] }), writing).map(({ at }) => at),
    [cash.processed_at, orderOf({}).processed_at],
  );
});

test("an order that was placed elsewhere says when it came here", () => {
  assert.deepEqual(wordsOf({ processed_at: "2026-11-01T09:00:00.000Z" }), [
    "The order arrived in this shop",
    "The order was placed",
  ]);
});
