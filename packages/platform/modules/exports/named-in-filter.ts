/** The data that identifies a person, as it is stored. */
export interface PersonIdentity {
  first_name: string;
  last_name: string;
  email: string;
  /** E.164, or as a person wrote it in an order; or empty. */
  phone: string;
  code: string;
}

/** How far a filter identifies a person: wholly, partly by a word that others may share, or not. */
export type Naming = "wholly" | "partly" | "not";

const partOfPhone = /^[+\d\s()./-]+$/;
/** The minimum digits of a number that are compared; shorter ones match too many people. */
const fewestDigits = 5;
/** The minimum digits of a number that identify a person without its prefix. */
const wholeNumber = 7;
/** The minimum letters of a word that identifies a person. */
const fewestLetters = 3;

const folded = (text: string) => text.normalize("NFKC").trim().toLowerCase();
const splitWords = (text: string) =>
  folded(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
const isLong = (word: string) => [...word].length >= fewestLetters;

/** Return the digits of a number as in E.164, except that the country code may be missing. */
const getDigits = (text: string) => text.replaceAll("(0)", "").replaceAll(/\D/g, "").replace(/^0+/, "");

// Either may leave out what stands before the other's: a country, an area.
function namedByPhone(text: string, phone: string): Naming {
  const [searched, own] = [getDigits(text), getDigits(phone)];
  if (Math.min(searched.length, own.length) < fewestDigits) return "not";
  if (own.endsWith(searched)) return "wholly";
  if (searched.endsWith(own)) return own.length < wholeNumber ? "partly" : "wholly";
  return own.includes(searched) ? "partly" : "not";
}

function namedByWords(text: string, { first_name, last_name }: PersonIdentity): Naming {
  const words = splitWords(text);
  const [first, last] = [splitWords(first_name), splitWords(last_name)];
  const names = [...first, ...last];
  const isWhole = names.length > 1 && names.some(isLong) && names.every((name) => words.includes(name));
  // As in scripts that put no blank between the names of one person.
  const joined = [[...first, ...last].join(""), [...last, ...first].join("")];
  if (isWhole || (names.length > 1 && joined.includes(words.join("")))) return "wholly";
  return words.some(isLong) && words.every((word) => names.includes(word)) ? "partly" : "not";
}

function namedByQuery(text: string, person: PersonIdentity): Naming {
  const parts = [folded(text), ...folded(text).split(/[\s,;:<>()"']+/)];
  const own = [person.email, person.code].map(folded).filter((identifier) => identifier !== "");
  if (own.some((identifier) => parts.includes(identifier))) return "wholly";
  if (partOfPhone.test(text)) return namedByPhone(text, person.phone);
  return namedByWords(text, person);
}

/**
 * Determine how far a filter of a list of customers identifies a person.
 * @param key the filter's name
 */
export function findNaming(key: string, value: string, person: PersonIdentity): Naming {
  switch (key) {
    case "email":
    case "code":
      return person[key] !== "" && folded(value) === folded(person[key]) ? "wholly" : "not";
    case "phone":
      return namedByPhone(value, person.phone);
    case "query":
      return namedByQuery(value, person);
    default:
      return "not";
  }
}

/** Filters, with how far they identify any of the people together. */
export interface NamedFilters {
  naming: Naming;
  /** The filters with `(erased)` in place of those that identify a person. */
  erased: Record<string, string>;
}

const far = ["wholly", "partly"] as const;

/** Search filters for any of these people. */
export function namedInFilters(
  filters: Readonly<Record<string, string>>,
  people: readonly PersonIdentity[],
): NamedFilters {
  const namedFilters = Object.entries(filters).map(([key, value]) => {
    const namings = new Set(people.map((person) => findNaming(key, value, person)));
    return { key, value, naming: far.find((naming) => namings.has(naming)) ?? ("not" as const) };
  });
  return {
    naming: far.find((level) => namedFilters.some(({ naming }) => naming === level)) ?? "not",
    erased: Object.fromEntries(
      namedFilters.map(({ key, value, naming }) => [key, naming === "not" ? value : "(erased)"]),
    ),
  };
}
