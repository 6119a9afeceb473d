import assert from "node:assert/strict";
import { listOrderResults, type TaskResult } from "./client-tasks.ts";
import { type Caller, send } from "./keyed-request.ts";
import { type AcknowledgedOrder, buildOrderRequest } from "./new-orders.ts";

const maxResentOrders = 50;

/** Send acknowledged orders again with their keys, and assert that the responses have the same orders. */
export async function resendOrders(results: readonly TaskResult[], caller: Caller): Promise<void> {
  const keyedOrders = listOrderResults(results).filter(
    ({ order, result }) => order.key !== null && result.status === "acknowledged",
  );
  assert.ok(keyedOrders.length > 0, "no order was acknowledged");
  for (const { order, result } of keyedOrders.slice(0, maxResentOrders)) {
    const response = await send(buildOrderRequest(order), caller);
    const repeatedOrder = response.json<{ order: AcknowledgedOrder }>().order;
    assert.equal(response.headers["idempotent-replay"], "true", response.text);
    assert.ok(result.status === "acknowledged" && repeatedOrder.id === result.record.id);
  }
}
