import assert from "node:assert/strict";
import { test } from "node:test";
import { operations } from "../index.ts";
import {
  fulfillmentRequestStates,
  fulfillmentStates,
  type OrderStateTable,
  orderReturnStates,
  orderStates,
  refundStates,
  transactionStates,
} from "./order-states.ts";

const tables: readonly OrderStateTable[] = [
  ...[orderStates, fulfillmentStates, transactionStates, refundStates, orderReturnStates],
  fulfillmentRequestStates,
];

test("each order state transition by a call names an operation with its version", () => {
  const calls = new Set(
    Object.values(operations).map(({ method, surface, path }) => `${method} /api/${surface}${path}`),
  );
  const named = tables
    .flatMap(({ transitions: ways }) => ways.map(({ by }) => by))
    .filter((by) => by.includes(".json"));
  assert.ok(named.length > 0);
  assert.deepEqual(
    named.filter((by) => !calls.has(by)),
    [],
  );
});
