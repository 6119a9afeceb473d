import type { Page } from "playwright-core";

/** Answers that a person was shown; browsers write them to the console by themselves. */
const refused = /Failed to load resource: the server responded with a status of (?:404|409|422)/;

/** What a page's console says against the page, from now on: errors, warnings, breaches of its Content-Security-Policy. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    const isComplaint = message.type() === "error" || message.type() === "warning";
    if (isComplaint && !refused.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}
