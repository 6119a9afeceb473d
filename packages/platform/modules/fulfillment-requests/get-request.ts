import { type FieldSelection, throwApiError } from "@souk/contract";
import { defineStatement, type Queryable } from "@souk/database";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { buildRequestJson, getLinkVisibility, type RequestViewer } from "./request-json.ts";

interface GetCall extends RequestViewer {
  store: Store;
  params: { id: number };
  query: { fields?: FieldSelection | undefined };
}

// guard fulfillment-request-of-another-app: with `r.app_id > 0` instead of `r.app_id = $4`, list-requests.test.ts fails at `API-5`
// guard fulfillment-request-of-another-store: with `$1::bigint > 0` instead of `r.store_id = $1`, list-requests.test.ts fails at `a person reads all fulfillment requests of a store, and another store shows none`
const fulfillmentRequestStatement = defineStatement(
  "fulfillment_request",
  `select ${buildRequestJson({ timezone: "$3", can_see_all: "$5", scopes: "$6", installation_ids: "$7" })} as text from fulfillment_requests r
        where r.store_id = $1 and r.id = $2 and ($4::bigint is null or r.app_id = $4)`,
);

/** Load one fulfillment request as JSON. @throws ApiError `not_found`, also if it was sent to another app */
export async function getRequest(
  db: Queryable,
  { store, actor, installation, signed_in, params, query }: GetCall,
): Promise<JsonText> {
  const { can_see_all, scopes, installation_ids } = getLinkVisibility({ actor, installation, signed_in });
  const row = await db.maybeOne<{ text: string }>(fulfillmentRequestStatement, [
    store.id,
    params.id,
    store.timezone,
    installation?.app_id ?? null,
    can_see_all,
    scopes,
    installation_ids,
  ]);
  return wrapRecord("fulfillment_request", (row ?? throwApiError("not_found")).text, query.fields);
}
