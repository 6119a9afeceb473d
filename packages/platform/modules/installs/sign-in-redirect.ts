import { renderPage } from "../../infrastructure/pages/layout.ts";
import type { SignedIn, Store } from "../../infrastructure/routing/call.ts";
import { html } from "../../infrastructure/routing/html.ts";
import type { PageCall, PageResponse } from "../../infrastructure/routing/page.ts";
import type { Suspension } from "../../infrastructure/suspension.ts";

/** The query parameter that marks a visitor's return from the sign-in page. */
const signedInParameter = "signed_in";

/**
 * Redirect a visitor to the sign-in page, and from there back to this path. After signing in, the visitor sees a page that
 * forwards with a meta refresh (`buildContinuePage`), not with another redirect. Chromium applies a form's `form-action` to
 * all redirects after its POST, and would therefore block the redirect to the App URL
 * (docs/decisions/0004-consent-redirect.md).
 *
 * @param path a path of this origin, in which any input of the visitor is already encoded
 */
export function redirectToSignIn(path: string): PageResponse {
  const separator = path.includes("?") ? "&" : "?";
  return {
    redirect: `/sign-in?return_to=${encodeURIComponent(`${path}${separator}${signedInParameter}=1`)}`,
  };
}

/** Return whether a visitor has just returned from the sign-in page. */
export function isReturningFromSignIn(call: PageCall): boolean {
  return call.query.some(([name]) => name === signedInParameter);
}

/** Build the page that a visitor sees after signing in. It forwards to the path at once, with a meta refresh. */
export function buildContinuePage({ nonce }: PageCall, path: string): PageResponse {
  const title = "You are signed in";
  const body = html`<h1>${title}</h1><p><a class="button" href="${path}">Continue to the app</a></p>`;
  return { status: 200, html: renderPage({ title, nonce, body }), refreshTo: path };
}

/**
 * Serve a page that redirects to an app. Only members of the store get the page. A visitor who is not signed in is
 * redirected to the sign-in page first.
 *
 * @param pagePath the page's path after the store's handle, as `buildPagePath` builds it, in which any input of the visitor is
 *   already encoded
 */
export async function withSignIn(
  call: PageCall,
  pagePath: string,
  serve: (store: Store, signedIn: SignedIn) => Promise<PageResponse>,
): Promise<PageResponse> {
  const { signed_in, store } = call;
  if (signed_in === null)
    return redirectToSignIn(`/${encodeURIComponent(call.params.store ?? "")}${pagePath}`);
  // The store is checked before any redirect that contains its name. A made-up name such as `/stranger.test` would make the
  // redirect start with `//stranger.test`, which is another origin.
  if (store === null) return buildNoAccessPage(call);
  if (store.suspended !== null) return buildSuspendedStorePage(call, store.suspended);
  const path = `/${store.handle}${pagePath}`;
  return isReturningFromSignIn(call) ? buildContinuePage(call, path) : serve(store, signed_in);
}

function buildSuspendedStorePage({ nonce, signed_in }: PageCall, { reason }: Suspension): PageResponse {
  const title = "This store is suspended";
  const body = html`<h1>${title}</h1>
<p>The platform suspended this store: ${reason}</p>
<p>Apps cannot be installed or opened in this store until the suspension is lifted.</p>
<p><a class="button quiet" href="/">Your stores</a></p>`;
  return { status: 403, html: renderPage({ title, nonce, body, signedIn: signed_in }) };
}

function buildNoAccessPage({ nonce, signed_in }: PageCall): PageResponse {
  const title = "You don't have access to this store";
  const body = html`<h1>${title}</h1>
<p><a class="button quiet" href="/">Your stores</a></p>`;
  return { status: 404, html: renderPage({ title, nonce, body, signedIn: signed_in }) };
}
