import { throwApiError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Store } from "../../../infrastructure/routing/call.ts";
import type { CatalogDeps } from "../catalog-deps.ts";

/** Return the product as this transaction sees it. @throws ApiError not_found */
export async function productText(
  { documents }: Pick<CatalogDeps, "documents">,
  tx: Transaction,
  { store, id }: { store: Store; id: number },
): Promise<JsonText> {
  const text = (await documents.many(tx, store, [id])).get(id);
  return recordText("product", text ?? throwApiError("not_found"));
}
