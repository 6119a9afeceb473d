import { type Html, html } from "../routing/html.ts";

const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** Format a time for a page that the server renders, such as 27 Nov 2026, 08:11 UTC. The panels use the same format. */
export function formatPageTime(time: Date): Html {
  return html`<time datetime="${time.toISOString()}">${format.format(time)} UTC</time>`;
}
