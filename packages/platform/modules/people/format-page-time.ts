import { type Html, html } from "../../infrastructure/routing/html.ts";

/** Format a time for a page that the server renders. */
export function formatPageTime(time: Date): Html {
  const text = `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return html`<time datetime="${time.toISOString()}">${text}</time>`;
}
