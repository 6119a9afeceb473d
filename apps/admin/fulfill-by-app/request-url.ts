import { joinPagePath, type PageUrl, parsePageUrl, storePages } from "@souk/contract";
import { toStorePage } from "../page-urls.ts";

/**
 * Build the URL of the page that shows a fulfillment request.
 * @param handle the store's handle
 * @param returnUrl the path of the page that the Back button opens, with its query
 * @param isReplay whether an earlier attempt had already sent the request but timed out; the page then shows a notice
 */
export function buildRequestUrl(handle: string, id: number, returnUrl: string, isReplay = false): string {
  const search = { back: returnUrl, asked: isReplay ? "before" : undefined };
  return joinPagePath(`/${handle}`, toStorePage("/fulfillment-requests/$id", { id }, search));
}

/**
 * Return the page that the Back button opens; the store's home page if `back` is not a page of this store.
 * @param back a path that begins with the store's handle
 */
export function parseBackLink(handle: string, back: string): PageUrl {
  const storePath = back.startsWith(`/${handle}/`) ? back.slice(handle.length + 1) : "/";
  return parsePageUrl(storePages, storePath) ?? toStorePage("/");
}
