import { type FieldError, type QuerySpec, readQuery, refuse } from "@souk/contract";

type Scalar = string | number | boolean;

function isScalar(value: unknown): value is Scalar {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** A filter as its list would be asked for it; null when it is of no such kind. */
function textOf(value: unknown): string | null {
  if (isScalar(value)) return String(value);
  return Array.isArray(value) && value.every(isScalar) ? value.join(",") : null;
}

/**
 * Reads filters as the list of the resource would. What that would ignore, such as a name it does not know or a date that
 * is none, is refused here: nobody looks at a file of everything in time.
 * @param zone the store's IANA time zone
 * @returns the filters as texts, to be kept, and as they are read
 * @throws Refusal invalid, naming each wrong one
 */
export function readFilters(
  spec: QuerySpec,
  sent: object,
  zone: string,
): { texts: Record<string, string>; value: unknown } {
  const fields: FieldError[] = [];
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent)) {
    const text = textOf(value);
    if (!Object.hasOwn(spec, name))
      fields.push({
        path: `filters.${name}`,
        message: `is no filter here; there are ${Object.keys(spec).join(", ")}`,
      });
    else if (text === null)
      fields.push({
        path: `filters.${name}`,
        message: "takes a text, a number, true or false, or a list of these",
      });
    else if (text.includes("\0"))
      fields.push({ path: `filters.${name}`, message: "contains the character NUL" });
    else if (text.length > mostCharacters)
      fields.push({ path: `filters.${name}`, message: `takes at most ${mostCharacters} characters` });
    else texts[name] = text;
  }
  const { value, errors } = readQuery(spec, Object.entries(texts), zone);
  fields.push(...errors.map(({ path, message }) => ({ path: `filters.${path}`, message })));
  for (const [name, text] of Object.entries(texts))
    if (
      spec[name]?.kind === "date" &&
      text !== "" &&
      !(name in value) &&
      !errors.some(({ path }) => path === name)
    )
      fields.push({
        path: `filters.${name}`,
        message: "takes a date, for example 2026-11-20T16:46:38+08:00",
      });
  if (fields.length > 0) refuse("invalid", { fields });
  return { texts, value };
}

/** As many as the query of a list may have. */
const mostCharacters = 8_192;
