import {
  attributeColumnRule,
  customerCsvColumns,
  notifications,
  productCsvColumns,
  scopes,
  topics,
} from "@souk/contract";
import type { Page } from "playwright-core";

/** List every string in a JSON value. */
function collectStrings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(collectStrings);
}

const names = (type: Intl.DisplayNamesType, codes: readonly string[]): string[] => {
  const display = new Intl.DisplayNames("en", { type, fallback: "code" });
  return codes.map((code) => display.of(code) ?? code);
};
const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");

/** Texts that Intl formats for the panels: names of countries, currencies and time zones. */
const intlNames = [
  ...names(
    "region",
    letters.flatMap((first) => letters.map((second) => first + second)),
  ),
  ...names("currency", Intl.supportedValuesOf("currency")),
  ...Intl.supportedValuesOf("timeZone"),
];

/** Texts of the contract that panels show: scopes, topics, file columns, variables of emails. */
const contractTexts = collectStrings([
  scopes,
  Object.values(topics).map(({ description }) => description),
  productCsvColumns,
  customerCsvColumns,
  attributeColumnRule,
  JSON.parse(JSON.stringify(notifications)),
]);

const unit = "(?:second|minute|hour|day|week|month|year)s?";
const month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)[a-z]*";
const weekday = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*";

/** API identifiers that people see unchanged: addresses, topics, scopes; and the symbols of units. */
const identifiers = [
  /https?:\/\/[^\s⟧]+/g,
  /\b[a-z_]+\/[a-z_]+\b/g,
  /\b(?:read|write)_[a-z_]+\b/g,
  /^(?:g|kg|oz|lb)$/g,
];

/** Formats that Intl uses for dates and amounts. */
const intlFormats = [
  new RegExp(
    `(?:${weekday},? )?\\d{1,2} ${month}(?: \\d{4})?(?:,? \\d\\d:\\d\\d)?(?: (?:GMT|UTC)[+-]?[\\d:]*)?`,
    "g",
  ),
  new RegExp(`\\d+ ${unit} ago|in \\d+ ${unit}|yesterday|tomorrow|(?:last|next|this) ${unit}`, "g"),
  /\b[A-Z]{3}[\s ]?-?[\d.,]+/g,
];

/** Return whether a text is one of the API's own words, for example a status; pages show a translation. */
const isIdentifier = (text: string): boolean => /^[a-z][a-z_]*$/.test(text);
/** Fields with values that people choose, even where they look like a word of the API. */
const isFreeText = /^(tags|code|handle|key|title|.*name)$/;

/** Format an API field name as the audit log shows it: `input_type` is "Input type". */
function fieldName(key: string): string {
  const words = key.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** List the texts that a JSON value gives a page: its strings, and the names of changed fields. */
function collectData(value: unknown, key = ""): string[] {
  if (typeof value === "string") return isIdentifier(value) && !isFreeText.test(key) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((entry) => collectData(entry, key));
  if (typeof value !== "object" || value === null) return [];
  const isChange = key === "before" || key === "after";
  return Object.entries(value).flatMap(([name, entry]) => [
    ...(isChange ? [fieldName(name)] : []),
    ...collectData(entry, name),
  ]);
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Data that a page has received from its document and from the API. */
export interface PageData {
  /** Remove from a text the page's data, and the dates and amounts that Intl formats. */
  without(text: string): Promise<string>;
}

/** Watch the data that a page receives, from now on. */
export function watchData(page: Page): PageData {
  const known = new Set([...intlNames, ...contractTexts]);
  const pending: Promise<void>[] = [];
  const learn = (value: unknown) => {
    for (const text of collectData(value)) if (/[A-Za-z]/.test(text)) known.add(text.trim());
  };
  const learnDocument = (html: string) => {
    const block = /<script type="application\/json" id="panel"[^>]*>(.*?)<\/script>/s.exec(html)?.[1];
    if (block !== undefined) learn(JSON.parse(block));
  };
  page.on("response", (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (type.includes("json")) pending.push(response.json().then(learn));
    if (type.includes("text/html")) pending.push(response.text().then(learnDocument));
  });
  return {
    async without(text) {
      await Promise.all(pending);
      const longestFirst = [...known].sort((a, b) => b.length - a.length);
      const data = new RegExp(`(?<![A-Za-z])(?:${longestFirst.map(escaped).join("|")})(?![A-Za-z])`, "g");
      const without = (rest: string, pattern: RegExp) => rest.replaceAll(pattern, "");
      return [...identifiers, data, ...intlFormats].reduce(without, text);
    },
  };
}
