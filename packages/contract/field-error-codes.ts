/** The formats of text fields, each with the words that complete the sentence "{field} must be …". */
export const fieldFormats = {
  date_time: "a date and time, such as 2026-11-20T16:46:38+08:00",
  date: "a date, such as 1990-05-17",
  time_zone: "an IANA time zone name, such as Asia/Kuala_Lumpur",
  country_code: "a two-letter ISO 3166 country code, such as MY",
  currency_code: "a three-letter ISO 4217 currency code, such as MYR",
  language: "a BCP 47 language tag, such as en",
  email: "an email address, such as mei@example.com",
  phone: "a phone number in international form, such as +60 12 345 6789",
  url: "a URL, such as https://www.example.com/",
  decimal: "a decimal number, such as 12.50",
  money: "an amount of money, such as 12.50",
  integer: "a whole number",
  boolean: "true or false",
  json: "JSON",
  id: "an id, a positive whole number",
  ids: "ids separated by commas",
  cursor: "the next_cursor of an earlier response",
  handle: "a handle of letters, digits and hyphens, such as tide-mug",
  header: "1 to 255 visible ASCII characters",
  text: "well-formed Unicode text without the character NUL",
  liquid: "a valid Liquid template",
  image: "a PNG, JPEG, WebP or GIF image",
  csv: "a CSV file",
  pattern: "in the documented format",
} as const satisfies Record<string, string>;

export type FieldFormat = keyof typeof fieldFormats;

/** The unit of a length: characters, or bytes of UTF-8. */
export type LengthUnit = "characters" | "bytes";

export type Scalar = string | number | boolean | null;

/** The machine-readable params of each code. */
export interface FieldErrorParams {
  required: Record<never, never>;
  not_found: {
    /** The kind of record, for example `variant` or `line_item`. */
    resource: string;
    /** The kind of parent to which the record must belong, such as `order`. If absent, the record must belong to the store. */
    of?: string;
  };
  invalid_type: { types: readonly string[] };
  invalid_format: { format: FieldFormat; pattern?: string };
  out_of_range: { min?: number | string; max?: number | string; greater_than?: number | string };
  too_short: { min: number; unit: LengthUnit };
  too_long: { max: number; unit: LengthUnit };
  too_large: { max: number; unit: "bytes" };
  too_few: { min: number };
  too_many: { max: number };
  not_unique: {
    /** The kind of record that has the value already. */
    resource?: string;
    /** The path, within the request, of the entry with the same value. */
    duplicate_of?: string;
  };
  not_allowed: { allowed?: readonly Scalar[]; forbidden?: readonly Scalar[] };
  conflict: {
    /** The field of the request that conflicts with this one. */
    with?: string;
    /** The current value of the record's own field. */
    current?: Scalar;
  };
  insufficient_stock: { available: number; variant_id?: number; location_id?: number };
  insufficient_funds: { available?: number | string };
  not_fetched: { url?: string; status?: number };
}

export type FieldErrorCode = keyof FieldErrorParams;

/** The description of a code in the reference: its meaning, its params, and the action for a client. */
export interface FieldErrorHelp {
  meaning: string;
  params: Readonly<Record<string, string>>;
  action: string;
}

/** Every code that a field error can have. The list is closed: adding a code requires a new version of the contract. */
export const fieldErrorCodes: Readonly<Record<FieldErrorCode, FieldErrorHelp>> = {
  required: {
    meaning: "The field is missing or blank.",
    params: {},
    action: "Send the field.",
  },
  not_found: {
    meaning: "The field refers to a record that does not exist, or that belongs to another store or parent.",
    params: {
      resource: "The kind of record, such as `variant`.",
      of: "The kind of record to which the record must belong, such as `order`. Absent if the record must belong to the store.",
    },
    action: "Read the records again, and send the id of an existing record.",
  },
  invalid_type: {
    meaning: "The value has the wrong JSON type.",
    params: { types: "The accepted JSON types." },
    action: "Send a value of one of these types.",
  },
  invalid_format: {
    meaning: "The value has the right type but the wrong format.",
    params: {
      format: "The name of the expected format, such as `date_time` or `url`.",
      pattern: "If the format is `pattern`: the regular expression that the text must match.",
    },
    action: "Write the value in the format that the message describes.",
  },
  out_of_range: {
    meaning: "A number, an amount or a date is too small or too large.",
    params: {
      min: "The smallest accepted value.",
      max: "The largest accepted value.",
      greater_than: "The value must be greater than this.",
    },
    action: "Send a value within the limits.",
  },
  too_short: {
    meaning: "A text has too few characters.",
    params: { min: "The minimum length.", unit: "What is counted: `characters` or `bytes`." },
    action: "Send a longer text.",
  },
  too_long: {
    meaning: "A text has too many characters or bytes.",
    params: { max: "The maximum length.", unit: "What is counted: `characters` or `bytes` of UTF-8." },
    action: "Shorten the text.",
  },
  too_large: {
    meaning: "The response would be larger than the maximum size of a response.",
    params: { max: "The maximum size.", unit: "What is counted: `bytes`." },
    action: "Send a lower `limit`, or name the fields that you need in `fields`.",
  },
  too_few: {
    meaning: "A list has too few entries.",
    params: { min: "The minimum number of entries." },
    action: "Send more entries.",
  },
  too_many: {
    meaning: "A list has too many entries, or a record would have too many child records.",
    params: { max: "The maximum number." },
    action: "Send fewer entries, or split the request.",
  },
  not_unique: {
    meaning: "Another record has this value, or the request contains it twice.",
    params: {
      resource: "The kind of record that has the value.",
      duplicate_of: "The path of the entry in the request with the same value.",
    },
    action: "Choose another value, or change the record that has it.",
  },
  not_allowed: {
    meaning: "The field is not accepted here, or it does not accept this value.",
    params: {
      allowed: "The accepted values.",
      forbidden: "The values that are not accepted. Every other value is accepted.",
    },
    action: "Send one of the allowed values, or leave the field out.",
  },
  conflict: {
    meaning: "The value conflicts with another field of the request, or with the record's current state.",
    params: {
      with: "The other field of the request.",
      current: "The current value of the record's field.",
    },
    action: "Read the record again, and send consistent values.",
  },
  insufficient_stock: {
    meaning: "There is not enough stock, and the variant's inventory policy is `deny`.",
    params: {
      available: "The number of available units.",
      variant_id: "The id of the variant.",
      location_id: "The id of the location. If absent, `available` is the total of all locations.",
    },
    action: "Ask for fewer units, or use another location.",
  },
  insufficient_funds: {
    meaning: "The amount is greater than the balance, or than what remains of the payment.",
    params: { available: "The available amount, in the currency or in points." },
    action: "Use a smaller amount.",
  },
  not_fetched: {
    meaning: "The URL could not be fetched.",
    params: { url: "The URL.", status: "The HTTP status that the server returned." },
    action: "Make the URL publicly reachable, then send the request again.",
  },
};
