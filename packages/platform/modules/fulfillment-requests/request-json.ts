import { missingScope, operations } from "@souk/contract";
import type { Actor } from "../../routing/actor.ts";
import type { Installation } from "../../routing/call.ts";
import { appWorks } from "./app-works.ts";

/** Who reads a request. */
export interface Reader {
  actor: Pick<Actor, "scopes">;
  /** Set when an app asks: it sees what was sent to itself. */
  installation: Installation | null;
}

/** An answered link may carry the right to act at the app: people read it who could have asked for it themselves. */
export function seesLinks({ actor, installation }: Reader): boolean {
  return (
    installation !== null || missingScope(operations.sendFulfillmentRequest.scopes, actor.scopes) === null
  );
}

/**
 * The JSON text of a fulfillment request `r`, as SQL.
 * @param zone the placeholder of the store's time zone
 * @param links that of whether the reader sees links
 */
export function requestJson(zone: string, links: string): string {
  const time = (name: string): string => `souk_time(r.${name}, ${zone}) as ${name}`;
  return `row_to_json((select x from (select r.id, r.app_handle, r.topic, r.order_ids, r.fulfillment_order_id, r.status,
    case when r.status <> 'linked' or ${links}::boolean and ${appWorks} then r.answer end as answer, r.error, r.duration_ms,
    ${time("created_at")}, ${time("updated_at")}) x))::text`;
}
