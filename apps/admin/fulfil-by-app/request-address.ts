/**
 * Where the link that an app answered is opened, and the page to come back to.
 * @param wasAsked whether it was asked at a try before, of which no answer came: the page says so
 */
export function requestAddress(handle: string, id: number, back: string, wasAsked = false): string {
  const place = new URLSearchParams({ back, ...(wasAsked ? { asked: "before" } : {}) });
  return `/${handle}/fulfillment-requests/${id}?${place}`;
}

/** Where to go back to: a page of the same shop, or its first one. */
export function backFrom(handle: string, back: string): string {
  const path = URL.parse(back, window.location.origin);
  const isOwn = path?.origin === window.location.origin && path.pathname.startsWith(`/${handle}/`);
  return isOwn ? `${path.pathname}${path.search}` : `/${handle}`;
}
