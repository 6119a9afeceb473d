import { timeLanguage } from "../text/language.ts";

/** The day of an instant that the API has written in the shop's own offset: 24 Dec 2026. */
export function dayWords(at: string): string {
  const day = new Date(`${at.slice(0, 10)}T00:00:00Z`);
  return new Intl.DateTimeFormat(timeLanguage, { timeZone: "UTC", dateStyle: "medium" }).format(day);
}
