import { type BodyOf, type operations, refuse, refuseField } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { judgeFulfillmentUrl, writeFulfillmentUrl } from "../partners/index.ts";
import { logAction } from "./action-log.ts";
import type { StaffWiring } from "./staff-wiring.ts";

/** What staff say of one fulfillment URL, and who says it. */
export interface FulfillmentUrlOrder {
  app_id: number;
  account_id: number;
  request_id: string;
  sent: BodyOf<typeof operations.setFulfillmentUrl>;
}

/**
 * Sets where an app answers the Fulfill action of one topic, or clears that (REG-4). What is as asked already stays as it is,
 * and nothing is written down.
 *
 * @throws Refusal `not_found`; `invalid` naming url or reason
 */
export async function setFulfillmentUrl(
  tx: Queryable,
  { app_id, account_id, request_id, sent }: FulfillmentUrlOrder,
  wiring: Pick<StaffWiring, "addresses" | "allowLoopback" | "clock">,
): Promise<void> {
  const { topic, url } = sent;
  const reason = sent.reason.trim();
  if (reason === "") refuseField("reason", "Say who asked for it.");
  const verdict = url === null ? null : judgeFulfillmentUrl(url, wiring);
  if (verdict?.ok === false) refuseField("url", verdict.message);
  const { rows } = await tx.query("select from apps where id = $1 for no key update", [app_id]);
  if (rows.length === 0) refuse("not_found");
  if (!(await writeFulfillmentUrl(tx, app_id, { topic, url }))) return;
  const done = {
    action: url === null ? ("clear_fulfillment_url" as const) : ("set_fulfillment_url" as const),
    detail: url === null ? topic : `${topic} ${url}`,
    target_kind: "app" as const,
    target_id: app_id,
  };
  await logAction(tx, { ...done, account_id, reason, request_id }, new Date(wiring.clock.now()));
}
