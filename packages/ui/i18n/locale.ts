/** The language in which every message is written first, and to which a panel falls back. */
export const sourceLocale = "en";

let current: string = sourceLocale;

/** Return the BCP 47 tag by which texts, numbers and names are formatted. */
export function currentLocale(): string {
  return current;
}

/** Choose the locale of the panel, before anything is formatted. */
export function setLocale(locale: string): void {
  current = locale;
}

/** Return the locale of dates and times. English writes them with the day before the month and 24 hours. */
export function timeLocale(): string {
  return current === "en" ? "en-GB" : current;
}
