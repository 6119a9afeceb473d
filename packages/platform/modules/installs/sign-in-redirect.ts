import { page } from "../../infrastructure/pages/layout.ts";
import type { Store } from "../../infrastructure/routing/call.ts";
import { html } from "../../infrastructure/routing/html.ts";
import type { PageAnswer, PageCall } from "../../infrastructure/routing/page.ts";
import type { Suspension } from "../../infrastructure/suspension.ts";

/** The query parameter of a URL that a visitor returns to from the sign-in page. */
const arrival = "signed_in";

/**
 * Redirect a visitor to sign in and then back here, where a page refreshes instead of a redirect: Chromium
 * applies a form's form-action to redirects that follow its POST, and would stop at the App URL
 * (docs/decisions/0004-consent-redirect.md).
 *
 * @param path a path of this origin; a visitor's input in it is encoded
 */
export function signInFirst(path: string): PageAnswer {
  const joint = path.includes("?") ? "&" : "?";
  return { redirect: `/sign-in?return_to=${encodeURIComponent(`${path}${joint}${arrival}=1`)}` };
}

/** Return whether a visitor has just returned from the sign-in page. */
export function isReturningFromSignIn(call: PageCall): boolean {
  return call.query.some(([name]) => name === arrival);
}

/** Render the page that ends a sign-in and continues by itself. */
export function continuePage({ nonce }: PageCall, path: string): PageAnswer {
  const title = "You are signed in";
  const body = html`<h1>${title}</h1><p><a class="button" href="${path}">Continue to the app</a></p>`;
  return { status: 200, html: page({ title, nonce, body }), refreshTo: path };
}

/**
 * Serve a store's page that redirects to an app, only to the store's members; a visitor who is not signed in signs in first.
 *
 * @param address the page's path below the store as `buildPagePath` builds it, with a visitor's input encoded
 */
export async function withSignIn(
  call: PageCall,
  address: string,
  serve: (store: Store) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const { signed_in, store } = call;
  if (signed_in === null) return signInFirst(`/${encodeURIComponent(call.params.store ?? "")}${address}`);
  // Checked before any redirect to the path: an unknown name can be `/stranger.test`, and `//stranger.test` is an origin.
  if (store === null) return showForeignStore(call);
  if (store.suspended !== null) return showSuspendedStore(call, store.suspended);
  const path = `/${store.handle}${address}`;
  return isReturningFromSignIn(call) ? continuePage(call, path) : serve(store);
}

function showSuspendedStore({ nonce, signed_in }: PageCall, { reason }: Suspension): PageAnswer {
  const title = "This store is suspended";
  const body = html`<h1>${title}</h1>
<p>The platform suspended this store: ${reason}</p>
<p>Apps cannot be installed or opened in it until the suspension is lifted.</p>
<p><a class="button quiet" href="/">Your stores</a></p>`;
  return { status: 403, html: page({ title, nonce, body, signedIn: signed_in }) };
}

function showForeignStore({ nonce, signed_in }: PageCall): PageAnswer {
  const title = "You don't have access to this store";
  const body = html`<h1>${title}</h1>
<p><a class="button quiet" href="/">Your stores</a></p>`;
  return { status: 404, html: page({ title, nonce, body, signedIn: signed_in }) };
}
