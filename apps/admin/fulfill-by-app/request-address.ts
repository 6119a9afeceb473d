import { joinPagePath, type PageAddress, readPageAddress, storePages } from "@souk/contract";
import { toStorePage } from "../page-addresses.ts";
/**
 * Return the address where the link that an app answered is opened, with the page to return to.
 * @param wasAsked whether an earlier attempt got no answer: the page says so
 */
export function requestAddress(handle: string, id: number, back: string, wasAsked = false): string {
  const search = { back, asked: wasAsked ? "before" : undefined };
  return joinPagePath(`/${handle}`, toStorePage("/fulfillment-requests/$id", { id }, search));
}

/** Read where to go back to: a page of the same store, or its first one. */
export function backFrom(handle: string, back: string): PageAddress {
  const own = back.startsWith(`/${handle}/`) ? back.slice(handle.length + 1) : "/";
  return readPageAddress(storePages, own) ?? toStorePage("/");
}
