import { randomBytes } from "node:crypto";
import { escapeHtml } from "./escape-html.ts";

/** The content of a page, its status and the origin that may frame it. */
export interface PlainPageOptions {
  status: number;
  title: string;
  /** The page's sentences, as plain text. */
  sentences: readonly string[];
  link?: { url: string; text: string };
  /** A script that the page loads, its `data-host-url`, and an inline script that runs after it. */
  script?: { src: string; hostUrl: string; inline: string };
  /** The origin that may frame the page. If omitted, no page may frame it. */
  framedBy?: string;
}

/** Create one of the SDK's own pages. It has no external style, and no script except the given one. */
export function createPlainPage({
  status,
  title,
  sentences,
  link,
  script,
  framedBy = "'none'",
}: PlainPageOptions): Response {
  const nonce = randomBytes(16).toString("base64url");
  const scriptHtml = script
    ? `<script src="${escapeHtml(script.src)}" data-host-url="${escapeHtml(script.hostUrl)}" nonce="${nonce}"></script>\n<script nonce="${nonce}">${script.inline}</script>\n`
    : "";
  const linkHtml = link
    ? `<p><a href="${escapeHtml(link.url)}" target="_blank" rel="noopener noreferrer">${escapeHtml(link.text)}</a></p>\n`
    : "";
  const sentenceHtml = sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>\n`).join("");
  const html = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title>
<style nonce="${nonce}">body{font:16px/1.5 system-ui,sans-serif;max-width:34em;margin:4em auto;padding:0 1em;color-scheme:light dark}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${sentenceHtml}${linkHtml}${scriptHtml}</body>
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
