import { type FieldError, fieldError, parseQuery, type QuerySpec, throwApiError } from "@souk/contract";

type Scalar = string | number | boolean;

function isScalar(value: unknown): value is Scalar {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** Convert a filter's value to the text of a query parameter. @returns null if its type is not allowed */
function toText(value: unknown): string | null {
  if (isScalar(value)) return String(value);
  return Array.isArray(value) && value.every(isScalar) ? value.join(",") : null;
}

/**
 * Read the filters of an export in the same way as the resource's list reads its query parameters. However, a filter that the list
 * would ignore, such as one with an unknown name or an invalid date, is rejected here. Otherwise, the caller would notice too late
 * that the file contains unfiltered records.
 * @param zone the store's IANA time zone
 * @returns the filters as texts to be stored, and their parsed values
 * @throws ApiError `invalid` for each invalid filter
 */
export function readFilters(
  spec: QuerySpec,
  filters: object,
  zone: string,
): { texts: Record<string, string>; parsedFilters: unknown } {
  const errors: FieldError[] = [];
  const filterNames = Object.keys(spec).join(", ");
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(filters)) {
    const text = toText(value);
    if (!Object.hasOwn(spec, name))
      errors.push(
        fieldError(
          `filters.${name}`,
          "not_allowed",
          {},
          `{field} is not a filter of this export. The filters of this export are ${filterNames}.`,
        ),
      );
    else if (text === null)
      errors.push(
        fieldError(`filters.${name}`, "invalid_type", { types: ["string", "number", "boolean", "array"] }),
      );
    else if (text.includes("\0"))
      errors.push(
        fieldError(
          `filters.${name}`,
          "invalid_format",
          { format: "text" },
          "{field} must not contain the character NUL.",
        ),
      );
    else if (text.length > maxCharacters)
      errors.push(fieldError(`filters.${name}`, "too_long", { max: maxCharacters, unit: "characters" }));
    else texts[name] = text;
  }
  const { value: parsedFilters, errors: parseErrors } = parseQuery(spec, Object.entries(texts), zone);
  errors.push(...parseErrors.map((error) => ({ ...error, path: `filters.${error.path}` })));
  for (const [name, text] of Object.entries(texts))
    if (
      spec[name]?.kind === "date" &&
      text !== "" &&
      !(name in parsedFilters) &&
      !parseErrors.some(({ path }) => path === name)
    )
      errors.push(fieldError(`filters.${name}`, "invalid_format", { format: "date_time" }));
  if (errors.length > 0) throwApiError("invalid", { fields: errors });
  return { texts, parsedFilters };
}

/** The maximum number of characters of a filter's text. The query parameters of a list have the same maximum. */
const maxCharacters = 8_192;
