import { type OperationResponse, type operations, securityEventKinds } from "@souk/contract";
import { formatActor } from "../format-actor.ts";
import { texts } from "../texts.ts";

/** A security event of the store. */
export type SecurityEvent = OperationResponse<
  typeof operations.listSecurityEvents
>["security_events"][number];

/** Describe who caused an event. The person behind a failed attempt is unknown. */
export function describeActor({ actor }: SecurityEvent): string {
  if (actor.kind !== "system") return formatActor(actor);
  return actor.id === "staff" ? texts.security.platformStaff : texts.security.unknownPerson;
}

/** Describe what happened in an event: the text of its kind, or how many events of another kind it stands for. */
export function describeKind({ kind, details }: SecurityEvent): string {
  if (kind !== "events_omitted") return securityEventKinds[kind].text;
  const omittedKind = securityEventKinds[details.kind as keyof typeof securityEventKinds];
  return texts.security.omitted({ count: Number(details.count), kind: omittedKind.text });
}

/**
 * Describe whom or what an event concerns: the member, the app, the email address, the second factor, the exported records
 * and the reason.
 */
export function describeSubject({ account, app, actor, details }: SecurityEvent): string {
  const { email, factor, resource, reason } = details;
  const isOtherPerson = account !== null && !(actor.kind === "account" && actor.id === String(account.id));
  const person = isOtherPerson ? account.name || account.email : undefined;
  return [person, app?.name, email, factor, resource, reason]
    .filter((text) => typeof text === "string")
    .join(" · ");
}
