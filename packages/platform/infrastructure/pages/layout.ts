import type { SignedIn } from "../routing/call.ts";
import { Html, html } from "../routing/html.ts";
import { csrfField } from "./form.ts";
import { style } from "./style.ts";

/** The parts of a page. */
export interface PageContent {
  /** The window's title; the page's own heading is in `body`. */
  title: string;
  nonce: string;
  body: Html;
  /** The account shown at the top with a way to sign out; absent or null: the visitor is not signed in. */
  signedIn?: Pick<SignedIn, "email" | "name" | "csrf_token"> | null;
  /** Whether the page has room for tables and code, as the reference needs. */
  wide?: boolean;
}

/** The platform's mark, the arch of a market hall, as the panels show it. */
const mark = new Html(
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M2 23V11.2C2 5.8 6.5 1.9 12 1c5.5.9 10 4.8 10 10.2V23z"/>' +
    '<path d="M7 23v-9.2c0-2.9 2.2-5 5-5.8 2.8.8 5 2.9 5 5.8V23z"/></svg>',
);

function signOutForm(signedIn: NonNullable<PageContent["signedIn"]>): Html {
  return html`<form method="post" action="/sign-out">${csrfField(signedIn.csrf_token)}
<span class="soft">${signedIn.name === "" ? signedIn.email : signedIn.name}</span>
<button class="quiet">Sign out</button></form>`;
}

/**
 * Render a whole HTML document in the look that all server-rendered pages share. It needs no script, fits a
 * narrow window and follows the visitor's light or dark setting.
 */
export function page(parts: PageContent): string {
  const { title, nonce, body, signedIn, wide } = parts;
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
<header><a class="brand" href="/">${mark}Souk</a>${signedIn ? signOutForm(signedIn) : null}</header>
<main id="main" tabindex="-1">
${body}
</main>
</body>
</html>
`.toString();
}
