import { type operations, throwApiError, throwFieldError } from "@souk/contract";
import type { Transaction } from "@souk/database";
import { events } from "../../../infrastructure/events/publish.ts";
import { recordText } from "../../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../../infrastructure/routing/answer.ts";
import type { Call } from "../../../infrastructure/routing/call.ts";
import { assertSameCode, assertSameDefault, readRate, readRounding } from "./currency-rules.ts";
import {
  type CurrencyInput,
  changeCurrency,
  currencyText,
  lockCurrencies,
  readCurrencyState,
} from "./currency-store.ts";

/**
 * Update the sent fields of a currency; the same values change and publish nothing.
 * @throws ApiError not_found; invalid naming another code, an invalid rate or rounding, and fields that the
 *   store's own currency cannot change
 */
export async function updateCurrency(
  tx: Transaction,
  call: Call<typeof operations.updateCurrency>,
): Promise<JsonText> {
  const { store, body, params } = call;
  await lockCurrencies(tx, store.id);
  const now = (await readCurrencyState(tx, store, params.id)) ?? throwApiError("not_found");
  assertSameCode(body.code, now);
  assertSameDefault(body.is_default, now);
  const input: CurrencyInput = {};
  if (body.rate !== undefined) input.rate = readRate(body.rate);
  if (body.rounding !== undefined) input.rounding = readRounding(body.rounding, now.code);
  if (now.is_default && input.rate !== undefined && Number(input.rate) !== 1)
    throwFieldError(
      "rate",
      "not_allowed",
      { allowed: [1] },
      `{field} is always 1 for ${now.code}, the currency of the store.`,
    );
  const changed = await changeCurrency(tx, store, { id: now.id, input });
  if (changed) await events.publish(tx, call, "currency/update", { id: changed.id, snapshot: changed.text });
  const text = changed?.text ?? (await currencyText(tx, store, now.code)) ?? throwApiError("not_found");
  return recordText("currency", text);
}
