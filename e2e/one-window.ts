import type { Browser } from "@souk/testkit";
import type { Page } from "playwright-core";
import type { E2eFixture } from "./e2e-fixture.ts";
import { type OpenedPage, openPage } from "./open-page.ts";

/** Window in which pages are opened one after the other; a quarter faster than a window for each. */
export interface OneWindow {
  /**
   * Load a page, 1280 pixels wide, and wait for its heading; unsaved input of the previous page is discarded.
   */
  at(url: string): Promise<Page>;
  /** Close the window; any unexpected console message against a page is a failure. */
  done: OpenedPage["done"];
}

/** Open a window of one person, for pages that only need to be viewed. */
export function oneWindow(fixture: E2eFixture, person: Browser): OneWindow {
  let opened: OpenedPage | undefined;
  return {
    async at(url) {
      if (opened === undefined) {
        opened = await openPage(fixture, person, url);
        // A page with something written asks before it is left.
        opened.page.on("dialog", (dialog) => void dialog.accept());
        return opened.page;
      }
      const { page } = opened;
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(url);
      await page.getByRole("heading", { level: 1 }).waitFor();
      return page;
    },
    done: async (expected) => opened?.done(expected),
  };
}
