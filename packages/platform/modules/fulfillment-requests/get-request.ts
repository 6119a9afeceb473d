import { type FieldSelection, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Installation, Store } from "../../routing/call.ts";
import { requestJson } from "./request-json.ts";

interface GetCall {
  store: Store;
  /** Set when an app asks: it sees what was sent to itself. */
  installation: Installation | null;
  params: { id: number };
  query: { fields?: FieldSelection | undefined };
}

/** One Fulfill action that was sent to an app. @throws Refusal not_found, the same for another app's */
export async function getRequest(
  run: Queryable,
  { store, installation, params, query }: GetCall,
): Promise<JsonText> {
  const { rows } = await run.query<{ text: string }>(
    {
      name: "fulfillment_request",
      text: `select ${requestJson("$3")} as text from fulfillment_requests r
        where r.store_id = $1 and r.id = $2 and ($4::bigint is null or r.app_id = $4)`,
    },
    [store.id, params.id, store.timezone, installation?.app_id ?? null],
  );
  return recordText("fulfillment_request", (rows[0] ?? refuse("not_found")).text, query.fields);
}
