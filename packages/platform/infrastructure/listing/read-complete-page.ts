import type { Page } from "@souk/contract";
import type { FoundPage } from "./read-page.ts";

const maxAttempts = 3;

/**
 * Read a page whose JSON texts are not stored in its rows. If a record is deleted between reading the page and its text,
 * read the page again. Otherwise a client would think that the shorter page is the last one.
 * @param getText returns a record's text, or undefined if the record no longer exists
 */
export async function readCompletePage(
  getText: (id: number) => Promise<string | undefined>,
  read: () => Promise<FoundPage>,
): Promise<{ page: Page; texts: string }> {
  for (let attempt = 1; ; attempt++) {
    const { page, texts, ids } = await read();
    if (ids === null) return { page, texts };
    const recordTexts = await Promise.all(ids.map(getText));
    const existingTexts = recordTexts.filter((text) => text !== undefined);
    if (existingTexts.length === ids.length || attempt === maxAttempts)
      return { page, texts: existingTexts.join(",") };
  }
}
