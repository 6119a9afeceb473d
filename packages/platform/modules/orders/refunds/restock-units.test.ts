import assert from "node:assert/strict";
import { test } from "node:test";
import type { FieldError } from "@souk/contract";
import type { Order } from "../order-rows.ts";
import { sampleOrder } from "../sample-order.ts";
import { restockUnits } from "./restock-units.ts";

const line = 1;
const [here, there] = [11, 22];
const places = new Map([here, there].map((id) => [id, { is_active: true }]));

/** An open order of one line that two locations ship, three units each; what was sent of either. */
function sentOrder(sent: readonly [number, number]): Order {
  const [row] = sampleOrder.lines;
  const [fulfillment] = sampleOrder.fulfillments;
  assert.ok(row && fulfillment);
  const stamps = { created_at: row.created_at, updated_at: row.updated_at };
  return {
    ...sampleOrder,
    order: { ...sampleOrder.order, status: "open" },
    lines: [{ ...row, id: line, quantity: 6 }],
    fulfillment_orders: [
      { id: 1, location_id: here, keeps_location: true, ...stamps },
      { id: 2, location_id: there, keeps_location: true, ...stamps },
    ],
    fulfillment_order_lines: [1, 2].map((id) => ({
      id,
      fulfillment_order_id: id,
      line_item_id: line,
      quantity: 3,
    })),
    fulfillments: [{ ...fulfillment, id: 1, status: "delivered" }],
    fulfillment_lines: sent.flatMap((quantity, at) =>
      quantity === 0
        ? []
        : [
            {
              id: at + 1,
              fulfillment_id: 1,
              fulfillment_order_line_id: at + 1,
              line_item_id: line,
              quantity,
            },
          ],
    ),
    ...{ refunds: [], refund_lines: [], returns: [], return_lines: [] },
  };
}

interface Asked {
  quantity: number;
  location_id?: number;
}

/** The units as `[taken from which share, put where, how many]`, and the fields that are wrong. */
function restock(order: Order, items: readonly Asked[], known = places) {
  const faults: FieldError[] = [];
  const asked = items.map((item) => ({ line_item_id: line, ...item }));
  const units = restockUnits(order, { items: asked, places: known }, faults);
  return {
    units: units.map((unit) => [unit.fulfillment_order_line_id, unit.location_id, unit.quantity]),
    faults: faults.map(({ path }) => path),
  };
}

test("units that were not sent go first, then those that were, each to where it was taken from", () => {
  assert.deepEqual(restock(sentOrder([1, 2]), [{ quantity: 5 }]), {
    units: [
      [1, here, 2],
      [2, there, 1],
      [null, here, 1],
      [null, there, 1],
    ],
    faults: [],
  });
});

test("units that wait at the place that is named go first, and all are put back there", () => {
  assert.deepEqual(restock(sentOrder([0, 0]), [{ quantity: 4, location_id: there }]).units, [
    [2, there, 3],
    [1, there, 1],
  ]);
});

test("units that came back are not put back again", () => {
  const order = sentOrder([3, 3]);
  const refund_lines = [
    {
      ...{ id: 1, refund_id: 1, line_item_id: line, fulfillment_order_line_id: null },
      ...{ location_id: here, quantity: 4, is_reverted: false },
    },
  ];
  const [returned] = sampleOrder.returns;
  assert.ok(returned);
  const back: Order = {
    ...order,
    refund_lines,
    returns: [{ ...returned, id: 1, status: "completed" }],
    return_lines: [
      {
        ...{ id: 1, order_return_id: 1, line_item_id: line, quantity: 1 },
        ...{ reason: "", restock: true, location_id: here },
      },
    ],
  };
  assert.deepEqual(restock(back, [{ quantity: 1 }]).units, [[null, there, 1]]);
  assert.deepEqual(restock(back, [{ quantity: 2 }]).faults, ["restock_items.0.quantity"]);
  assert.deepEqual(restock(back, [{ quantity: 1 }, { quantity: 1 }]).faults, ["restock_items.1.quantity"]);
});

test("a place that is closed takes no units that come back, but keeps those that never left it", () => {
  const closed = new Map([
    [here, { is_active: false }],
    [there, { is_active: true }],
  ]);
  assert.deepEqual(restock(sentOrder([0, 0]), [{ quantity: 2 }], closed).faults, []);
  assert.deepEqual(restock(sentOrder([3, 3]), [{ quantity: 1 }], closed).faults, [
    "restock_items.0.location_id",
  ]);
  assert.deepEqual(restock(sentOrder([3, 3]), [{ quantity: 1, location_id: there }], closed).faults, []);
});

test("nothing of a cancelled order that was not sent can be put back by a refund", () => {
  const order = sentOrder([0, 0]);
  const cancelled: Order = { ...order, order: { ...order.order, status: "cancelled" } };
  assert.deepEqual(restock(cancelled, [{ quantity: 1 }]).faults, ["restock_items.0.quantity"]);
});
