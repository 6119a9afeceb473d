import { randomBytes } from "node:crypto";
import { escapeHtml } from "@souk/app-sdk";

/** The content of a page. */
export interface Document {
  /** Content of the body, as HTML in which all texts are escaped. */
  body: string;
  /** Scripts of the page. Each is a module of this app or the admin's app bridge, which also needs the URL of the admin. */
  scripts?: readonly { src: string; module: boolean; hostUrl?: string }[];
}

/** Build a page whose Content-Security-Policy allows only the given scripts and no content from other origins. */
export function renderDocument({ body, scripts = [] }: Document): {
  html: string;
  headers: Record<string, string>;
} {
  const nonce = randomBytes(16).toString("base64url");
  const tags = scripts.map(({ src, module, hostUrl }) => {
    const host = hostUrl === undefined ? "" : ` data-host-url="${escapeHtml(hostUrl)}"`;
    return `<script src="${escapeHtml(src)}" nonce="${nonce}"${module ? ' type="module"' : ""}${host}></script>`;
  });
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Inventory Sync</title>
<link rel="icon" href="/assets/icon.svg">
<link rel="stylesheet" href="/assets/style.css">
${tags.join("\n")}
</head>
<body>
${body}
</body>
</html>
`;
  const policy = [
    "default-src 'none'",
    // Modules that are imported by a script with the nonce are allowed as well.
    `script-src 'nonce-${nonce}'`,
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return {
    html,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy.join("; "),
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    },
  };
}
