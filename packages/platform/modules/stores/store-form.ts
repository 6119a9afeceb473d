import type { FieldError } from "@souk/contract";
import { csrfField, errorSummary, inputField, selectField } from "../../infrastructure/pages/form.ts";
import { type Html, html } from "../../infrastructure/routing/html.ts";

/** The form's fields, each with the message for an invalid value. */
export const storeFormMessages = {
  name: "Enter a store name of at most 255 characters.",
  handle: "Enter a handle of 1 to 63 lowercase letters, digits and hyphens.",
  currency_code: "Choose a currency.",
  timezone: "Choose a time zone.",
} as const;

const currencyNames = new Intl.DisplayNames("en", { type: "currency" });
const currencies = Intl.supportedValuesOf("currency").map(
  (code) => [code, `${currencyNames.of(code) ?? code} (${code})`] as const,
);
const zones = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")].map(
  (zone) => [zone, zone.replaceAll("_", " ")] as const,
);

export interface StoreFormContent {
  /** The posted values, which the form shows again. */
  form: ReadonlyMap<string, string>;
  csrf_token: string;
  /** The domain of all stores' hostnames. */
  domain: string;
}

/** Render the form that creates a store. */
export function renderStoreForm(parts: StoreFormContent, errors: readonly FieldError[]): Html {
  const { form, csrf_token, domain } = parts;
  const value = (name: string) => form.get(name) ?? "";
  return html`${errorSummary(errors)}<form class="card" method="post" action="/">${csrfField(csrf_token)}
${inputField({ name: "name", label: "Name", value: value("name"), required: true, maxLength: 255, autocomplete: "organization" }, errors)}
${inputField(
  {
    name: "handle",
    label: "Handle",
    hint: `Your store's address is the handle followed by .${domain}. It cannot be changed later. Leave empty to use the name.`,
    value: value("handle"),
    maxLength: 63,
    autocomplete: "off",
  },
  errors,
)}
${selectField({ name: "currency_code", label: "Currency", value: value("currency_code") || "USD" }, currencies, errors)}
${selectField({ name: "timezone", label: "Time zone", value: value("timezone") || "UTC" }, zones, errors)}
<div class="actions"><button>Create store</button></div></form>`;
}
