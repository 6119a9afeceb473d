import type { FactRegistry } from "../../events/facts.ts";

/** Registers what changes of a store's settings and of its currencies tell, each with the whole record (gaps.md, "Webhooks"). */
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
  facts.on("currency_changed", ({ id, text }) => [
    {
      topic: "currency/update",
      resource_id: id,
      payload: `{"currency":${text}}`,
      context: null,
      trigger_by_app: null,
    },
  ]);
  facts.on("currency_deleted", ({ id, code }) => [
    {
      topic: "currency/delete",
      resource_id: id,
      payload: JSON.stringify({ currency: { code } }),
      context: null,
      trigger_by_app: null,
    },
  ]);
}
