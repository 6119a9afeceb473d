import { refuse } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import { recordText } from "../../../listing/list-text.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Store } from "../../../routing/call.ts";
import type { ProductDocuments } from "../product-documents.ts";

/** What changing products needs of the rest of the house. */
export interface ProductKit {
  facts: FactRegistry;
  documents: ProductDocuments;
}

/** The answer of a change: the product as this transaction sees it. @throws Refusal not_found */
export async function productText(
  { documents }: Pick<ProductKit, "documents">,
  tx: Transaction,
  { store, id }: { store: Store; id: number },
): Promise<JsonText> {
  const text = (await documents.many(tx, store, [id])).get(id);
  return recordText("product", text ?? refuse("not_found"));
}
