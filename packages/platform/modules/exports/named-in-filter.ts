/** What somebody is told by, as they are kept. */
export interface ToldBy {
  first_name: string;
  last_name: string;
  email: string;
  /** E.164, or as somebody wrote it in an order; or empty. */
  phone: string;
  code: string;
}

/** How far a filter says who somebody is: so that it is them and nobody else, by a word of theirs that others may have too, or not. */
export type Naming = "wholly" | "partly" | "not";

const partOfPhone = /^[+\d\s()./-]+$/;
/** So many digits of a number are looked at; fewer are of everybody. */
const fewestDigits = 5;
/** So many make a number that is somebody's, without what stands before it. */
const wholeNumber = 7;
/** So many letters make a word that is somebody's. */
const fewestLetters = 3;

const folded = (text: string) => text.normalize("NFKC").trim().toLowerCase();
const wordsOf = (text: string) =>
  folded(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
const isLong = (word: string) => [...word].length >= fewestLetters;

/** Digits as they stand in E.164, but for the country's, which may be left out before them. */
const digitsOf = (text: string) => text.replaceAll("(0)", "").replaceAll(/\D/g, "").replace(/^0+/, "");

// Either may leave out what stands before the other's: a country, an area.
function namedByPhone(text: string, phone: string): Naming {
  const [sought, own] = [digitsOf(text), digitsOf(phone)];
  if (Math.min(sought.length, own.length) < fewestDigits) return "not";
  if (own.endsWith(sought)) return "wholly";
  if (sought.endsWith(own)) return own.length < wholeNumber ? "partly" : "wholly";
  return own.includes(sought) ? "partly" : "not";
}

function namedByWords(text: string, { first_name, last_name }: ToldBy): Naming {
  const words = wordsOf(text);
  const [first, last] = [wordsOf(first_name), wordsOf(last_name)];
  const names = [...first, ...last];
  const isWhole = names.length > 1 && names.some(isLong) && names.every((name) => words.includes(name));
  // As in scripts that put no blank between the names of one person.
  const joined = [[...first, ...last].join(""), [...last, ...first].join("")];
  if (isWhole || (names.length > 1 && joined.includes(words.join("")))) return "wholly";
  return words.some(isLong) && words.every((word) => names.includes(word)) ? "partly" : "not";
}

function namedByQuery(text: string, person: ToldBy): Naming {
  const parts = [folded(text), ...folded(text).split(/[\s,;:<>()"']+/)];
  const own = [person.email, person.code].map(folded).filter((one) => one !== "");
  if (own.some((one) => parts.includes(one))) return "wholly";
  if (partOfPhone.test(text)) return namedByPhone(text, person.phone);
  return namedByWords(text, person);
}

/**
 * How far a filter of a list of customers names somebody.
 * @param key the filter's name
 */
export function namingOf(key: string, value: string, person: ToldBy): Naming {
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

/** Filters, and how far they name anybody altogether. */
export interface NamedFilters {
  naming: Naming;
  /** With `(erased)` in place of what names them. */
  erased: Record<string, string>;
}

const far = ["wholly", "partly"] as const;

/** Looks through filters for anybody of these. */
export function namedInFilters(
  filters: Readonly<Record<string, string>>,
  people: readonly ToldBy[],
): NamedFilters {
  const told = Object.entries(filters).map(([key, value]) => {
    const namings = new Set(people.map((person) => namingOf(key, value, person)));
    return { key, value, naming: far.find((one) => namings.has(one)) ?? ("not" as const) };
  });
  return {
    naming: far.find((one) => told.some(({ naming }) => naming === one)) ?? "not",
    erased: Object.fromEntries(
      told.map(({ key, value, naming }) => [key, naming === "not" ? value : "(erased)"]),
    ),
  };
}
