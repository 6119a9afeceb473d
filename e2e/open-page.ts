import assert from "node:assert/strict";
import type { Browser } from "@souk/testkit";
import type { Page } from "playwright-core";
import type { E2eFixture } from "./e2e-fixture.ts";
import { collectConsoleErrors } from "./page-complaints.ts";

export interface OpenedPage {
  page: Page;
  /** Close the page; any unexpected console message against it is a failure. */
  done: (expected?: RegExp) => Promise<void>;
}

/** Open a panel's page in its own window as this person, and wait for its heading. */
export async function openPage(fixture: E2eFixture, person: Browser, url: string): Promise<OpenedPage> {
  const context = await fixture.openWindowAs(person, {
    viewport: { width: 1280, height: 800 },
    reducedMotion: "reduce",
  });
  const page = await context.newPage();
  const complaints = collectConsoleErrors(page);
  await page.goto(url);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return {
    page,
    done: async (expected) => {
      const unexpected = complaints.filter((complaint) => !expected?.test(complaint));
      assert.deepEqual(unexpected, []);
      await context.close();
    },
  };
}
