import assert from "node:assert/strict";
import { test } from "node:test";
import type { FieldError } from "@souk/contract";
import type { Order } from "../order-rows.ts";
import { sampleOrder } from "../sample-order.ts";
import { chooseRestockedUnits } from "./restock-units.ts";

const lineId = 1;
const [firstLocationId, secondLocationId] = [11, 22];
const locations = new Map([firstLocationId, secondLocationId].map((id) => [id, { is_active: true }]));

/**
 * Build an open order with one line that ships from two locations, three units from each.
 * @param fulfilled the numbers of units that were already fulfilled at the two locations
 */
function buildOrder(fulfilled: readonly [number, number]): Order {
  const [row] = sampleOrder.lines;
  const [fulfillment] = sampleOrder.fulfillments;
  assert.ok(row && fulfillment);
  const timestamps = { created_at: row.created_at, updated_at: row.updated_at };
  return {
    ...sampleOrder,
    order: { ...sampleOrder.order, status: "open" },
    lines: [{ ...row, id: lineId, quantity: 6 }],
    fulfillment_orders: [
      { id: 1, location_id: firstLocationId, blocks_location_delete: true, ...timestamps },
      { id: 2, location_id: secondLocationId, blocks_location_delete: true, ...timestamps },
    ],
    fulfillment_order_lines: [1, 2].map((id) => ({
      id,
      fulfillment_order_id: id,
      line_item_id: lineId,
      quantity: 3,
    })),
    fulfillments: [{ ...fulfillment, id: 1, status: "delivered" }],
    fulfillment_lines: fulfilled.flatMap((quantity, index) =>
      quantity === 0
        ? []
        : [
            {
              id: index + 1,
              fulfillment_id: 1,
              fulfillment_order_line_id: index + 1,
              line_item_id: lineId,
              quantity,
            },
          ],
    ),
    refunds: [],
    refund_lines: [],
    returns: [],
    return_lines: [],
  };
}

interface RequestedUnits {
  quantity: number;
  location_id?: number;
}

/** Return the restocked units as `[fulfillment order line, location, quantity]`, and the paths of invalid fields. */
function restock(order: Order, items: readonly RequestedUnits[], knownLocations = locations) {
  const errors: FieldError[] = [];
  const requestedItems = items.map((item) => ({ line_item_id: lineId, ...item }));
  const units = chooseRestockedUnits(order, { items: requestedItems, locations: knownLocations }, errors);
  return {
    units: units.map((unit) => [unit.fulfillment_order_line_id, unit.location_id, unit.quantity]),
    errors: errors.map(({ path }) => path),
  };
}

test("unfulfilled units are restocked before fulfilled units, each at the location that ships or shipped it", () => {
  assert.deepEqual(restock(buildOrder([1, 2]), [{ quantity: 5 }]), {
    units: [
      [1, firstLocationId, 2],
      [2, secondLocationId, 1],
      [null, firstLocationId, 1],
      [null, secondLocationId, 1],
    ],
    errors: [],
  });
});

test("a requested restock location first gets the unfulfilled units allocated to it, then those allocated elsewhere", () => {
  assert.deepEqual(restock(buildOrder([0, 0]), [{ quantity: 4, location_id: secondLocationId }]).units, [
    [2, secondLocationId, 3],
    [1, secondLocationId, 1],
  ]);
});

test("refunded or returned units are not restocked again", () => {
  const order = buildOrder([3, 3]);
  const refund_lines = [
    {
      id: 1,
      refund_id: 1,
      line_item_id: lineId,
      fulfillment_order_line_id: null,
      location_id: firstLocationId,
      quantity: 4,
      is_reverted: false,
    },
  ];
  const [sampleReturn] = sampleOrder.returns;
  assert.ok(sampleReturn);
  const orderWithReturn: Order = {
    ...order,
    refund_lines,
    returns: [{ ...sampleReturn, id: 1, status: "completed" }],
    return_lines: [
      {
        id: 1,
        order_return_id: 1,
        line_item_id: lineId,
        quantity: 1,
        reason: "",
        restock: true,
        location_id: firstLocationId,
      },
    ],
  };
  assert.deepEqual(restock(orderWithReturn, [{ quantity: 1 }]).units, [[null, secondLocationId, 1]]);
  assert.deepEqual(restock(orderWithReturn, [{ quantity: 2 }]).errors, ["restock_items.0.quantity"]);
  assert.deepEqual(restock(orderWithReturn, [{ quantity: 1 }, { quantity: 1 }]).errors, [
    "restock_items.1.quantity",
  ]);
});

test("only unfulfilled units can be restocked at an inactive location", () => {
  const locationsWithInactiveFirst = new Map([
    [firstLocationId, { is_active: false }],
    [secondLocationId, { is_active: true }],
  ]);
  assert.deepEqual(restock(buildOrder([0, 0]), [{ quantity: 2 }], locationsWithInactiveFirst).errors, []);
  assert.deepEqual(restock(buildOrder([3, 3]), [{ quantity: 1 }], locationsWithInactiveFirst).errors, [
    "restock_items.0.location_id",
  ]);
  assert.deepEqual(
    restock(buildOrder([3, 3]), [{ quantity: 1, location_id: secondLocationId }], locationsWithInactiveFirst)
      .errors,
    [],
  );
});

test("a refund cannot restock unfulfilled units of a canceled order", () => {
  const order = buildOrder([0, 0]);
  const canceledOrder: Order = { ...order, order: { ...order.order, status: "cancelled" } };
  assert.deepEqual(restock(canceledOrder, [{ quantity: 1 }]).errors, ["restock_items.0.quantity"]);
});
