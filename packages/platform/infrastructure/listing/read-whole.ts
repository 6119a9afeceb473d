import type { Page } from "@souk/contract";
import type { FoundPage } from "./read-page.ts";

const maxAttempts = 3;

/**
 * Reads a page whole whose texts are kept beside the rows. A record that is deleted between the page and its text is in neither
 * a moment later: then the page is read again, so that nobody takes a short one for the last.
 * @param getText a record's text; undefined when it is gone
 */
export async function readWhole(
  getText: (id: number) => Promise<string | undefined>,
  read: () => Promise<FoundPage>,
): Promise<{ page: Page; texts: string }> {
  for (let attempt = 1; ; attempt++) {
    const { page, texts, ids } = await read();
    if (ids === null) return { page, texts };
    const made = await Promise.all(ids.map(getText));
    const present = made.filter((text) => text !== undefined);
    if (present.length === ids.length || attempt === maxAttempts) return { page, texts: present.join(",") };
  }
}
