import { type Html, html } from "../../infrastructure/routing/html.ts";

/** Render a time in UTC, to the minute. */
export function renderTime(time: Date): Html {
  const text = `${time.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return html`<time datetime="${time.toISOString()}">${text}</time>`;
}
