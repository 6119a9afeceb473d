import { Type } from "typebox";
import {
  countryIn,
  countryOut,
  dateOut,
  emailOrNone,
  id,
  longText,
  moneyOut,
  nullable,
  shortText,
  textLimits,
} from "./common.ts";
import { customerAddress, customerAddressInput, mostAddresses } from "./customer-address.ts";
import { attributeValues, attributeValuesIn } from "./customer-attribute.ts";
import { mostTags } from "./product-input.ts";

const genders = ["male", "female", "other"] as const;

const codeRule =
  "Letters, digits, `-`, `_` and `.`; its own in the store, where case does not count; empty: none.";
const emailRule = "Its own in the store, where case does not count; empty: none.";
const phoneRule = "As E.164, for example +60123456789; its own in the store; empty: none.";
const birthdateRule = "A date such as 1990-05-17, not after today; null: unknown.";
const attributesRule =
  "Custom fields that have a value, by their keys. Only with read_customer_attributes: without it they are not there (CUS-3).";

/** Somebody who buys, with their addresses, groups and custom fields (CUS-1). */
export const customer = Type.Object({
  id,
  code: Type.String({ description: codeRule }),
  first_name: Type.String(),
  last_name: Type.String(),
  email: Type.String({ description: emailRule }),
  phone: Type.String({ description: phoneRule }),
  birthdate: nullable(Type.String({ format: "date", description: birthdateRule })),
  gender: nullable(Type.Enum([...genders])),
  country_code: countryOut,
  accepts_marketing: Type.Boolean({ description: "Agreed to be sent offers." }),
  note: Type.String({ description: "For the shop's people; customers never see it." }),
  tags: Type.Array(Type.String()),
  total_spent: moneyOut,
  order_count: Type.Integer(),
  last_order_id: nullable(Type.Integer()),
  total_credit: Type.String({ description: "Store credit that is left, with the currency's decimals." }),
  total_point: Type.Integer({ description: "Loyalty points that are left." }),
  primary_address: nullable(customerAddress),
  addresses: Type.Array(customerAddress, { description: "In the order in which they were added." }),
  groups: Type.Array(Type.Object({ id, name: Type.String() })),
  attributes: Type.Optional({ ...attributeValues, description: attributesRule }),
  created_at: dateOut,
  updated_at: dateOut,
});

const text = Type.Optional(shortText);

const fields = {
  code: Type.Optional(
    Type.String({ maxLength: 64, pattern: "^([A-Za-z0-9][A-Za-z0-9_.-]*)?$", description: codeRule }),
  ),
  first_name: text,
  last_name: text,
  email: Type.Optional(
    Type.String({ ...emailOrNone, description: `An e-mail address such as mei@kedai.com. ${emailRule}` }),
  ),
  phone: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        "In any usual spelling; without a country's code it is read as a number of the customer's country_code, else of the " +
        "store's. Kept as E.164, its own in the store; empty: none.",
    }),
  ),
  birthdate: Type.Optional(
    nullable(Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$", description: birthdateRule })),
  ),
  gender: Type.Optional(nullable(Type.Enum([...genders]))),
  country_code: Type.Optional(countryIn),
  accepts_marketing: Type.Optional(Type.Boolean()),
  note: Type.Optional(longText(textLimits.note)),
  tags: Type.Optional(
    Type.Array(shortText, {
      maxItems: mostTags,
      description:
        "All of its tags. Spaces around one are left out, one that comes twice is kept once, and none holds a comma. Case counts.",
    }),
  ),
  attributes: Type.Optional({
    ...attributeValuesIn,
    description:
      "Custom fields by their keys: those that are sent change, null takes one away. Needs write_customer_attributes (CUS-3).",
  }),
};

/** A new customer: at least a name, an e-mail address, a phone or a code. */
export const customerCreate = Type.Object({
  ...fields,
  addresses: Type.Optional(
    Type.Array(customerAddressInput, {
      maxItems: mostAddresses,
      description: "The first is the primary_address, unless another says is_default.",
    }),
  ),
});

/** What PUT on a customer changes; what is not sent stays as it is. */
export const customerUpdate = Type.Object(fields);
