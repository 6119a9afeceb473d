import type { TopicName } from "@souk/contract";
import type { EventDraft, FactRegistry, SqlTopicBuilder } from "../../events/facts.ts";
import { idRenderer } from "../../events/stub-renderers.ts";
import type { ProductDocuments } from "./product-documents.ts";

const topic: TopicName = "product/update";

// WHK-13: stock counts as a change of its product. A stub, since the document is large and the change must stay small.
const stockStub: SqlTopicBuilder = (source) => `
  select '${topic}'::text as topic, product_id as resource_id, null::text as payload, context, trigger_by_app,
    max(updated_at) as updated_at
  from ${source} group by product_id, context, trigger_by_app`;

// WHK-6: the cause is sent with product/update only.
function productDraft(of: TopicName, resource_id: number, payload: string | null): EventDraft[] {
  return [{ topic: of, resource_id, payload, context: null, trigger_by_app: null }];
}

/** Registers what changes of products and of stock tell, and how product stubs are rendered (WHK-10: the bare fields). */
export function registerCatalogTopics(facts: FactRegistry, documents: ProductDocuments): void {
  facts.onStockChanged(stockStub, "product");
  facts.on("product_changed", ({ product_id, context, trigger_by_app }) => [
    { topic, resource_id: product_id, payload: null, context, trigger_by_app },
  ]);
  facts.on("product_created", ({ product_id, text }) => productDraft("product/create", product_id, text));
  facts.on("product_deleted", ({ product_id }) =>
    productDraft("product/delete", product_id, JSON.stringify({ id: product_id })),
  );
  facts.onStub(topic, documents.many);
  facts.onStub("product/create", documents.many);
  facts.onStub("product/delete", idRenderer(null));
}
