import {
  buildPagePath,
  createPageAddresses,
  findPage,
  framingPages,
  joinPagePath,
  type PageParts,
  type StaffPage,
  type StoreGateway,
  type StorePage,
  storePages,
} from "@souk/contract";

/** Address a page of the store that the document was made for. */
export const toStorePage = createPageAddresses<StorePage>();

/** Address a page of the staff console. */
export const toStaffPage = createPageAddresses<StaffPage>();

/** Write the path of an address of a store that another document answers: an app's installation, or the way into an app. */
export function buildGatewayPath<const G extends StoreGateway>(
  handle: string,
  gateway: G,
  ...parts: PageParts<G>
): string {
  return joinPagePath(`/${handle}`, buildPagePath<G>(gateway, ...parts));
}

/** Whether a page of the store frames an app, by a policy of its own: it is reached by loading its document. */
export function isFramingPage(handle: string, pathname: string): boolean {
  const page = pathname.startsWith(`/${handle}/`)
    ? findPage(storePages, pathname.slice(handle.length + 1))
    : null;
  return framingPages.some((framing) => framing === page);
}
