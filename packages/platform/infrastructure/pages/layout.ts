import type { SignedIn } from "../routing/call.ts";
import { Html, html } from "../routing/html.ts";
import { renderCsrfField } from "./form.ts";
import { style } from "./style.ts";

/** The content of a server-rendered page. */
export interface PageContent {
  /** The document's title. The page's heading is part of `body`. */
  title: string;
  nonce: string;
  body: Html;
  /** The account that is shown with a button to sign out; absent or null if the visitor is not signed in. */
  signedIn?: Pick<SignedIn, "email" | "name" | "csrf_token"> | null;
  /** Whether the page is wide, for tables and code in the API reference. */
  wide?: boolean;
}

/** The place for a notice above the header, which `fillNotice` fills when the page is sent. */
const noticePlaceholder = "<!--souk-notice-->";

/** What every page says while a development server is open to others (SOUK_DEV_PUBLIC). */
export const publicDevelopmentNotice =
  "This is a development server that other machines can reach (SOUK_DEV_PUBLIC). Do not use it for a real store.";

/** Add the platform's notice to a page of `renderPage`. @param notice a text; null for none */
export function fillNotice(page: string, notice: string | null): string {
  const text = notice === null ? "" : html`<p class="notice" role="note">${notice}</p>\n`.toString();
  return page.replace(noticePlaceholder, () => text);
}

/** The platform's logo, an arch, which is the same as in the panels. */
const logo = new Html(
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M2 23V11.2C2 5.8 6.5 1.9 12 1c5.5.9 10 4.8 10 10.2V23z"/>' +
    '<path d="M7 23v-9.2c0-2.9 2.2-5 5-5.8 2.8.8 5 2.9 5 5.8V23z"/></svg>',
);

function renderSignOutForm(signedIn: NonNullable<PageContent["signedIn"]>): Html {
  return html`<form method="post" action="/sign-out">${renderCsrfField(signedIn.csrf_token)}
<span class="soft">${signedIn.name === "" ? signedIn.email : signedIn.name}</span>
<button class="quiet">Sign out</button></form>`;
}

/**
 * Render a complete HTML document in the layout of all server-rendered pages. It needs no script, fits narrow windows,
 * and supports light and dark mode.
 */
export function renderPage(content: PageContent): string {
  const { title, nonce, body, signedIn, wide } = content;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Souk</title>
<style nonce="${nonce}">${new Html(style)}</style>
</head>
<body${wide ? html` class="wide"` : null}>
<a class="skip" href="#main">Skip to content</a>
${new Html(noticePlaceholder)}<header><a class="brand" href="/">${logo}Souk</a>${signedIn ? renderSignOutForm(signedIn) : null}</header>
<main id="main" tabindex="-1">
${body}
</main>
</body>
</html>
`.toString();
}
