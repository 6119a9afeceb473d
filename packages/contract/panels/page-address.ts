import { buildPagePath, findPage, type PageParts } from "./build-page-path.ts";

declare const isPage: unique symbol;

/**
 * A page of the panel: its path below the panel's own, with the search part. A plain string is none, so that a link to a page
 * which is not in the panel's list is a type error.
 */
export type PageAddress = string & { readonly [isPage]: true };

/** Make the function that addresses the pages of one panel: `toPage("/orders/$id", { id })`. */
export function createPageAddresses<Page extends string>() {
  return <const P extends Page>(page: P, ...parts: PageParts<P>): PageAddress =>
    buildPagePath<P>(page, ...parts) as PageAddress;
}

/** Read the address of a page from a text, such as one of the search part; null when it shows none of these pages. */
export function readPageAddress(pages: readonly string[], text: string): PageAddress | null {
  const { pathname, search } = new URL(text, "https://panel.invalid");
  return findPage(pages, pathname) === null ? null : (`${pathname}${search}` as PageAddress);
}

/** The first page of every panel. */
export const firstPage = buildPagePath("/") as PageAddress;
