import { throwApiError } from "@souk/contract";
import type { Database } from "@souk/database";
import { renderPage } from "../../infrastructure/pages/layout.ts";
import { html } from "../../infrastructure/routing/html.ts";
import type { PageCall, PageResponse, PageRoute } from "../../infrastructure/routing/page.ts";
import { type AccountEvent, type EventPosition, listAccountEvents } from "../security/index.ts";
import { renderActivityTable } from "./activity-list.ts";

const path = "/account/activity";
const pageSize = 50;
const positionPattern = /^(\d{1,15})-(\d{1,15})$/;

/** Format the position of an event for the page's address. */
function formatPosition({ created_at, id }: AccountEvent): string {
  return `${created_at.getTime()}-${id}`;
}

/**
 * Read the position in the `before` parameter. The page shows the events before that position in time. Returns null if there is
 * no valid position, and the page then begins with the newest event.
 */
function readPosition({ query }: PageCall): EventPosition | null {
  const [, time, id] = positionPattern.exec(query.findLast(([name]) => name === "before")?.[1] ?? "") ?? [];
  const created_at = new Date(Number(time));
  return id === undefined || Number.isNaN(created_at.getTime()) ? null : { created_at, id: Number(id) };
}

async function showActivity(database: Database, call: PageCall): Promise<PageResponse> {
  const signedIn = call.signed_in ?? throwApiError("not_signed_in");
  const before = readPosition(call);
  const events = await listAccountEvents(database, signedIn.account_id, { before, limit: pageSize + 1 });
  const shownEvents = events.slice(0, pageSize);
  const lastEvent = shownEvents.at(-1);
  const nextPosition = lastEvent && events.length > pageSize ? formatPosition(lastEvent) : null;
  const body = html`<h1>Account activity</h1>
<p>Security events of your account in the last 365 days, newest first.</p>
${renderActivityTable(shownEvents)}
<p class="actions">${before === null ? null : html`<a class="button quiet" href="${path}">Newest</a>`}
${nextPosition === null ? null : html`<a class="button quiet" href="${path}?before=${nextPosition}">Older</a>`}
<a class="button quiet" href="/account/security">Back to account security</a></p>`;
  const page = renderPage({ title: "Account activity", nonce: call.nonce, signedIn, body, wide: true });
  return { status: 200, html: page };
}

/** Create the page with all security events of a person's account, on the admin's and the partners' origin. */
export function createActivityPages(): PageRoute[] {
  return (["admin", "partners"] as const).map((host) => ({
    host,
    method: "GET",
    path,
    visitor: "account",
    handle: showActivity,
  }));
}
