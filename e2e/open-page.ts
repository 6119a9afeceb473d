import assert from "node:assert/strict";
import type { Browser } from "@souk/testkit";
import type { Page } from "playwright-core";
import { complaintsOf } from "./page-complaints.ts";
import type { Stage } from "./stage.ts";

export interface OpenedPage {
  page: Page;
  /** Closes the page; whatever its console has said against it is a failure, but for what was to be expected. */
  done: (expected?: RegExp) => Promise<void>;
}

/** A panel's page in a window of its own, with its heading drawn, as this person sees it. */
export async function openPage(stage: Stage, person: Browser, url: string): Promise<OpenedPage> {
  const context = await stage.as(person, { viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  const complaints = complaintsOf(page);
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
