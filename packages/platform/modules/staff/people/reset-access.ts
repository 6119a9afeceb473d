import { throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { endAllSessions } from "../../people/index.ts";
import { logAction } from "../action-log.ts";
import { trimReason } from "../reason.ts";
import type { StaffDeps } from "../staff-deps.ts";

/** A request of a staff account to end a person's sessions or to send the person a password reset. */
export interface AccessChange {
  /** The id of the person's account. */
  target_id: number;
  /** The id of the staff account. */
  account_id: number;
  reason: string;
  request_id: string;
}

interface TargetAccount {
  id: number;
  email: string;
  audience: "admin" | "partners";
}

// A person who only develops apps gets the link on the origin of the partner dashboard.
const targetText = `
  select account.id, account.email, case
      when not exists (select from memberships where account_id = account.id)
        and exists (select from partner_members where account_id = account.id) then 'partners'
      else 'admin' end as audience
  from accounts account where account.id = $1 for no key update of account`;

async function lockAccount(tx: Queryable, id: number): Promise<TargetAccount> {
  return (await tx.maybeOne<TargetAccount>(targetText, [id])) ?? throwApiError("not_found");
}

/**
 * End all sessions of an account in the admin and the partner dashboard, and log the action.
 * @throws ApiError `not_found`; `invalid` for `reason`
 */
export async function endSessions(
  tx: Queryable,
  change: AccessChange,
  { clock }: Pick<StaffDeps, "clock">,
): Promise<void> {
  const reason = trimReason(change.reason, "Enter a reason. Only staff can see it.");
  await lockAccount(tx, change.target_id);
  await endAllSessions(tx, change.target_id);
  const entry = { ...change, action: "end_sessions", target_kind: "account", reason } as const;
  await logAction(tx, entry, new Date(clock.now()));
}

/**
 * Email a link for a new password to the address of an account, and log the action.
 * @throws ApiError `not_found`; `invalid` for `reason`; `conflict` if three links are still valid
 */
export async function sendPasswordReset(
  tx: Queryable,
  change: AccessChange,
  { clock, people }: Pick<StaffDeps, "clock" | "people">,
): Promise<void> {
  const reason = trimReason(change.reason, "Enter a reason. Only staff can see it.");
  await people.sendPasswordReset(tx, await lockAccount(tx, change.target_id));
  const entry = { ...change, action: "send_password_reset", target_kind: "account", reason } as const;
  await logAction(tx, entry, new Date(clock.now()));
}
