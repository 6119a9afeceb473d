import { type operations, throwApiError } from "@souk/contract";
import { defineStatement, type Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import { recordTombstones } from "../../../infrastructure/record-tombstone.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { lockCurrencies, readCurrencyState } from "./currency-store.ts";
import { publishCurrencyList } from "./publish-currency-list.ts";

const statement = defineStatement(
  "currency_delete",
  "delete from currencies where store_id = $1 and id = $2",
);

/**
 * Delete a currency, and publish `currency/delete`, and `store/update` with the store's new list of currencies.
 * @throws ApiError `not_found`; `conflict` for the store's default currency
 */
export async function deleteCurrency(
  tx: Transaction,
  call: Call<typeof operations.deleteCurrency>,
): Promise<Record<string, never>> {
  const { store, params } = call;
  await lockCurrencies(tx, store.id);
  const { id, code, is_default } =
    (await readCurrencyState(tx, store, params.id)) ?? throwApiError("not_found");
  if (is_default)
    throwApiError("conflict", {
      message: `${code} is the store's default currency and cannot be deleted. Set another currency_code with PUT /store.json first.`,
    });
  await tx.query(statement, [store.id, id]);
  await recordTombstones(tx, store.id, "currencies", [id]);
  await events.publish(tx, call, "currency/delete", { id, snapshot: JSON.stringify({ code }) });
  await publishCurrencyList(tx, call);
  return {};
}
