import { eventually } from "@souk/testkit";
import type { BrowserContext, Page, Request } from "playwright-core";

/** Requests of each page: how many it has made, and which are still in progress. */
const asked = new WeakMap<Page, { count: number; underWay: Set<Request> }>();

/** Count the requests of the pages of a window from now on. */
export function watchRequests(context: BrowserContext): void {
  context.on("page", (page) => {
    const state = { count: 0, underWay: new Set<Request>() };
    asked.set(page, state);
    page.on("request", (request) => {
      state.count += 1;
      state.underWay.add(request);
    });
    const end = (request: Request) => state.underWay.delete(request);
    page.on("requestfinished", end);
    page.on("requestfailed", end);
  });
}

// Two frames draw what has come; after that the page is idle once it has nothing left to do.
const idle = `new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())));
})`;

/** Wait until a page has drawn all that it requested, and requests nothing more. */
export async function settled(page: Page): Promise<void> {
  const state = asked.get(page);
  if (state === undefined) throw new Error(`Nobody watches what ${page.url()} asks for.`);
  await eventually(async () => {
    const { count } = state;
    if (state.underWay.size > 0) return false;
    await page.evaluate(idle);
    return state.count === count && state.underWay.size === 0;
  });
}
