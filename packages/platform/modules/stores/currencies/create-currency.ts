import { type operations, refuse, refuseField } from "@souk/contract";
import type { Transaction } from "@souk/database";
import type { FactRegistry } from "../../../events/facts.ts";
import { recordText } from "../../../listing/list-text.ts";
import type { JsonText } from "../../../routing/answer.ts";
import type { Call } from "../../../routing/call.ts";
import { currencyFault } from "../settings-rules.ts";
import { readRate, readRounding, requireSameDefault } from "./currency-rules.ts";
import { insertCurrency, lockCurrencies } from "./currency-store.ts";
import { tellNewList } from "./tell-new-list.ts";

/**
 * Adds a currency; the store's list of currencies changes with it, and both are told.
 * @throws Refusal invalid naming a code that is no currency or is listed already, a rate or a rounding that is none
 */
export async function createCurrency(
  facts: FactRegistry,
  tx: Transaction,
  call: Call<typeof operations.createCurrency>,
): Promise<JsonText> {
  const { store, body } = call;
  const { code, is_default, rounding = null } = body;
  const fault = currencyFault(code);
  if (fault !== null) refuse("invalid", { fields: [{ ...fault, path: "code" }] });
  const input = { code, rate: readRate(body.rate), rounding: readRounding(rounding, code) };
  await lockCurrencies(tx, store.id);
  const made =
    (await insertCurrency(tx, store, input)) ??
    refuseField("code", `"${code}" is a currency of the store already; change it with PUT`);
  requireSameDefault(is_default, { code, is_default: false });
  await facts.raise(tx, store, call, "currency_changed", made);
  await tellNewList(facts, tx, call);
  return recordText("currency", made.text);
}
