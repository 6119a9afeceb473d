import assert from "node:assert/strict";
import { type Caller, send } from "./keyed-request.ts";
import { type AnsweredOrder, orderRequest } from "./new-orders.ts";
import { ordersIn, type Placed } from "./place-all.ts";

const most = 50;

/** Send acknowledged orders again, each with its key, and check that all responses are unchanged. */
export async function sendOrdersAgain(placed: readonly Placed[], caller: Caller): Promise<void> {
  const keyed = ordersIn(placed).filter(({ order, known }) => order.key !== null && known.is === "done");
  assert.ok(keyed.length > 0, "no order was acknowledged");
  for (const { order, known } of keyed.slice(0, most)) {
    const answer = await send(orderRequest(order), caller);
    const again = answer.json<{ order: AnsweredOrder }>().order;
    assert.equal(answer.headers["idempotent-replay"], "true", answer.text);
    assert.ok(known.is === "done" && again.id === known.answer.id);
  }
}
