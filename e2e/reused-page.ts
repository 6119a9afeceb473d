import type { Browser } from "@souk/testkit";
import type { Page } from "playwright-core";
import type { E2eFixture } from "./e2e-fixture.ts";
import { type OpenedPage, openPage } from "./open-page.ts";

/** A browser page in which URLs are loaded one after the other, which is faster than a new context for each. */
export interface ReusedPage {
  /** Load a URL in a window 1280 pixels wide, and wait for the page's heading. Unsaved input of the previous page is discarded. */
  load(url: string): Promise<Page>;
  /** Close the page. Fails if the console had errors or warnings, except those that match `expected`. */
  closePage: OpenedPage["closePage"];
}

/** Create a reused page for one person. The browser context opens with the first URL. */
export function createReusedPage(fixture: E2eFixture, person: Browser): ReusedPage {
  let openedPage: OpenedPage | undefined;
  return {
    async load(url) {
      if (openedPage === undefined) {
        openedPage = await openPage(fixture, person, url);
        // A page with unsaved input opens a dialog before it is left.
        openedPage.page.on("dialog", (dialog) => void dialog.accept());
        return openedPage.page;
      }
      const { page } = openedPage;
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(url);
      await page.getByRole("heading", { level: 1 }).waitFor();
      return page;
    },
    closePage: async (expected) => openedPage?.closePage(expected),
  };
}
