import type { FieldError } from "@souk/contract";
import { csrfField, errorSummary, inputField, selectField } from "../../pages/form.ts";
import { type Html, html } from "../../routing/html.ts";

/** The form's fields, with what each takes. */
export const shopSentences = {
  name: "Give the shop a name of at most 255 characters.",
  handle: "Give the shop a handle of 1 to 63 lower-case letters, digits and hyphens.",
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

export interface ShopFormParts {
  /** What was posted, to be shown again. */
  form: ReadonlyMap<string, string>;
  csrf_token: string;
  /** The domain below which shops live. */
  domain: string;
}

/** The form that creates a shop. */
export function shopForm(parts: ShopFormParts, errors: readonly FieldError[]): Html {
  const { form, csrf_token, domain } = parts;
  const value = (name: string) => form.get(name) ?? "";
  return html`${errorSummary(errors)}<form class="card" method="post" action="/">${csrfField(csrf_token)}
${inputField({ name: "name", label: "Name", value: value("name"), required: true, maxLength: 255, autocomplete: "organization" }, errors)}
${inputField(
  {
    name: "handle",
    label: "Handle",
    hint: `Your shop will be at the handle followed by .${domain}. It can never be changed. Left empty, it is made from the name.`,
    value: value("handle"),
    maxLength: 63,
    autocomplete: "off",
  },
  errors,
)}
${selectField({ name: "currency_code", label: "Currency", value: value("currency_code") || "USD" }, currencies, errors)}
${selectField({ name: "timezone", label: "Time zone", value: value("timezone") || "UTC" }, zones, errors)}
<div class="actions"><button>Create shop</button></div></form>`;
}
