import type { FieldError } from "@souk/contract";
import {
  renderCsrfField,
  renderErrorSummary,
  renderInput,
  renderSelect,
} from "../../infrastructure/pages/form.ts";
import { type Html, html } from "../../infrastructure/routing/html.ts";

/** The form's fields, each with the message for an invalid value. */
export const storeFormMessages = {
  name: "Enter a store name of at most 255 characters.",
  handle: "Enter a handle of 1 to 63 lowercase letters, digits and hyphens.",
  currency_code: "Choose a currency.",
  timezone: "Choose a time zone.",
} as const;

const currencyNames = new Intl.DisplayNames("en", { type: "currency" });
const currencyOptions = Intl.supportedValuesOf("currency").map(
  (code) => [code, `${currencyNames.of(code) ?? code} (${code})`] as const,
);
const timeZoneOptions = ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")].map(
  (zone) => [zone, zone.replaceAll("_", " ")] as const,
);

/** The content of the form that creates a store. */
export interface StoreFormContent {
  /** The posted values, which the form shows again. */
  form: ReadonlyMap<string, string>;
  csrf_token: string;
  /** The domain of all stores' hostnames. */
  domain: string;
}

/** Render the form that creates a store. */
export function renderStoreForm(content: StoreFormContent, errors: readonly FieldError[]): Html {
  const { form, csrf_token, domain } = content;
  const getValue = (name: string) => form.get(name) ?? "";
  return html`${renderErrorSummary(errors)}<form class="card" method="post" action="/">${renderCsrfField(csrf_token)}
${renderInput({ name: "name", label: "Name", value: getValue("name"), required: true, maxLength: 255, autocomplete: "organization" }, errors)}
${renderInput(
  {
    name: "handle",
    label: "Handle",
    hint: `Your store's hostname is the handle followed by .${domain}. It can't be changed later. Leave empty to create it from the name.`,
    value: getValue("handle"),
    maxLength: 63,
    autocomplete: "off",
  },
  errors,
)}
${renderSelect({ name: "currency_code", label: "Currency", value: getValue("currency_code") || "USD" }, currencyOptions, errors)}
${renderSelect({ name: "timezone", label: "Time zone", value: getValue("timezone") || "UTC" }, timeZoneOptions, errors)}
<div class="actions"><button>Create store</button></div></form>`;
}
