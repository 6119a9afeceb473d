import type { FactRegistry } from "../../events/facts.ts";
import { rendererBy } from "../../events/stub-renderers.ts";
import { documentJson } from "./document-json.ts";
import { purchaseOrders } from "./document-kind.ts";

const orderNow = {
  name: "purchase_order_topic_now",
  text: `
    select r.id, ${documentJson(purchaseOrders, "$3")} as text from purchase_orders r
    where r.store_id = $1 and r.id = any($2::bigint[])`,
};

/** Registers what making and changing a purchase order tells: the whole record (gaps.md, "Webhooks"). Transfers have no topic. */
export function registerPurchasingTopics(facts: FactRegistry): void {
  const event = (topic: string) => (fact: { id: number; text: string }) => [
    {
      topic,
      resource_id: fact.id,
      payload: `{"purchase_order":${fact.text}}`,
      context: null,
      trigger_by_app: null,
    },
  ];
  facts.on("purchase_order_created", event("purchase_order/create"));
  facts.on("purchase_order_changed", event("purchase_order/update"));
  const order = rendererBy(orderNow, "purchase_order");
  facts.onStub("purchase_order/create", order);
  facts.onStub("purchase_order/update", order);
}
