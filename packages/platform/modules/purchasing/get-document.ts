import type { FieldSelection } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { DocumentKind } from "./document-kind.ts";
import { documentText } from "./document-store.ts";

interface GetCall {
  store: Store;
  params: { id: number };
  query: { fields: FieldSelection | undefined };
}

/** Return a purchase order or transfer. @throws ApiError not_found */
export async function getDocument(
  kind: DocumentKind,
  db: Queryable,
  { store, params: { id }, query }: GetCall,
): Promise<JsonText> {
  return recordText(kind.singular, await documentText(db, kind, { store, id }), query.fields);
}
