import { page } from "../../pages/layout.ts";
import type { Store } from "../../routing/call.ts";
import { html } from "../../routing/html.ts";
import type { PageAnswer, PageCall } from "../../routing/page.ts";
import type { Suspension } from "../../suspension.ts";

/** Marks an address that a visitor comes back to from the sign-in page. */
const arrival = "signed_in";

/**
 * Sends a visitor to sign in, and after that back here by a page of its own instead of a redirect: Chromium holds redirects
 * that follow a form's POST to that form's form-action, and would stop at the App URL (docs/decisions/0004-consent-redirect.md).
 *
 * @param path an address of this origin; what a visitor wrote stands in it encoded
 */
export function signInFirst(path: string): PageAnswer {
  const joint = path.includes("?") ? "&" : "?";
  return { redirect: `/sign-in?return_to=${encodeURIComponent(`${path}${joint}${arrival}=1`)}` };
}

/** Whether a visitor has just come back from the sign-in page. */
export function hasArrived(call: PageCall): boolean {
  return call.query.some(([name]) => name === arrival);
}

/** The page that ends the way of a sign-in and goes on by itself. */
export function goOn({ nonce }: PageCall, path: string): PageAnswer {
  const title = "You are signed in";
  const body = html`<h1>${title}</h1><p><a class="button" href="${path}">Go on to the app</a></p>`;
  return { status: 200, html: page({ title, nonce, body }), refreshTo: path };
}

/**
 * Serves a page of a shop that redirects to an app: to its members, who sign in first where they have not.
 *
 * @param place the address below the shop's; what a visitor wrote stands in it encoded
 */
export async function onTheWay(
  call: PageCall,
  place: string,
  serve: (store: Store) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const { signed_in, store } = call;
  if (signed_in === null) return signInFirst(`/${encodeURIComponent(call.params.store ?? "")}/${place}`);
  // Before anything leads to the path: a name that no shop has can be `/stranger.test`, and `//stranger.test` is an origin.
  if (store === null) return notYourShop(call);
  if (store.suspended !== null) return shopIsSuspended(call, store.suspended);
  const path = `/${store.handle}/${place}`;
  return hasArrived(call) ? goOn(call, path) : serve(store);
}

function shopIsSuspended({ nonce, signed_in }: PageCall, { reason }: Suspension): PageAnswer {
  const title = "This shop is suspended";
  const body = html`<h1>${title}</h1>
<p>The platform has suspended it: ${reason}</p>
<p>No app can be installed or opened in it for now.</p>
<p><a class="button quiet" href="/">Your shops</a></p>`;
  return { status: 403, html: page({ title, nonce, body, signedIn: signed_in }) };
}

function notYourShop({ nonce, signed_in }: PageCall): PageAnswer {
  const title = "This is not one of your shops";
  const body = html`<h1>${title}</h1>
<p><a class="button quiet" href="/">Your shops</a></p>`;
  return { status: 404, html: page({ title, nonce, body, signedIn: signed_in }) };
}
