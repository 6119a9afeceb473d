import { type operations, throwApiError, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import { wrapRecord } from "../../../infrastructure/listing/list-text.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import type { JsonText } from "../../../infrastructure/routing/response.ts";
import { assertDefaultUnchanged, assertSameCode, readRate, readRounding } from "./currency-rules.ts";
import {
  type CurrencyInput,
  changeCurrency,
  loadCurrencyText,
  lockCurrencies,
  readCurrencyState,
} from "./currency-store.ts";

/**
 * Update the sent fields of a currency, and publish `currency/update` if a value changes.
 * @throws ApiError `not_found`; `invalid` for `rate`, `rounding`, a changed `code` or a changed `is_default`
 */
export async function updateCurrency(
  tx: Transaction,
  call: Call<typeof operations.updateCurrency>,
): Promise<JsonText> {
  const { store, body, params } = call;
  await lockCurrencies(tx, store.id);
  const current = (await readCurrencyState(tx, store, params.id)) ?? throwApiError("not_found");
  assertSameCode(body.code, current);
  assertDefaultUnchanged(body.is_default, current);
  const input: CurrencyInput = {};
  if (body.rate !== undefined) input.rate = readRate(body.rate);
  if (body.rounding !== undefined) input.rounding = readRounding(body.rounding, current.code);
  if (current.is_default && input.rate !== undefined && Number(input.rate) !== 1)
    throwFieldError(
      "rate",
      "not_allowed",
      { allowed: [1] },
      `{field} is always 1 for ${current.code}, the store's default currency.`,
    );
  const updatedCurrency = await changeCurrency(tx, store, { id: current.id, input });
  if (updatedCurrency)
    await events.publish(tx, call, "currency/update", {
      id: updatedCurrency.id,
      snapshot: updatedCurrency.text,
    });
  const text =
    updatedCurrency?.text ?? (await loadCurrencyText(tx, store, current.code)) ?? throwApiError("not_found");
  return wrapRecord("currency", text);
}
