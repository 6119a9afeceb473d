import { escapeHtml } from "@souk/app-sdk";

export interface Document {
  status?: number;
  title: string;
  /** Content of the body: HTML whose texts are escaped. */
  body: string;
  /** Origin that may frame the page; none when left out. */
  framedBy?: string;
}

/** Build a page without scripts, which loads only its style and sends its forms to this app alone. */
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
    // The address of a booking is its proof.
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
  return new Response(html, { status, headers });
}

/** Build a page with a heading and a sentence. */
export function messagePage(
  message: { heading: string; sentence: string },
  rest: Partial<Document> = {},
): Response {
  const { heading, sentence } = message;
  const body = `<h1>${escapeHtml(heading)}</h1>\n<p>${escapeHtml(sentence)}</p>`;
  return renderDocument({ title: heading, body, ...rest });
}
