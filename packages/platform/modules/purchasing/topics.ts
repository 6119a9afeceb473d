import type { FactRegistry } from "../../events/facts.ts";

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
}
