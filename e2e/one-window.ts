import type { Browser } from "@souk/testkit";
import type { Page } from "playwright-core";
import { type OpenedPage, openPage } from "./open-page.ts";
import type { Stage } from "./stage.ts";

/** A window in which pages are opened one after the other, which takes a quarter less than a window for each. */
export interface OneWindow {
  /** Loads a page anew, 1280 pixels wide, and waits for its heading; what was written in the former one is left. */
  at(url: string): Promise<Page>;
  /** Closes it; whatever its console has said against any page is a failure, but for what was to be expected. */
  done: OpenedPage["done"];
}

/** A window of somebody's, for those whose pages share nothing but being looked at. */
export function oneWindow(stage: Stage, person: Browser): OneWindow {
  let opened: OpenedPage | undefined;
  return {
    async at(url) {
      if (opened === undefined) {
        opened = await openPage(stage, person, url);
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
