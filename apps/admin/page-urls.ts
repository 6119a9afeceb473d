import {
  type AppEntryPath,
  buildPagePath,
  createPageUrlBuilder,
  findPage,
  framingPages,
  joinPagePath,
  type PageArguments,
  type StaffPage,
  type StorePage,
  storePages,
} from "@souk/contract";

/** Build the link to a page of the store that this document was loaded for. */
export const toStorePage = createPageUrlBuilder<StorePage>();

/** Build the link to a page of the staff console. */
export const toStaffPage = createPageUrlBuilder<StaffPage>();

/**
 * Build the path of a store URL that the server handles and this document does not, such as the one that installs or
 * opens an app.
 */
export function buildAppEntryPath<const G extends AppEntryPath>(
  handle: string,
  entry: G,
  ...parts: PageArguments<G>
): string {
  return joinPagePath(`/${handle}`, buildPagePath<G>(entry, ...parts));
}

/**
 * Return whether a store page shows an app in a frame. Such a page has its own content security policy, so a link to it
 * must load a new document.
 */
export function isFramingPage(handle: string, pathname: string): boolean {
  const page = pathname.startsWith(`/${handle}/`)
    ? findPage(storePages, pathname.slice(handle.length + 1))
    : null;
  return framingPages.some((framingPage) => framingPage === page);
}
