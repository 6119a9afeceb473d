import type { Page } from "playwright-core";

/** Console messages about responses that a person was shown; browsers write them on their own. */
const rejectedResponse = /Failed to load resource: the server responded with a status of (?:404|409|422)/;

/** Collect a page's console messages from now on: errors, warnings, Content-Security-Policy violations. */
export function collectConsoleErrors(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    const isComplaint = message.type() === "error" || message.type() === "warning";
    if (isComplaint && !rejectedResponse.test(message.text())) complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}
