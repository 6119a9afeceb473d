import { randomBytes } from "node:crypto";
import { escapeHtml } from "./escape-html.ts";

export interface PlainPage {
  status: number;
  title: string;
  /** The page's sentences, as plain text. */
  sentences: readonly string[];
  link?: { url: string; text: string };
  /** The script that the page loads, and the admin that may frame the page. */
  script?: { src: string; hostUrl: string; inline: string };
  /** The origin that may frame the page; no origin if omitted. */
  framedBy?: string;
}

/** Build one of the SDK's own pages: no external style, and no script but the named one. */
export function plainPage({
  status,
  title,
  sentences,
  link,
  script,
  framedBy = "'none'",
}: PlainPage): Response {
  const nonce = randomBytes(16).toString("base64url");
  const scripts = script
    ? `<script src="${escapeHtml(script.src)}" data-host-url="${escapeHtml(script.hostUrl)}" nonce="${nonce}"></script>\n<script nonce="${nonce}">${script.inline}</script>\n`
    : "";
  const way = link
    ? `<p><a href="${escapeHtml(link.url)}" target="_blank" rel="noopener noreferrer">${escapeHtml(link.text)}</a></p>\n`
    : "";
  const text = sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>\n`).join("");
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style nonce="${nonce}">body{font:16px/1.5 system-ui,sans-serif;max-width:34em;margin:4em auto;padding:0 1em;color-scheme:light dark}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${text}${way}${scripts}</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${framedBy}`,
  ];
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy.join("; "),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
  });
}
