import type { FulfillmentTopic } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { type DatabaseClock, momentCte } from "@souk/delivery";
import type { Actor } from "../../infrastructure/routing/actor.ts";
import type { FulfillmentAnswer } from "./parse-response.ts";

/** A fulfillment request as it is stored before it is sent to the app. */
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

/** The result of a request to an app. */
export type RequestResult = { duration_ms: number | null } & (
  | { answer: FulfillmentAnswer }
  /** The error message for the merchant. */
  | { error: string }
);

/** Insert a request with status `sent` and return its id. */
export async function insertRequest(
  db: Queryable,
  request: NewRequest,
  clock: DatabaseClock,
): Promise<number> {
  const { store_id, app_id, installation_id, app_handle, topic, order_ids } = request;
  const { fulfillment_order_id, actor, request_id } = request;
  const row = await db.maybeOne<{ id: number }>(
    `with ${momentCte}
     insert into fulfillment_requests (store_id, app_id, installation_id, app_handle, topic, order_ids,
       fulfillment_order_id, actor_kind, actor_id, request_id, created_at, updated_at)
     select $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, moment.now, moment.now from moment returning id`,
    [
      clock.getTestTime(),
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
  if (row === undefined) throw new Error("The inserted fulfillment request has no id.");
  return row.id;
}

/** Record the result of a request, unless a result was already recorded. */
export async function recordResult(
  db: Queryable,
  { store_id, id, result }: { store_id: number; id: number; result: RequestResult },
  clock: DatabaseClock,
): Promise<void> {
  const { duration_ms } = result;
  const values =
    "answer" in result
      ? { status: statusByAnswerType[result.answer.type], answer: JSON.stringify(result.answer), error: null }
      : { status: "failed", answer: null, error: result.error };
  await db.query(
    `with ${momentCte}
     update fulfillment_requests set status = $4, answer = $5, error = $6, duration_ms = $7,
       updated_at = greatest(updated_at, moment.now)
     from moment where store_id = $2 and id = $3 and status = 'sent'`,
    [clock.getTestTime(), store_id, id, values.status, values.answer, values.error, duration_ms],
  );
}

const statusByAnswerType = { link: "linked", message: "messaged" } as const;
