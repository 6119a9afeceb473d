import assert from "node:assert/strict";
import type { Browser } from "@souk/testkit";
import type { Page } from "playwright-core";
import { collectConsoleErrors } from "./console-errors.ts";
import type { E2eFixture } from "./e2e-fixture.ts";

/** A page in its own browser context. */
export interface OpenedPage {
  page: Page;
  /** Close the page. Fails if the console had errors or warnings, except those that match `expected`. */
  closePage: (expected?: RegExp) => Promise<void>;
}

/** Open a panel's page as this person in a new browser context, and wait for the page's heading. */
export async function openPage(fixture: E2eFixture, person: Browser, url: string): Promise<OpenedPage> {
  const context = await fixture.openContextAs(person, {
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const consoleErrors = collectConsoleErrors(page);
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return {
    page,
    closePage: async (expected) => {
      const unexpectedErrors = consoleErrors.filter((message) => !expected?.test(message));
      assert.deepEqual(unexpectedErrors, []);
      await context.close();
    },
  };
}
