import { texts } from "../texts.ts";

const { details, address, standards } = texts.settings;

/** The store's settings in sections, each with the labels and kinds of its fields. */
export const storeSections = [
  {
    title: details.title,
    words: {
      name: { label: details.name, help: details.nameHelp },
      email: { label: details.email, help: details.emailHelp, kind: "email" },
      phone: { label: details.phone },
    },
  },
  {
    title: address.title,
    words: {
      address1: { label: address.address1 },
      address2: { label: address.address2 },
      zip: { label: address.zip },
      city: { label: address.city },
      province_code: { label: address.province, help: address.provinceHelp },
      country_code: { label: address.country, kind: "country" },
    },
  },
  {
    title: standards.title,
    words: {
      currency_code: { label: standards.currency, help: standards.currencyHelp, kind: "currency" },
      timezone: { label: standards.timezone, help: standards.timezoneHelp, kind: "timezone" },
      locale: { label: standards.locale, help: standards.localeHelp },
    },
  },
] as const;
