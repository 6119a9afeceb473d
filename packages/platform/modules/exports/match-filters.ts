/** The stored data that identifies a person. */
export interface PersonIdentity {
  first_name: string;
  last_name: string;
  email: string;
  /** The phone number in E.164 format, or as entered in an order; empty if there is none. */
  phone: string;
  code: string;
}

/** How a filter matches a person: fully, partially (by a name or digits that other people may share), or not at all. */
export type IdentityMatch = "full" | "partial" | "none";

const phonePattern = /^[+\d\s()./-]+$/;
/** The minimum number of digits of a phone number that is compared. Shorter numbers match too many people. */
const minComparedDigits = 5;
/** The minimum number of digits with which a phone number without its country or area code identifies a person. */
const minIdentifyingDigits = 7;
/** The minimum number of letters of a name that matches a person. */
const minLetters = 3;

const normalize = (text: string) => text.normalize("NFKC").trim().toLowerCase();
const splitWords = (text: string) =>
  normalize(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== "");
const isLongEnough = (word: string) => [...word].length >= minLetters;

/** Return the digits of a phone number without leading zeros. The country calling code may be missing. */
const getDigits = (text: string) => text.replaceAll("(0)", "").replaceAll(/\D/g, "").replace(/^0+/, "");

// Either number may lack the country or area code.
function matchPhone(text: string, phone: string): IdentityMatch {
  const [searchedDigits, personDigits] = [getDigits(text), getDigits(phone)];
  if (Math.min(searchedDigits.length, personDigits.length) < minComparedDigits) return "none";
  if (personDigits === searchedDigits) return "full";
  if (personDigits.endsWith(searchedDigits) || searchedDigits.endsWith(personDigits)) {
    const sharedLength = Math.min(searchedDigits.length, personDigits.length);
    return sharedLength < minIdentifyingDigits ? "partial" : "full";
  }
  return personDigits.includes(searchedDigits) ? "partial" : "none";
}

function matchWords(text: string, { first_name, last_name }: PersonIdentity): IdentityMatch {
  const words = splitWords(text);
  const [firstNames, lastNames] = [splitWords(first_name), splitWords(last_name)];
  const names = [...firstNames, ...lastNames];
  const hasAllNames =
    names.length > 1 && names.some(isLongEnough) && names.every((name) => words.includes(name));
  // Some languages, such as Chinese, write names without spaces.
  const namesWithoutSpaces = [[...firstNames, ...lastNames].join(""), [...lastNames, ...firstNames].join("")];
  if (hasAllNames || (names.length > 1 && namesWithoutSpaces.includes(words.join("")))) return "full";
  return words.some(isLongEnough) && words.every((word) => names.includes(word)) ? "partial" : "none";
}

function matchQuery(text: string, person: PersonIdentity): IdentityMatch {
  const searchedTexts = [normalize(text), ...normalize(text).split(/[\s,;:<>()"']+/)];
  const identifiers = [person.email, person.code].map(normalize).filter((identifier) => identifier !== "");
  if (identifiers.some((identifier) => searchedTexts.includes(identifier))) return "full";
  if (phonePattern.test(text)) return matchPhone(text, person.phone);
  return matchWords(text, person);
}

/** Determine how a filter of a customer or order list matches a person. @param key the filter's name */
export function matchFilter(key: string, value: string, person: PersonIdentity): IdentityMatch {
  switch (key) {
    case "email":
    case "code":
      return person[key] !== "" && normalize(value) === normalize(person[key]) ? "full" : "none";
    case "phone":
      return matchPhone(value, person.phone);
    case "query":
      return matchQuery(value, person);
    default:
      return "none";
  }
}

/** How the filters of an export match several people. */
export interface FilterMatch {
  /** The best match of any filter with any of the people. */
  match: IdentityMatch;
  /** The filters, with `(erased)` as the value of each filter that matches. */
  erasedFilters: Record<string, string>;
}

const matchesByRank = ["full", "partial"] as const;

/** Match filters with people, and return copies of the filters in which the matching values are erased. */
export function matchAndEraseFilters(
  filters: Readonly<Record<string, string>>,
  people: readonly PersonIdentity[],
): FilterMatch {
  const filterMatches = Object.entries(filters).map(([key, value]) => {
    const matches = new Set(people.map((person) => matchFilter(key, value, person)));
    return { key, value, match: matchesByRank.find((match) => matches.has(match)) ?? ("none" as const) };
  });
  return {
    match: matchesByRank.find((level) => filterMatches.some(({ match }) => match === level)) ?? "none",
    erasedFilters: Object.fromEntries(
      filterMatches.map(({ key, value, match }) => [key, match === "none" ? value : "(erased)"]),
    ),
  };
}
