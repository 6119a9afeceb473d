import { findMissingScope, operations } from "@souk/contract";
import type { Actor } from "../../infrastructure/routing/actor.ts";
import type { Installation } from "../../infrastructure/routing/call.ts";
import { appIsActiveCondition } from "./app-is-active.ts";

/** The caller that reads a fulfillment request. */
export interface RequestViewer {
  actor: Pick<Actor, "scopes">;
  /** The installation of the calling app, which sees only requests to itself; null for a person. */
  installation: Installation | null;
}

/**
 * Return whether a caller may see the links in responses. A link may grant access to the app's pages, so people see it
 * only if they may send fulfillment requests. An app sees its own links.
 */
export function canSeeLinks({ actor, installation }: RequestViewer): boolean {
  return (
    installation !== null || findMissingScope(operations.sendFulfillmentRequest.scopes, actor.scopes) === null
  );
}

/**
 * Build the SQL expression for the JSON text of a fulfillment request `r`.
 * @param timezoneParameter the SQL parameter with the store's time zone
 * @param linksParameter the SQL parameter that is true if the caller may see links
 */
export function buildRequestJson(timezoneParameter: string, linksParameter: string): string {
  const formatTime = (name: string): string => `souk_time(r.${name}, ${timezoneParameter}) as ${name}`;
  // guard: fulfill-link-for-everybody replacing `or ${linksParameter}` with `or true or ${linksParameter}`: list-requests.test.ts a link is visible only to people who could send the request
  return `row_to_json((select x from (select r.id, r.app_handle, r.topic, r.order_ids, r.fulfillment_order_id, r.status,
    case when r.status <> 'linked' or ${linksParameter}::boolean and ${appIsActiveCondition} then r.answer end as answer, r.error, r.duration_ms,
    ${formatTime("created_at")}, ${formatTime("updated_at")}) x))::text`;
}
