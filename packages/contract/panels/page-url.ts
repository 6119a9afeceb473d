import { buildPagePath, findPage, type PageArguments } from "./build-page-path.ts";

declare const pageUrlBrand: unique symbol;

/**
 * URL of a page relative to its panel: path and search parameters. A plain string is not assignable to this type, so that a link
 * to a page that is not in the panel's list is a type error.
 */
export type PageUrl = string & { readonly [pageUrlBrand]: true };

/** Create the function that builds URLs of one panel's pages, for example `toPage("/orders/$id", { id })`. */
export function createPageUrlBuilder<Page extends string>() {
  return <const P extends Page>(page: P, ...pageArguments: PageArguments<P>): PageUrl =>
    buildPagePath<P>(page, ...pageArguments) as PageUrl;
}

/** Parse a page URL from a string, such as a search parameter. Returns null if the string is not the URL of one of these pages. */
export function parsePageUrl(pages: readonly string[], text: string): PageUrl | null {
  const base = "https://panel.invalid";
  if (!URL.canParse(text, base)) return null;
  const { pathname, search } = new URL(text, base);
  return findPage(pages, pathname) === null ? null : (`${pathname}${search}` as PageUrl);
}

/** The URL of every panel's first page. */
export const firstPageUrl = buildPagePath("/") as PageUrl;
