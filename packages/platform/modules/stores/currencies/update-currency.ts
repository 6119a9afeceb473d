import { type operations, refuse, refuseField } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import { recordText } from "../../../listing/list-text.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import { readRate, readRounding, requireSameCode, requireSameDefault } from "./currency-rules.ts";
import {
  type CurrencyInput,
  changeCurrency,
  currencyText,
  lockCurrencies,
  readCurrencyState,
} from "./currency-store.ts";

/**
 * Changes what is sent of a currency; what is already as asked changes nothing and sends nothing.
 * @throws Refusal not_found; invalid naming another code, a rate or a rounding that is none, and what the store's own currency
 * cannot be
 */
export async function updateCurrency(
  facts: FactRegistry,
  tx: Transaction,
  call: Call<typeof operations.updateCurrency>,
): Promise<JsonText> {
  const { store, body, params } = call;
  await lockCurrencies(tx, store.id);
  const now = (await readCurrencyState(tx, store, params.id)) ?? refuse("not_found");
  requireSameCode(body.code, now);
  requireSameDefault(body.is_default, now);
  const input: CurrencyInput = {};
  if (body.rate !== undefined) input.rate = readRate(body.rate);
  if (body.rounding !== undefined) input.rounding = readRounding(body.rounding, now.code);
  if (now.is_default && input.rate !== undefined && Number(input.rate) !== 1)
    refuseField("rate", `is 1 for ${now.code}, the store's own currency, from which all others are reckoned`);
  const changed = await changeCurrency(tx, store, { id: now.id, input });
  if (changed) await facts.raise(tx, store, call, "currency_changed", changed);
  const text = changed?.text ?? (await currencyText(tx, store, now.code)) ?? refuse("not_found");
  return recordText("currency", text);
}
