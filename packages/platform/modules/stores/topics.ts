import type { FactRegistry, StubRenderer } from "../../events/facts.ts";
import { rendererBy } from "../../events/stub-renderers.ts";
import { currencyJson } from "./currencies/currency-json.ts";
import { storeText } from "./get-store.ts";

const currencyNow = {
  name: "currency_topic_now",
  text: `select r.id, ${currencyJson("$3")} as text from currencies r where r.store_id = $1 and r.id = any($2::bigint[])`,
};

const storeNow: StubRenderer = async (run, store) =>
  new Map([[store.id, `{"store":${await storeText(run, store)}}`]]);

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
  facts.onStub("store/update", storeNow);
  facts.onStub("currency/update", rendererBy(currencyNow, "currency"));
}
