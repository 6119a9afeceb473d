import { plainPage } from "../pages/plain-page.ts";

/** What a person sees when the app failed; the app's developer was told what happened. */
export function failedPage(): Response {
  return plainPage({
    status: 500,
    title: "Something went wrong in this app",
    sentences: ["Try again in a moment. Nothing was lost."],
  });
}
