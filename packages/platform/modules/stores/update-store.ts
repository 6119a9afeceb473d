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
import { wrapRecord } from "../../infrastructure/listing/list-text.ts";
import type { Call } from "../../infrastructure/routing/call.ts";
import type { JsonText } from "../../infrastructure/routing/response.ts";
import { changeOwnCurrency, publishOwnCurrencyChange } from "./currencies/change-own-currency.ts";
import { loadStoreText } from "./get-store.ts";
import {
  findCurrencyError,
  findTimeZone,
  missingNameError,
  normalizeLocale,
  timeZoneError,
} from "./settings-rules.ts";
import { buildStoreJson } from "./store-json.ts";
import type { StoresDeps } from "./stores-deps.ts";

type Settings = OperationBody<typeof operations.updateStore>;

const settingNames = [
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

// A setting that was not sent is null here and is left unchanged. All rendered snapshots depend on the currency (`$12`) and the time zone
// (`$13`). A change of either one increments `display_version`, which invalidates the snapshots.
const buildSettingList = (toSql: (name: string, index: number) => string): string =>
  settingNames.map(toSql).join(", ");
const newValues = buildSettingList((name, index) => `coalesce($${index + 3}::text, r.${name})`);
const currentValues = buildSettingList((name) => `r.${name}`);
const statement = defineStatement(
  "store_update",
  `
    update stores r set (${buildSettingList((name) => name)}) = row(${newValues}),
      display_version = r.display_version
        + (coalesce($12, r.currency_code) <> r.currency_code or coalesce($13, r.timezone) <> r.timezone)::int,
      updated_at = ${monotonicUpdatedAt("r.updated_at")}
    where r.id = $1 and (${currentValues}) is distinct from (${newValues})
    returning ${buildStoreJson("$2")} as text`,
);

/**
 * Update the sent settings, and publish `store/update` if one of them changes. A new time zone or currency invalidates all
 * rendered snapshots of the store.
 * @throws ApiError `invalid` for each invalid setting
 */
export async function updateStore(
  { precisionLossFinders }: Pick<StoresDeps, "precisionLossFinders">,
  tx: Transaction,
  call: Call<typeof operations.updateStore>,
): Promise<JsonText> {
  const { store } = call;
  const body = await normalizeSettings(tx, store.id, call.body);
  const { currency_code } = body;
  const isNewCurrency =
    currency_code !== undefined && (await lockAndCompareCurrency(tx, store.id, currency_code));
  if (isNewCurrency)
    await assertNoPrecisionLoss(tx, { store_id: store.id, currency_code }, precisionLossFinders);
  const currencyChange = isNewCurrency ? await changeOwnCurrency(tx, store.id, currency_code) : null;
  const values = [store.id, store.domain, ...settingNames.map((name) => body[name] ?? null)];
  const rows = await tx.many<{ text: string }>(statement, values);
  const updatedText = rows[0]?.text;
  if (updatedText !== undefined)
    await events.publish(tx, call, "store/update", { id: store.id, snapshot: updatedText });
  if (currencyChange) await publishOwnCurrencyChange(tx, { store, cause: call, change: currencyChange });
  return wrapRecord("store", updatedText ?? (await loadStoreText(tx, store)));
}

/**
 * Lock the store's row, and return whether the currency differs from the store's current one. A form always sends all fields, but
 * the prices of the store need to be checked only if the currency differs. The row is read again, because it may have changed since
 * the request began.
 */
async function lockAndCompareCurrency(tx: Transaction, storeId: number, currency: string): Promise<boolean> {
  const text = "select currency_code <> $2 as differs from stores where id = $1 for no key update";
  const row = await tx.maybeOne<{ differs: boolean }>(text, [storeId, currency]);
  return row?.differs ?? true;
}

async function assertNoPrecisionLoss(
  tx: Transaction,
  { store_id, currency_code }: { store_id: number; currency_code: string },
  precisionLossFinders: StoresDeps["precisionLossFinders"],
): Promise<void> {
  for (const findPrecisionLoss of precisionLossFinders) {
    const loss = await findPrecisionLoss(tx, store_id, getCurrencyExponent(currency_code));
    if (loss === null) continue;
    const message = `${loss.subject} has more decimal places than ${currency_code}. ${loss.remedy}`;
    throwFieldError("currency_code", "conflict", {}, message);
  }
}

/** Validate and normalize the sent settings. Texts are trimmed, and codes are written as their standards define. */
async function normalizeSettings(tx: Queryable, storeId: number, sentSettings: Settings): Promise<Settings> {
  const body = trimSettings(sentSettings);
  const country_code =
    body.country_code === undefined
      ? undefined
      : (normalizeCountryCode(body.country_code) ??
        (await findUnchangedCountry(tx, storeId, body.country_code)));
  const timezone = body.timezone === undefined ? undefined : await findTimeZone(tx, body.timezone);
  const locale = body.locale === undefined ? undefined : normalizeLocale(body.locale);
  const localeError: FieldError = fieldError("locale", "invalid_format", { format: "language" });
  const fields = [
    body.name === "" ? missingNameError : null,
    country_code === null ? fieldError("country_code", "invalid_format", { format: "country_code" }) : null,
    body.currency_code === undefined ? null : findCurrencyError(body.currency_code),
    timezone === null ? timeZoneError : null,
    locale === null ? localeError : null,
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

/** Return the sent country code if it is the store's current one, otherwise null. A store can keep an unknown country code. */
async function findUnchangedCountry(tx: Queryable, storeId: number, code: string): Promise<string | null> {
  const text = "select country_code from stores where id = $1 and country_code = $2";
  return (await tx.maybeOne<{ country_code: string }>(text, [storeId, code]))?.country_code ?? null;
}

/** Trim the texts of the settings. */
function trimSettings(body: Settings): Settings {
  const entries = settingNames.flatMap((name) =>
    body[name] === undefined ? [] : [[name, body[name].trim()]],
  );
  return Object.fromEntries(entries) as Settings;
}
