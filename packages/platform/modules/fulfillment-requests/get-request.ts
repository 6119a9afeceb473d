import { type FieldSelection, refuse } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Store } from "../../routing/call.ts";
import { type Reader, requestJson, seesLinks } from "./request-json.ts";

interface GetCall extends Reader {
  store: Store;
  params: { id: number };
  query: { fields?: FieldSelection | undefined };
}

/** One Fulfill action that was sent to an app. @throws Refusal not_found, the same for another app's */
export async function getRequest(
  run: Queryable,
  { store, actor, installation, params, query }: GetCall,
): Promise<JsonText> {
  const { rows } = await run.query<{ text: string }>(
    {
      name: "fulfillment_request",
      text: `select ${requestJson("$3", "$5")} as text from fulfillment_requests r
        where r.store_id = $1 and r.id = $2 and ($4::bigint is null or r.app_id = $4)`,
    },
    [store.id, params.id, store.timezone, installation?.app_id ?? null, seesLinks({ actor, installation })],
  );
  return recordText("fulfillment_request", (rows[0] ?? refuse("not_found")).text, query.fields);
}
