import { createPlainPage } from "../pages/plain-page.ts";

/** Create the page for a person whose request failed. `onError` has received the error. */
export function createFailedPage(): Response {
  return createPlainPage({
    status: 500,
    title: "This app ran into a problem",
    sentences: ["Try again in a moment."],
  });
}
