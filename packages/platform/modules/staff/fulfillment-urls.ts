import { type OperationBody, type operations, throwApiError, throwFieldError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { validateFulfillmentUrl, writeFulfillmentUrl } from "../partners/index.ts";
import { logAction } from "./action-log.ts";
import type { StaffDeps } from "./staff-deps.ts";

/** A staff account's request to set or clear one fulfillment URL. */
export interface FulfillmentUrlRequest {
  app_id: number;
  account_id: number;
  request_id: string;
  body: OperationBody<typeof operations.setFulfillmentUrl>;
}

/**
 * Set or clear the URL at which an app receives the Fulfill action of one topic, and log the change as a staff action (REG-4).
 * If the URL is unchanged, nothing is logged.
 *
 * @throws ApiError `not_found`; `invalid` for `url` or `reason`
 */
export async function setFulfillmentUrl(
  tx: Queryable,
  { app_id, account_id, request_id, body }: FulfillmentUrlRequest,
  deps: Pick<StaffDeps, "addresses" | "localAccess" | "clock">,
): Promise<void> {
  const { topic, url } = body;
  const reason = body.reason.trim();
  if (reason === "")
    throwFieldError("reason", "required", {}, "{field} is required. Say who requested this change.");
  const verdict = url === null ? null : validateFulfillmentUrl(url, deps);
  if (verdict?.ok === false) throwFieldError("url", "invalid_format", { format: "url" }, verdict.message);
  const rows = await tx.many("select from apps where id = $1 for no key update", [app_id]);
  if (rows.length === 0) throwApiError("not_found");
  if (!(await writeFulfillmentUrl(tx, app_id, { topic, url }))) return;
  const entry = {
    action: url === null ? ("clear_fulfillment_url" as const) : ("set_fulfillment_url" as const),
    detail: url === null ? topic : `${topic} ${url}`,
    target_kind: "app" as const,
    target_id: app_id,
  };
  await logAction(tx, { ...entry, account_id, reason, request_id }, new Date(deps.clock.now()));
}
