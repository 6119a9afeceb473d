import type { FactRegistry, SqlTopicBuilder } from "../../events/facts.ts";
import type { ProductDocuments } from "./product-documents.ts";

const topic = "product/update";

// WHK-13: stock counts as a change of its product. A stub, since the document is large and the change must stay small.
const stockStub: SqlTopicBuilder = (source) => `
  select '${topic}'::text as topic, product_id as resource_id, null::text as payload, context, trigger_by_app,
    max(updated_at) as updated_at
  from ${source} group by product_id, context, trigger_by_app`;

/** Registers what changes of products and of stock tell, and how product stubs are rendered (WHK-10: the bare fields). */
export function registerCatalogTopics(facts: FactRegistry, documents: ProductDocuments): void {
  facts.onStockChanged(stockStub);
  facts.on("product_changed", ({ product_id, context, trigger_by_app }) => [
    { topic, resource_id: product_id, payload: null, context, trigger_by_app },
  ]);
  facts.onStub(topic, documents.many);
}
