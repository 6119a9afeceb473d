import {
  attributeColumnRule,
  customerCsvColumns,
  notifications,
  productCsvColumns,
  rights,
  scopes,
  securityEventKinds,
  topics,
} from "@souk/contract";
import type { Page } from "playwright-core";

/** Return every string in a JSON value. */
function collectStrings(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(collectStrings);
}

const getDisplayNames = (type: Intl.DisplayNamesType, codes: readonly string[]): string[] => {
  const displayNames = new Intl.DisplayNames("en", { type, fallback: "code" });
  return codes.map((code) => displayNames.of(code) ?? code);
};
const letters = Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZ");

/** The names of countries, currencies and time zones that panels get from Intl. */
const intlNames = [
  ...getDisplayNames(
    "region",
    letters.flatMap((first) => letters.map((second) => first + second)),
  ),
  ...getDisplayNames("currency", Intl.supportedValuesOf("currency")),
  ...Intl.supportedValuesOf("timeZone"),
];

/** The texts of the contract that panels show: scopes, rights, kinds of security events, topics, file columns, email variables. */
const contractTexts = collectStrings([
  scopes,
  rights,
  securityEventKinds,
  Object.values(topics).map(({ description }) => description),
  productCsvColumns,
  customerCsvColumns,
  attributeColumnRule,
  JSON.parse(JSON.stringify(notifications)),
]);

const unit = "(?:second|minute|hour|day|week|month|year)s?";
const month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)[a-z]*";
const weekday = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*";

/** Patterns of texts that pages show untranslated: URLs, topics, scopes and unit symbols. */
const identifierPatterns = [
  /https?:\/\/[^\s⟧]+/g,
  /\b[a-z_]+\/[a-z_]+\b/g,
  /\b(?:read|write)_[a-z_]+\b/g,
  /^(?:g|kg|oz|lb)$/g,
];

/** Patterns of dates and amounts that Intl formats. */
const intlPatterns = [
  new RegExp(
    `(?:${weekday},? )?\\d{1,2} ${month}(?: \\d{4})?(?:,? \\d\\d:\\d\\d)?(?: (?:GMT|UTC)[+-]?[\\d:]*)?`,
    "g",
  ),
  new RegExp(`\\d+ ${unit} ago|in \\d+ ${unit}|yesterday|tomorrow|(?:last|next|this) ${unit}`, "g"),
  /\b[A-Z]{3}[\s ]?-?[\d.,]+/g,
];

/** Return whether a text is an API enum value such as a status. Pages show a label instead, so it is not page data. */
const isEnumValue = (text: string): boolean => /^[a-z][a-z_]*$/.test(text);
/** Keys whose values are free text, even if a value looks like an API enum value. */
const freeTextKeys = /^(tags|code|handle|key|title|.*name)$/;

/** Format an API field name as the audit log shows it, for example `input_type` as "Input type". */
function formatFieldName(key: string): string {
  const words = key.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Return the texts that a page can show from a JSON value: its strings, and the names of changed fields. */
function collectData(value: unknown, key = ""): string[] {
  if (typeof value === "string") return isEnumValue(value) && !freeTextKeys.test(key) ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((entry) => collectData(entry, key));
  if (typeof value !== "object" || value === null) return [];
  const hasChangedFields = key === "before" || key === "after";
  return Object.entries(value).flatMap(([name, entry]) => [
    ...(hasChangedFields ? [formatFieldName(name)] : []),
    ...collectData(entry, name),
  ]);
}

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The data that a page has received in its document and from the API. */
export interface PageData {
  /** Remove the page's data, and dates and amounts formatted by Intl, from a text. */
  removeKnownData(text: string): Promise<string>;
}

/** Collect the data that a page receives from now on. */
export function watchData(page: Page): PageData {
  const knownTexts = new Set([...intlNames, ...contractTexts]);
  const pendingResponses: Promise<void>[] = [];
  const addStrings = (value: unknown) => {
    for (const text of collectData(value)) if (/[A-Za-z]/.test(text)) knownTexts.add(text.trim());
  };
  const addEmbeddedJson = (html: string) => {
    const block = /<script type="application\/json" id="panel"[^>]*>(.*?)<\/script>/s.exec(html)?.[1];
    if (block !== undefined) addStrings(JSON.parse(block));
  };
  page.on("response", (response) => {
    const type = response.headers()["content-type"] ?? "";
    if (type.includes("json")) pendingResponses.push(response.json().then(addStrings));
    if (type.includes("text/html")) pendingResponses.push(response.text().then(addEmbeddedJson));
  });
  return {
    async removeKnownData(text) {
      await Promise.all(pendingResponses);
      const textsLongestFirst = [...knownTexts].sort((a, b) => b.length - a.length);
      const knownData = new RegExp(
        `(?<![A-Za-z])(?:${textsLongestFirst.map(escapeRegExp).join("|")})(?![A-Za-z])`,
        "g",
      );
      const removeMatches = (remainingText: string, pattern: RegExp) => remainingText.replaceAll(pattern, "");
      return [...identifierPatterns, knownData, ...intlPatterns].reduce(removeMatches, text);
    },
  };
}
