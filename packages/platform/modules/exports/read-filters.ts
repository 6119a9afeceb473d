import { type FieldError, fieldError, parseQuery, type QuerySpec, throwApiError } from "@souk/contract";

type Scalar = string | number | boolean;

function isScalar(value: unknown): value is Scalar {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** Convert a filter to the text of a list's query; null for any other type. */
function toText(value: unknown): string | null {
  if (isScalar(value)) return String(value);
  return Array.isArray(value) && value.every(isScalar) ? value.join(",") : null;
}

/**
 * Read filters as the list of the resource would. Filters that the list would ignore, for example an unknown
 * name or an invalid date, are rejected here: a file with everything would be noticed too late.
 * @param zone the store's IANA time zone
 * @returns the filters as texts, to be stored, and as they are read
 * @throws ApiError invalid, naming each wrong one
 */
export function readFilters(
  spec: QuerySpec,
  sent: object,
  zone: string,
): { texts: Record<string, string>; value: unknown } {
  const fields: FieldError[] = [];
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent)) {
    const text = toText(value);
    if (!Object.hasOwn(spec, name))
      fields.push(
        fieldError(
          `filters.${name}`,
          "not_allowed",
          {},
          `{field} is not a filter of this export. Filters are ${Object.keys(spec).join(", ")}.`,
        ),
      );
    else if (text === null)
      fields.push(
        fieldError(`filters.${name}`, "invalid_type", { types: ["string", "number", "boolean", "array"] }),
      );
    else if (text.includes("\0"))
      fields.push(
        fieldError(
          `filters.${name}`,
          "invalid_format",
          { format: "text" },
          "{field} must not contain the character NUL.",
        ),
      );
    else if (text.length > maxCharacters)
      fields.push(fieldError(`filters.${name}`, "too_long", { max: maxCharacters, unit: "characters" }));
    else texts[name] = text;
  }
  const { value, errors } = parseQuery(spec, Object.entries(texts), zone);
  fields.push(...errors.map((error) => ({ ...error, path: `filters.${error.path}` })));
  for (const [name, text] of Object.entries(texts))
    if (
      spec[name]?.kind === "date" &&
      text !== "" &&
      !(name in value) &&
      !errors.some(({ path }) => path === name)
    )
      fields.push(fieldError(`filters.${name}`, "invalid_format", { format: "date_time" }));
  if (fields.length > 0) throwApiError("invalid", { fields });
  return { texts, value };
}

/** The maximum characters of filters, as in the query of a list. */
const maxCharacters = 8_192;
