import { escapeHtml } from "@souk/app-sdk";

export interface Document {
  status?: number;
  title: string;
  /** What stands in the body: HTML whose texts are escaped. */
  body: string;
  /** The origin that may frame it; nobody when left out. */
  framedBy?: string;
}

/** A page without any script, which loads its style alone and sends its forms to this app alone. */
export function documentOf({ status = 200, title, body, framedBy = "'none'" }: Document): Response {
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

/** A page with a heading and a sentence. */
export function messagePage(
  message: { heading: string; sentence: string },
  rest: Partial<Document> = {},
): Response {
  const { heading, sentence } = message;
  const body = `<h1>${escapeHtml(heading)}</h1>\n<p>${escapeHtml(sentence)}</p>`;
  return documentOf({ title: heading, body, ...rest });
}
