import assert from "node:assert/strict";
import { test } from "node:test";
import type { Order } from "../orders/order-queries.ts";
import { buildTimeline } from "./timeline.ts";

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
const createOrder = (parts: object) => ({ ...plain, ...parts }) as unknown as Order;

const writeMoney = (amount: string, currency: string) => `${currency} ${amount}`;

const listMoments = (parts: object) => buildTimeline(createOrder(parts), writeMoney).map(({ what }) => what);

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

test("an order's history begins with its creation and lists the latest event first", () => {
  assert.deepEqual(
    listMoments({
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
      "Order canceled: Ordered twice",
      "Shipment of 3 items canceled",
      "parcels shipped 3 items with Lebuh Express",
      "MYR 20.00 paid (Manual)",
      "Order placed",
    ],
  );
});

test("a pending, failed, refunded or voided payment shows its result, an undo once", () => {
  const cash = { ...sale, gateway: { ...sale.gateway, type: "cash_on_delivery" } };
  const of = (kind: string, fields: object = {}) => ({ ...sale, kind, ...fields });
  const words = (...transactions: object[]) => listMoments({ transactions }).slice(0, -1);
  assert.deepEqual(words(cash), ["MYR 20.00 paid (Cash on delivery)"]);
  assert.deepEqual(words(of("sale", { status: "failure" })), ["Payment of MYR 20.00 failed (Manual)"]);
  assert.deepEqual(words(of("authorization"), of("capture", { parent_id: 1 })), [
    "MYR 20.00 captured (Manual)",
    "MYR 20.00 authorized (Manual)",
  ]);
  assert.deepEqual(
    words(of("authorization"), of("void", { parent_id: 1 }))[0],
    "Authorization of MYR 20.00 voided (Manual)",
  );
  const refund = of("refund", { id: 2, parent_id: 1 });
  assert.deepEqual(words(sale, refund, of("void", { id: 3, parent_id: 2 })), [
    "MYR 20.00 refunded (Manual)",
    "MYR 20.00 paid (Manual)",
  ]);
});

test("a payment keeps the date of its end, also when its reference is edited later", () => {
  const cash = {
    ...sale,
    processed_at: "2026-11-19T09:00:00.000Z",
    updated_at: "2026-11-21T09:00:00.000Z",
  };
  assert.deepEqual(
    buildTimeline(createOrder({ transactions: [cash] }), writeMoney).map(({ at }) => at),
    [cash.processed_at, createOrder({}).processed_at],
  );
});

test("an order placed elsewhere shows when it was imported", () => {
  assert.deepEqual(listMoments({ processed_at: "2026-11-01T09:00:00.000Z" }), [
    "Order received by this store",
    "Order placed",
  ]);
});
