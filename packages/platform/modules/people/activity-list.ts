import { type SecurityEventKind, securityEventKinds } from "@souk/contract";
import { formatPageTime } from "../../infrastructure/pages/format-page-time.ts";
import { type Html, html } from "../../infrastructure/routing/html.ts";
import type { AccountEvent } from "../security/index.ts";
import { describeDevice } from "./device-name.ts";

/**
 * Describe who caused an event. Return an empty text for the account's owner and for the system, and also for staff, because the
 * text of an event by staff already names the platform.
 */
function describeActor({ kind, actor_kind, is_own }: AccountEvent): string {
  if (is_own || actor_kind === "system" || securityEventKinds[kind].isByStaff) return "";
  if (actor_kind === "operator") return "By the operator of this platform";
  return actor_kind === "app" ? "By an app" : "By another person";
}

function describeEvent(event: AccountEvent): string {
  const { kind, details } = event;
  const { text } = securityEventKinds[kind];
  if (kind === "events_omitted")
    return `${Number(details.count)} more within an hour: ${securityEventKinds[details.kind as SecurityEventKind].text}`;
  if (typeof details.factor === "string") return `${text}: ${details.factor}`;
  return details.is_new_device === true ? `${text} on a new device` : text;
}

function renderEvent(event: AccountEvent): Html {
  const { created_at, store_name, app_name, user_agent, client_address, is_own, details } = event;
  const invitedEmail = is_own && typeof details.email === "string" ? details.email : "";
  const subjects = [describeActor(event), invitedEmail, app_name ?? "", store_name ?? ""].filter(
    (text) => text !== "",
  );
  return html`<tr><td>${formatPageTime(created_at)}</td><td>${describeEvent(event)}${
    subjects.length === 0 ? null : html`<br><span class="soft">${subjects.join(" \u00b7 ")}</span>`
  }</td><td>${user_agent === "" ? "" : describeDevice(user_agent)}</td><td data-head="Network address">${client_address}</td></tr>`;
}

/** Render the security events of an account as a table. */
export function renderActivityTable(events: readonly AccountEvent[]): Html {
  if (events.length === 0) return html`<p class="soft">Nothing has been recorded yet.</p>`;
  return html`<table><thead><tr><th scope="col">Time</th><th scope="col">What happened</th><th scope="col">Device</th><th scope="col">Network address</th></tr></thead>
<tbody>${events.map(renderEvent)}</tbody></table>`;
}
