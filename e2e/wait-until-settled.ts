import { eventually } from "@souk/testkit";
import type { BrowserContext, Page, Request } from "playwright-core";

/** For each page, the number of its requests so far and its requests in flight. */
const requestStates = new WeakMap<Page, { count: number; inFlight: Set<Request> }>();

/** Count the requests of all pages that this browser context will open. */
export function watchRequests(context: BrowserContext): void {
  context.on("page", (page) => {
    const state = { count: 0, inFlight: new Set<Request>() };
    requestStates.set(page, state);
    page.on("request", (request) => {
      state.count += 1;
      state.inFlight.add(request);
    });
    const removeRequest = (request: Request) => state.inFlight.delete(request);
    page.on("requestfinished", removeRequest);
    page.on("requestfailed", removeRequest);
  });
}

// Wait for two animation frames, in which received data is drawn, and then until the page is idle.
const waitUntilIdleScript = `new Promise((resolve) => {
  requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve())));
})`;

/** Wait until a page has drawn all requested data and has no request in flight. @throws Error if `watchRequests` was not called */
export async function waitUntilSettled(page: Page): Promise<void> {
  const state = requestStates.get(page);
  if (state === undefined) throw new Error(`The requests of ${page.url()} are not watched.`);
  await eventually(async () => {
    const { count } = state;
    if (state.inFlight.size > 0) return false;
    await page.evaluate(waitUntilIdleScript);
    return state.count === count && state.inFlight.size === 0;
  });
}
