import assert from "node:assert/strict";
import { test } from "node:test";
import type { Order } from "../orders/order-queries.ts";
import { buildTimeline } from "./timeline.ts";

const emptyOrder = {
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

// Fields that the timeline does not read are omitted.
const createOrder = (fields: object) => ({ ...emptyOrder, ...fields }) as unknown as Order;

const formatMoney = (amount: string, currency: string) => `${currency} ${amount}`;

const listEventTexts = (fields: object) =>
  buildTimeline(createOrder(fields), formatMoney).map(({ text }) => text);

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

test("an order's history goes from the newest event back to the placing of the order", () => {
  assert.deepEqual(
    listEventTexts({
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

test("an order's history has one event for each finished transaction, except a void that cancels a refund", () => {
  const cash = { ...sale, gateway: { ...sale.gateway, type: "cash_on_delivery" } };
  const createTransaction = (kind: string, fields: object = {}) => ({ ...sale, kind, ...fields });
  const listPaymentTexts = (...transactions: object[]) => listEventTexts({ transactions }).slice(0, -1);
  assert.deepEqual(listPaymentTexts(cash), ["MYR 20.00 paid (Cash on delivery)"]);
  assert.deepEqual(listPaymentTexts(createTransaction("sale", { status: "failure" })), [
    "Payment of MYR 20.00 failed (Manual)",
  ]);
  assert.deepEqual(
    listPaymentTexts(createTransaction("authorization"), createTransaction("capture", { parent_id: 1 })),
    ["MYR 20.00 captured (Manual)", "MYR 20.00 authorized (Manual)"],
  );
  assert.deepEqual(
    listPaymentTexts(createTransaction("authorization"), createTransaction("void", { parent_id: 1 }))[0],
    "Authorization of MYR 20.00 voided (Manual)",
  );
  const refund = createTransaction("refund", { id: 2, parent_id: 1 });
  assert.deepEqual(listPaymentTexts(sale, refund, createTransaction("void", { id: 3, parent_id: 2 })), [
    "MYR 20.00 refunded (Manual)",
    "MYR 20.00 paid (Manual)",
  ]);
});

test("editing a payment's reference does not change the time of the payment in the order's history", () => {
  const editedSale = {
    ...sale,
    processed_at: "2026-11-19T09:00:00.000Z",
    updated_at: "2026-11-21T09:00:00.000Z",
  };
  assert.deepEqual(
    buildTimeline(createOrder({ transactions: [editedSale] }), formatMoney).map(({ at }) => at),
    [editedSale.processed_at, createOrder({}).processed_at],
  );
});

test("the history of an order that was placed outside the store shows when the store received the order", () => {
  assert.deepEqual(listEventTexts({ processed_at: "2026-11-01T09:00:00.000Z" }), [
    "Order added to this store",
    "Order placed",
  ]);
});
