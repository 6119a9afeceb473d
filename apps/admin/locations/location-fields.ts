import { texts } from "../texts.ts";

const { fields } = texts.locations;

/** The labels and kinds of the location form's fields, in the order in which the form shows them. */
export const locationFieldWords = {
  name: { label: fields.name, help: fields.nameHelp },
  code: { label: fields.code, help: fields.codeHelp },
  address1: { label: fields.address1 },
  address2: { label: fields.address2 },
  zip: { label: fields.zip },
  city: { label: fields.city },
  province_code: { label: fields.province, help: fields.provinceHelp },
  country_code: { label: fields.country, kind: "country" },
  phone: { label: fields.phone },
  email: { label: fields.email, kind: "email" },
  latitude: { label: fields.latitude, help: fields.placeHelp },
  longitude: { label: fields.longitude, help: fields.placeHelp },
  enabled_pickup: { label: fields.pickup },
  is_active: { label: fields.isActive, help: fields.activeHelp },
} as const;
