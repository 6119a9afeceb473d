import { type Html, html } from "../routing/html.ts";

const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** Format a time for a page that the server renders, as the panels do: 27 Nov 2026, 08:11 UTC. */
export function formatPageTime(time: Date): Html {
  return html`<time datetime="${time.toISOString()}">${format.format(time)} UTC</time>`;
}
