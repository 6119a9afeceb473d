import { escapeHtml } from "@souk/app-sdk";

/** The content of a page, its status and the origin that may embed it. */
export interface Document {
  status?: number;
  title: string;
  /** Content of the body, as HTML in which all texts are escaped. */
  body: string;
  /** Origin that may embed the page in a frame; if omitted, no origin may. */
  framedBy?: string;
}

/** Build a page without scripts. It can load only files of this app and send forms only to this app. */
export function renderDocument({ status = 200, title, body, framedBy = "'none'" }: Document): Response {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/style.css">
<main>
${body}
</main>
</html>
`;
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": `default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors ${framedBy}`,
    "cache-control": "no-store",
    // The URL of a booking page contains its token, so it must not be sent to other sites.
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
  return new Response(html, { status, headers });
}

/** Build a page with a heading and a sentence. */
export function renderMessagePage(
  message: { heading: string; sentence: string },
  options: Partial<Document> = {},
): Response {
  const { heading, sentence } = message;
  const body = `<h1>${escapeHtml(heading)}</h1>\n<p>${escapeHtml(sentence)}</p>`;
  return renderDocument({ title: heading, body, ...options });
}
