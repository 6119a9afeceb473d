/** The language of the original messages, to which a panel falls back. */
export const sourceLocale = "en";

let currentLocale: string = sourceLocale;

/** Return the BCP 47 tag of the locale in which texts, numbers and names are formatted. */
export function getCurrentLocale(): string {
  return currentLocale;
}

/** Set the locale of the panel. Call this before anything is formatted. */
export function setLocale(locale: string): void {
  currentLocale = locale;
}

/** Return the locale of dates and times. In English the day is before the month, and times use the 24-hour clock. */
export function getTimeLocale(): string {
  return currentLocale === "en" ? "en-GB" : currentLocale;
}
