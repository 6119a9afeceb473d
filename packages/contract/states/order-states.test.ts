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
  orderStates,
  fulfillmentStates,
  transactionStates,
  refundStates,
  orderReturnStates,
  fulfillmentRequestStates,
];

test("the API call of each state transition is an existing operation", () => {
  const operationCalls = new Set(
    Object.values(operations).map(({ method, surface, path }) => `${method} /api/${surface}${path}`),
  );
  const transitionCalls = tables
    .flatMap(({ transitions }) => transitions.map(({ trigger }) => trigger))
    .filter((trigger) => trigger.includes(".json"));
  assert.ok(transitionCalls.length > 0);
  assert.deepEqual(
    transitionCalls.filter((call) => !operationCalls.has(call)),
    [],
  );
});
