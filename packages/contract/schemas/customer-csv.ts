/**
 * The columns of a customers' CSV file, in the order in which an export writes them; an import reads the same. A customer is
 * known by the code, else by the e-mail address, else by the phone number; of the addresses it holds the default one, and no groups. After them comes one column for each custom field,
 * named `attribute: ` and the field's key, for whoever may read or write those (CUS-3).
 */
export const customerCsvColumns = [
  {
    name: "code",
    description: "The customer's code; the first of three things that a customer is known by.",
  },
  { name: "email", description: "The e-mail address; the second." },
  { name: "phone", description: "The phone number in any usual spelling; the third." },
  { name: "first_name", description: "The first name." },
  { name: "last_name", description: "The last name." },
  { name: "birthdate", description: "A date such as 1990-05-17; empty is unknown." },
  { name: "gender", description: "male, female or other; empty is unknown." },
  {
    name: "country_code",
    description: "Two letters, such as MY. Phone numbers without a country's code are of it.",
  },
  { name: "accepts_marketing", description: "true or false." },
  { name: "note", description: "What the shop's people want to remember." },
  { name: "tags", description: "All of the tags, separated by commas." },
  { name: "address_first_name", description: "The first name at the default address." },
  { name: "address_last_name", description: "The last name there." },
  { name: "company", description: "The company there." },
  { name: "address_phone", description: "The phone number there." },
  { name: "address1", description: "Street and number of the default address." },
  { name: "address2", description: "Building, floor, unit." },
  { name: "district", description: "The district." },
  { name: "city", description: "The city." },
  { name: "zip", description: "The postcode." },
  { name: "province", description: "The state or province." },
  { name: "province_code", description: "Its code." },
  { name: "country", description: "The country of the address." },
  { name: "address_country_code", description: "Its code, two letters." },
  {
    name: "total_credit",
    description:
      "Store credit. A new customer begins with it, by a line of the history that says import; that of a known one stays as it is, which is told.",
  },
  { name: "total_point", description: "Loyalty points, in the same way." },
] as const;

/** What the name of a custom field's column begins with; the field's key follows. */
export const attributeColumnPrefix = "attribute: ";

/** What stands in such a column. */
export const attributeColumnRule =
  "The custom field of that key: a list of several options separated by commas, one that holds a comma or a quotation mark in " +
  "quotation marks; true or false; a number; a date. Empty: it has no value.";

export type CustomerCsvColumn = (typeof customerCsvColumns)[number]["name"];

/** Which column holds which field of the default address. */
export const customerCsvAddress = {
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
