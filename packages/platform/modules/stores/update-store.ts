import {
  type BodyOf,
  currencyExponent,
  type FieldError,
  findCountry,
  noCountry,
  type operations,
  refuse,
} from "@souk/contract";
import { laterThan, type Queryable, type Transaction } from "@souk/database";
import type { FactRegistry } from "../../events/facts.ts";
import { recordText } from "../../listing/list-text.ts";
import type { JsonText } from "../../routing/answer.ts";
import type { Call } from "../../routing/call.ts";
import { changeOwnCurrency, tellOwnCurrency } from "./currencies/change-own-currency.ts";
import { storeText } from "./get-store.ts";
import { currencyFault, findLocale, findZone, noName, noTimeZone } from "./settings-rules.ts";
import { storeJson } from "./store-json.ts";

type Settings = BodyOf<typeof operations.updateStore>;

/** An amount that a new currency would cut. */
export interface CutAmount {
  /** How a sentence about it begins. */
  called: string;
  /** What is to be done before, as the end of that sentence. */
  remedy: string;
}

/** One of the amounts in the store's currency that another module keeps, with more than so many decimals; null: there is none. */
export type StoreAmounts = (tx: Queryable, storeId: number, decimals: number) => Promise<CutAmount | null>;

/** What changing a store needs of the rest of the house. */
export interface StoreUpdates {
  facts: FactRegistry;
  /** Amounts that a change of currency must not cut. */
  amounts: readonly StoreAmounts[];
}

const settings = [
  "name",
  "email",
  "phone",
  "address1",
  "address2",
  "city",
  "province_code",
  "zip",
  "country_code",
  "currency_code",
  "timezone",
  "locale",
] as const satisfies readonly (keyof Settings)[];

// What was not sent is null here and stays as it is. Every rendered document shows time zone and currency.
const list = (of: (name: string, at: number) => string): string => settings.map(of).join(", ");
const asked = list((name, at) => `coalesce($${at + 3}::text, r.${name})`);
const held = list((name) => `r.${name}`);
const statement = {
  name: "store_update",
  text: `
    update stores r set (${list((name) => name)}) = row(${asked}),
      rendition = r.rendition
        + (coalesce($12, r.currency_code) <> r.currency_code or coalesce($13, r.timezone) <> r.timezone)::int,
      updated_at = ${laterThan("r.updated_at")}
    where r.id = $1 and (${held}) is distinct from (${asked})
    returning ${storeJson("$2")} as text`,
};

/**
 * Changes the settings that are sent and raises `store_changed` when one of them is new. A new time zone or currency makes
 * every rendered document stale.
 * @throws Refusal invalid naming each field that is wrong
 */
export async function updateStore(
  { facts, amounts }: StoreUpdates,
  tx: Transaction,
  call: Call<typeof operations.updateStore>,
): Promise<JsonText> {
  const { store } = call;
  const body = await checked(tx, store.id, call.body);
  const { currency_code } = body;
  const isNew = currency_code !== undefined && (await isNewCurrency(tx, store.id, currency_code));
  if (isNew) await requireFittingAmounts(tx, { store_id: store.id, currency_code }, amounts);
  const change = isNew ? await changeOwnCurrency(tx, store.id, currency_code) : null;
  const values = [store.id, store.domain, ...settings.map((name) => body[name] ?? null)];
  const { rows } = await tx.query<{ text: string }>(statement, values);
  const changed = rows[0]?.text;
  if (changed !== undefined) await facts.raise(tx, store, call, "store_changed", { text: changed });
  if (change) await tellOwnCurrency(facts, tx, { store, cause: call, change });
  return recordText("store", changed ?? (await storeText(tx, store)));
}

// A form sends all its fields each time: the prices of a large store are read only when their currency is new. As of now, not
// of when the request came: another may have changed it meanwhile.
async function isNewCurrency(tx: Transaction, storeId: number, currency: string): Promise<boolean> {
  const text = "select currency_code <> $2 as differs from stores where id = $1 for no key update";
  const { rows } = await tx.query<{ differs: boolean }>(text, [storeId, currency]);
  return rows[0]?.differs ?? true;
}

async function requireFittingAmounts(
  tx: Transaction,
  { store_id, currency_code }: { store_id: number; currency_code: string },
  amounts: StoreUpdates["amounts"],
): Promise<void> {
  for (const findCut of amounts) {
    const cut = await findCut(tx, store_id, currencyExponent(currency_code));
    if (cut === null) continue;
    const message = `${cut.called} has more decimals than ${currency_code} has; ${cut.remedy}.`;
    refuse("invalid", { fields: [{ path: "currency_code", message }] });
  }
}

/** The settings as they are kept: trimmed, and spelt as the standards spell them. */
async function checked(tx: Queryable, storeId: number, sent: Settings): Promise<Settings> {
  const body = trimmed(sent);
  const country_code =
    body.country_code === undefined
      ? undefined
      : (findCountry(body.country_code) ?? (await keptCountry(tx, storeId, body.country_code)));
  const timezone = body.timezone === undefined ? undefined : await findZone(tx, body.timezone);
  const locale = body.locale === undefined ? undefined : findLocale(body.locale);
  const noLocale: FieldError = {
    path: "locale",
    message: "Give a language by its BCP 47 name, for example en.",
  };
  const fields = [
    body.name === "" ? noName : null,
    country_code === null ? { path: "country_code", message: noCountry } : null,
    body.currency_code === undefined ? null : currencyFault(body.currency_code),
    timezone === null ? noTimeZone : null,
    locale === null ? noLocale : null,
  ].filter((fault) => fault !== null);
  if (fields.length > 0 || country_code === null || timezone === null || locale === null)
    refuse("invalid", { fields });
  return {
    ...body,
    ...(country_code === undefined ? {} : { country_code }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(locale === undefined ? {} : { locale }),
  };
}

/** A code that no country has, where the store has it from before; otherwise null. */
async function keptCountry(tx: Queryable, storeId: number, code: string): Promise<string | null> {
  const text = "select country_code from stores where id = $1 and country_code = $2";
  return (await tx.query<{ country_code: string }>(text, [storeId, code])).rows[0]?.country_code ?? null;
}

/** What people type has no blanks at its ends. */
function trimmed(body: Settings): Settings {
  const sent = settings.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name].trim()]]));
  return Object.fromEntries(sent) as Settings;
}
