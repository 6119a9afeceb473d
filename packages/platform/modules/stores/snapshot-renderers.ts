import { defineStatement } from "@souk/database";
import {
  createStatementRenderer,
  type SnapshotRenderers,
} from "../../infrastructure/events/snapshot-renderers.ts";
import { buildCurrencyJson } from "./currencies/currency-json.ts";
import { loadStoreText } from "./get-store.ts";

const currencyStatement = defineStatement(
  "currency_topic_now",
  `select r.id, ${buildCurrencyJson("$3")} as text from currencies r where r.store_id = $1 and r.id = any($2::bigint[])`,
);

/** The functions that render the snapshots for `store/update` and `currency/update` events. */
export const storeRenderers: SnapshotRenderers = {
  "store/update": async (db, store) => new Map([[store.id, await loadStoreText(db, store)]]),
  "currency/update": createStatementRenderer(currencyStatement),
};
