import type { FulfillmentTopic } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type DatabaseClock, momentOfClock } from "@souk/delivery";
import type { Actor } from "../../routing/actor.ts";
import type { FulfillmentAnswer } from "./read-answer.ts";

/** A request as it is written before the app is asked. */
export interface NewRequest {
  store_id: number;
  app_id: number;
  installation_id: number;
  app_handle: string;
  topic: FulfillmentTopic;
  order_ids: readonly number[];
  fulfillment_order_id: number | null;
  actor: Pick<Actor, "kind" | "id">;
  request_id: string;
}

/** What came of asking. */
export type Settled = { duration_ms: number | null } & (
  | { answer: FulfillmentAnswer }
  /** A sentence for the merchant. */
  | { error: string }
);

/** Writes a request as sent; answers its id. */
export async function insertRequest(
  run: Queryable,
  request: NewRequest,
  clock: DatabaseClock,
): Promise<number> {
  const { store_id, app_id, installation_id, app_handle, topic, order_ids } = request;
  const { fulfillment_order_id, actor, request_id } = request;
  const { rows } = await run.query<{ id: number }>(
    `with ${momentOfClock}
     insert into fulfillment_requests (store_id, app_id, installation_id, app_handle, topic, order_ids,
       fulfillment_order_id, actor_kind, actor_id, request_id, created_at, updated_at)
     select $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, moment.now, moment.now from moment returning id`,
    [
      clock.at(),
      store_id,
      app_id,
      installation_id,
      app_handle,
      topic,
      order_ids,
      fulfillment_order_id,
      actor.kind,
      actor.id,
      request_id,
    ],
  );
  if (rows[0] === undefined) throw new Error("A fulfillment request was written and has no id.");
  return rows[0].id;
}

/** Writes down what came of a request, unless that is written already. */
export async function settleRequest(
  run: Queryable,
  { store_id, id, settled }: { store_id: number; id: number; settled: Settled },
  clock: DatabaseClock,
): Promise<void> {
  const { duration_ms } = settled;
  const found =
    "answer" in settled
      ? { status: statuses[settled.answer.type], answer: JSON.stringify(settled.answer), error: null }
      : { status: "failed", answer: null, error: settled.error };
  await run.query(
    `with ${momentOfClock}
     update fulfillment_requests set status = $4, answer = $5, error = $6, duration_ms = $7,
       updated_at = greatest(updated_at, moment.now)
     from moment where store_id = $2 and id = $3 and status = 'sent'`,
    [clock.at(), store_id, id, found.status, found.answer, found.error, duration_ms],
  );
}

const statuses = { link: "linked", message: "messaged" } as const;
