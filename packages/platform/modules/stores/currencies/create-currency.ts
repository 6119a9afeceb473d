import { type operations, throwApiError, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { findCurrencyError } from "../settings-rules.ts";
import { assertDefaultUnchanged, readRate, readRounding } from "./currency-rules.ts";
import { insertCurrency, lockCurrencies } from "./currency-store.ts";
import { publishCurrencyList } from "./publish-currency-list.ts";

/**
 * Add a currency to the store, and publish the currency and the store's new list of currencies.
 * @throws ApiError `invalid` for `code` if it is unknown or listed already; `invalid` for `rate`, `rounding` or `is_default`
 */
export async function createCurrency(
  tx: Transaction,
  call: Call<typeof operations.createCurrency>,
): Promise<JsonText> {
  const { store, body } = call;
  const { code, is_default, rounding = null } = body;
  const error = findCurrencyError(code);
  if (error !== null) throwApiError("invalid", { fields: [{ ...error, path: "code" }] });
  const input = { code, rate: readRate(body.rate), rounding: readRounding(rounding, code) };
  await lockCurrencies(tx, store.id);
  const createdCurrency =
    (await insertCurrency(tx, store, input)) ??
    throwFieldError(
      "code",
      "not_unique",
      { resource: "currency" },
      `The store already has the currency ${code}. Update it with PUT instead.`,
    );
  assertDefaultUnchanged(is_default, { code, is_default: false });
  // The topic currency/update also reports new currencies.
  await events.publish(tx, call, "currency/update", {
    id: createdCurrency.id,
    snapshot: createdCurrency.text,
  });
  await publishCurrencyList(tx, call);
  return wrapRecord("currency", createdCurrency.text);
}
