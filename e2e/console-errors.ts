import type { Page } from "playwright-core";

/** Matches the messages that browsers write for responses with an error status that pages handle. */
const handledResponseMessage =
  /Failed to load resource: the server responded with a status of (?:404|409|422)/;

/** Return a list that collects a page's further console errors and warnings, including CSP violations. */
export function collectConsoleErrors(page: Page): string[] {
  const consoleErrors: string[] = [];
  page.on("console", (message) => {
    const isProblem = message.type() === "error" || message.type() === "warning";
    if (isProblem && !handledResponseMessage.test(message.text())) consoleErrors.push(message.text());
  });
  page.on("pageerror", (error) => consoleErrors.push(error.message));
  return consoleErrors;
}
