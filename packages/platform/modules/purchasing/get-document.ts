import type { FieldSelection } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Store } from "../../routing/call.ts";
import type { DocumentKind } from "./document-kind.ts";
import { documentText } from "./document-store.ts";

interface GetCall {
  store: Store;
  params: { id: number };
  query: { fields: FieldSelection | undefined };
}

/** One purchase order or transfer. @throws Refusal not_found */
export async function getDocument(
  kind: DocumentKind,
  run: Queryable,
  { store, params: { id }, query }: GetCall,
): Promise<JsonText> {
  return recordText(kind.singular, await documentText(run, kind, { store, id }), query.fields);
}
