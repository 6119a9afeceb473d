import type { FieldSelection } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import type { DocumentKind } from "./document-kind.ts";
import { loadDocumentText } from "./document-store.ts";

interface GetCall {
  store: Store;
  params: { id: number };
  query: { fields: FieldSelection | undefined };
}

/** Load a purchase order or a transfer as JSON. @throws ApiError `not_found` */
export async function getDocument(
  kind: DocumentKind,
  db: Queryable,
  { store, params: { id }, query }: GetCall,
): Promise<JsonText> {
  return wrapRecord(kind.singular, await loadDocumentText(db, kind, { store, id }), query.fields);
}
