import { customerFields } from "./customer-fields.ts";
import { listCsvFields } from "./field-table.ts";

const fields = listCsvFields(customerFields);

/** Return whether a column identifies the customer. Identifying columns come first in the file. */
const isIdentifyingColumn = ({ name }: { name: string }) => ["code", "email", "phone"].includes(name);

/**
 * Columns of a customer CSV file, in the sequence in which they are exported. Imports read the same columns. An import finds
 * an existing customer by code, or else by email, or else by phone. The file contains only the default address, and no groups. For callers
 * who can read (export) or write (import) custom fields, one column per custom field follows, named `attribute: ` and
 * the field's key (CUS-3).
 */
export const customerCsvColumns = [
  ...fields.filter(isIdentifyingColumn),
  ...fields.filter((field) => !isIdentifyingColumn(field)),
  { name: "address_first_name", description: "First name of the default address." },
  { name: "address_last_name", description: "Last name of the default address." },
  { name: "company", description: "Company of the default address." },
  { name: "address_phone", description: "Phone number of the default address." },
  { name: "address1", description: "Street and number of the default address." },
  { name: "address2", description: "Building, floor or unit of the default address." },
  { name: "district", description: "District of the default address." },
  { name: "city", description: "City of the default address." },
  { name: "zip", description: "Postal code of the default address." },
  { name: "province", description: "State or province of the default address." },
  { name: "province_code", description: "State or province code of the default address." },
  { name: "country", description: "Country of the default address." },
  { name: "address_country_code", description: "Country code of the default address, two letters." },
  {
    name: "total_credit",
    description:
      "Store credit of a new customer, recorded in the history as an import. The store credit of an existing " +
      "customer is not changed, and a note is listed with the import errors.",
  },
  {
    name: "total_point",
    description:
      "Loyalty points of a new customer. The points of an existing customer are not changed, and a note is listed with " +
      "the import errors.",
  },
] as const;

/** Prefix of a custom field's column name; the field's key follows. */
export const attributeColumnPrefix = "attribute: ";

/** Format of a custom field's column. */
export const attributeColumnRule =
  "Value of the custom field: a text, a number, a date, true or false, or options separated by commas (an " +
  "option with a comma or a quotation mark is quoted). An empty cell removes the value.";

export type CustomerCsvColumn = (typeof customerCsvColumns)[number]["name"];

/** Field of the default address for each address column. */
export const customerCsvAddressFields = {
  address_first_name: "first_name",
  address_last_name: "last_name",
  company: "company",
  address_phone: "phone",
  address1: "address1",
  address2: "address2",
  district: "district",
  city: "city",
  zip: "zip",
  province: "province",
  province_code: "province_code",
  country: "country",
  address_country_code: "country_code",
} as const satisfies Partial<Record<CustomerCsvColumn, string>>;
