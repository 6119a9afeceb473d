import { strings } from "./strings.ts";

const { shop, address, standards } = strings;

/** The settings of a shop in the parts that people look for them in. */
export const storeParts = [
  {
    title: shop.title,
    words: {
      name: { label: shop.name, help: shop.nameHelp },
      email: { label: shop.email, help: shop.emailHelp, kind: "email" },
      phone: { label: shop.phone },
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
