import type { Browser } from "@souk/testkit";
import type { BrowserContextOptions, Page } from "playwright-core";
import type { E2eFixture } from "./e2e-fixture.ts";

/** A page in the state that a test checks, and the person who visits it. */
export interface PageVisit {
  name: string;
  url: URL;
  /** Whether the page belongs to a panel, for example the admin. If so, the panel's own tests check the page's accessibility. */
  isPanel: boolean;
  /** The person who visits the page; undefined for a signed-out visitor. */
  person: Browser | undefined;
  /** Open the page in a new browser context. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** Request a URL of the platform as this person. @returns the status after all redirects */
  loadStatus(url: string): Promise<number>;
}

/** Bring a page into the state to test. */
export type PageAction = (page: Page) => Promise<void>;

/** Return a function that creates a visit. `prepare` brings the page into the state to test. */
export function createVisitFactory(fixture: E2eFixture) {
  return (name: string, url: string, visitor?: Browser, prepare?: PageAction): PageVisit => ({
    name,
    url: new URL(url),
    isPanel: false,
    person: visitor,
    open: async (options) => {
      const context = visitor
        ? await fixture.openContextAs(visitor, options)
        : await fixture.openContext(options);
      const page = await context.newPage();
      await page.goto(url);
      await prepare?.(page);
      return page;
    },
    loadStatus: async (link) => {
      const person = visitor ?? fixture.testPlatform.browser();
      return (await person.followRedirects(await person.open(link))).status;
    },
  });
}

export type CreateVisit = ReturnType<typeof createVisitFactory>;
