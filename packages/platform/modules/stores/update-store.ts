import {
  type FieldError,
  fieldError,
  getCurrencyExponent,
  normalizeCountryCode,
  type OperationBody,
  type operations,
  throwApiError,
  throwFieldError,
} from "@souk/contract";
import { defineStatement, monotonicUpdatedAt, type Queryable, type Transaction } from "@souk/database";
import { events } from "../../infrastructure/events/publish.ts";
import { recordText } from "../../infrastructure/listing/list-text.ts";
import type { JsonText } from "../../infrastructure/routing/answer.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import { changeOwnCurrency, publishOwnCurrencyChange } from "./currencies/change-own-currency.ts";
import { storeText } from "./get-store.ts";
import { findCurrencyError, findLocale, findZone, noName, noTimeZone } from "./settings-rules.ts";
import { storeJson } from "./store-json.ts";
import type { StoresDeps } from "./stores-deps.ts";

type Settings = OperationBody<typeof operations.updateStore>;

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
const list = (toSql: (name: string, index: number) => string): string => settings.map(toSql).join(", ");
const asked = list((name, index) => `coalesce($${index + 3}::text, r.${name})`);
const current = list((name) => `r.${name}`);
const statement = defineStatement(
  "store_update",
  `
    update stores r set (${list((name) => name)}) = row(${asked}),
      display_version = r.display_version
        + (coalesce($12, r.currency_code) <> r.currency_code or coalesce($13, r.timezone) <> r.timezone)::int,
      updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where r.id = $1 and (${current}) is distinct from (${asked})
    returning ${storeJson("$2")} as text`,
);

/**
 * Update the sent settings and publish `store/update` when one of them changed. A new time zone or currency
 * makes every rendered snapshot stale.
 * @throws ApiError invalid naming each field that is wrong
 */
export async function updateStore(
  { amounts }: Pick<StoresDeps, "amounts">,
  tx: Transaction,
  call: Call<typeof operations.updateStore>,
): Promise<JsonText> {
  const { store } = call;
  const body = await checked(tx, store.id, call.body);
  const { currency_code } = body;
  const isNew = currency_code !== undefined && (await isNewCurrency(tx, store.id, currency_code));
  if (isNew) await assertFittingAmounts(tx, { store_id: store.id, currency_code }, amounts);
  const change = isNew ? await changeOwnCurrency(tx, store.id, currency_code) : null;
  const values = [store.id, store.domain, ...settings.map((name) => body[name] ?? null)];
  const rows = await tx.many<{ text: string }>(statement, values);
  const changed = rows[0]?.text;
  if (changed !== undefined)
    await events.publish(tx, call, "store/update", { id: store.id, snapshot: changed });
  if (change) await publishOwnCurrencyChange(tx, { store, cause: call, change });
  return recordText("store", changed ?? (await storeText(tx, store)));
}

// A form sends all its fields each time: the prices of a large store are read only when their currency is new. As of now, not
// of when the request came: another may have changed it meanwhile.
async function isNewCurrency(tx: Transaction, storeId: number, currency: string): Promise<boolean> {
  const text = "select currency_code <> $2 as differs from stores where id = $1 for no key update";
  const row = await tx.maybeOne<{ differs: boolean }>(text, [storeId, currency]);
  return row?.differs ?? true;
}

async function assertFittingAmounts(
  tx: Transaction,
  { store_id, currency_code }: { store_id: number; currency_code: string },
  amounts: StoresDeps["amounts"],
): Promise<void> {
  for (const findAmount of amounts) {
    const amount = await findAmount(tx, store_id, getCurrencyExponent(currency_code));
    if (amount === null) continue;
    const sentence = `${amount.called} has more decimals than ${currency_code}. ${amount.remedy}`;
    throwFieldError("currency_code", "conflict", {}, sentence);
  }
}

/** Validate the sent settings and normalize them: trimmed, and spelled as the standards do. */
async function checked(tx: Queryable, storeId: number, sent: Settings): Promise<Settings> {
  const body = trimmed(sent);
  const country_code =
    body.country_code === undefined
      ? undefined
      : (normalizeCountryCode(body.country_code) ?? (await keptCountry(tx, storeId, body.country_code)));
  const timezone = body.timezone === undefined ? undefined : await findZone(tx, body.timezone);
  const locale = body.locale === undefined ? undefined : findLocale(body.locale);
  const noLocale: FieldError = fieldError("locale", "invalid_format", { format: "language" });
  const fields = [
    body.name === "" ? noName : null,
    country_code === null ? fieldError("country_code", "invalid_format", { format: "country_code" }) : null,
    body.currency_code === undefined ? null : findCurrencyError(body.currency_code),
    timezone === null ? noTimeZone : null,
    locale === null ? noLocale : null,
  ].filter((error) => error !== null);
  if (fields.length > 0 || country_code === null || timezone === null || locale === null)
    throwApiError("invalid", { fields });
  return {
    ...body,
    ...(country_code === undefined ? {} : { country_code }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(locale === undefined ? {} : { locale }),
  };
}

/** Return a country code that no country has if it is the store's current one; otherwise null. */
async function keptCountry(tx: Queryable, storeId: number, code: string): Promise<string | null> {
  const text = "select country_code from stores where id = $1 and country_code = $2";
  return (await tx.maybeOne<{ country_code: string }>(text, [storeId, code]))?.country_code ?? null;
}

/** Trim the texts of the settings. */
function trimmed(body: Settings): Settings {
  const sent = settings.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name].trim()]]));
  return Object.fromEntries(sent) as Settings;
}
