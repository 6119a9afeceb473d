import type { FactRegistry } from "../../events/facts.ts";

/** Registers what a change of a store's settings tells: store/update with the whole record (gaps.md, "Webhooks"). */
export function registerStoreTopics(facts: FactRegistry): void {
  facts.on("store_changed", ({ text }, store) => [
    {
      topic: "store/update",
      resource_id: store.id,
      payload: `{"store":${text}}`,
      context: null,
      trigger_by_app: null,
    },
  ]);
}
