import { findMissingScope, operations } from "@souk/contract";
import type { Actor } from "../../infrastructure/routing/actor.ts";
import type { Installation } from "../../infrastructure/routing/call.ts";
import { appIsActive } from "./app-is-active.ts";

/** The caller that reads a fulfillment request. */
export interface Reader {
  actor: Pick<Actor, "scopes">;
  /** The installation of the calling app, which sees only requests to itself; null for a person. */
  installation: Installation | null;
}

/**
 * Return whether a reader sees the links of responses. A link may carry the right to act at the app, so only
 * people who could have sent the request see it.
 */
export function canSeeLinks({ actor, installation }: Reader): boolean {
  return (
    installation !== null || findMissingScope(operations.sendFulfillmentRequest.scopes, actor.scopes) === null
  );
}

/**
 * Build the SQL for the JSON text of a fulfillment request `r`.
 * @param zone the placeholder of the store's time zone
 * @param links the placeholder of whether the reader sees links
 */
export function buildRequestJson(zone: string, links: string): string {
  const time = (name: string): string => `souk_time(r.${name}, ${zone}) as ${name}`;
  // guard: fulfill-link-for-everybody with `or true or ${links}` for `or ${links}`: list-requests.test.ts a link is visible only to people who could send the request
  return `row_to_json((select x from (select r.id, r.app_handle, r.topic, r.order_ids, r.fulfillment_order_id, r.status,
    case when r.status <> 'linked' or ${links}::boolean and ${appIsActive} then r.answer end as answer, r.error, r.duration_ms,
    ${time("created_at")}, ${time("updated_at")}) x))::text`;
}
