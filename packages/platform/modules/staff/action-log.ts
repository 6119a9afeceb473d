import {
  type OperationResponse,
  type operations,
  type Page,
  type QueryValues,
  resolvePage,
  type SecurityEventKind,
  throwFieldError,
} from "@souk/contract";
import type { Queryable } from "@souk/database";
import { createConditions } from "../../infrastructure/listing/conditions.ts";
import { recordSecurityEvent } from "../security/index.ts";
import type { SuspensionChange, TargetKind } from "./staff-deps.ts";

type Actions = OperationResponse<typeof operations.listStaffActions>;
type ActionName = Actions["actions"][number]["action"];

/** A new entry of the log of staff actions. */
export interface NewActionEntry extends Omit<SuspensionChange, "action"> {
  action: ActionName;
  target_kind: TargetKind;
  /** Details of the action, such as the fulfillment URL that was set. */
  detail?: string;
}

interface ActionRow {
  id: number;
  at: Date;
  account_id: number;
  email: string;
  account_name: string;
  action: ActionName;
  target_kind: TargetKind;
  target_id: number;
  target_name: string;
  reason: string;
  detail: string | null;
  request_id: string;
}

/** Insert an entry into the log of staff actions and record a security event, in the transaction of the action. */
export async function logAction(tx: Queryable, entry: NewActionEntry, now: Date): Promise<void> {
  const text = `
    insert into staff_actions (at, account_id, action, target_kind, target_id, reason, request_id, detail)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`;
  const { account_id, action, target_kind, target_id, reason, request_id, detail = null } = entry;
  await tx.query(text, [now, account_id, action, target_kind, target_id, reason, request_id, detail]);
  await recordSecurityEvent(tx, {
    kind: eventKinds[action],
    [`${target_kind}_id`]: target_id,
    details: { action, target_kind, reason, detail },
  });
}

const eventKinds = {
  suspend: "suspended",
  lift: "suspension_lifted",
  set_fulfillment_url: "fulfillment_url_changed",
  clear_fulfillment_url: "fulfillment_url_changed",
  end_sessions: "sessions_ended_by_staff",
  send_password_reset: "password_reset_sent_by_staff",
} as const satisfies Record<ActionName, SecurityEventKind>;

/** List a page of staff actions, the latest first. @throws ApiError `invalid` for `target_id` without `target_kind` */
export async function listActions(
  db: Queryable,
  query: QueryValues<(typeof operations.listStaffActions)["query"]>,
): Promise<Actions> {
  const { target_kind, target_id } = query;
  if (target_id !== undefined && target_kind === undefined)
    throwFieldError(
      "target_kind",
      "required",
      {},
      "{field} is required if target_id is sent. It must be partner, app, store, or account.",
    );
  const conditions = createConditions("true", []);
  conditions.filter(target_kind, (kind) => `action.target_kind = ${kind}`);
  conditions.filter(target_id, (id) => `action.target_id = ${id}`);
  const { sql, values } = conditions;
  const page = resolvePage(await countActions(db, sql, values), query.page, query.limit);
  return { actions: (await selectActions(db, { sql, values, page })).map(toAction), ...page };
}

async function countActions(db: Queryable, sql: string, values: readonly unknown[]): Promise<number> {
  const text = `select count(*) as count from staff_actions action where ${sql}`;
  return (await db.one<{ count: number }>(text, values)).count;
}

async function selectActions(
  db: Queryable,
  { sql, values, page }: { sql: string; values: readonly unknown[]; page: Page },
): Promise<ActionRow[]> {
  const { limit } = page;
  const text = `
    select action.*, account.email, account.name as account_name,
      case target_kind
        when 'partner' then (select name from partners where id = target_id)
        when 'app' then (select name from apps where id = target_id)
        when 'store' then (select name from stores where id = target_id)
        when 'account' then (select email from accounts where id = target_id) end as target_name
    from staff_actions action join accounts account on account.id = action.account_id
    where ${sql}
    order by action.id desc limit $${values.length + 1} offset $${values.length + 2}`;
  return await db.many<ActionRow>(text, [...values, limit, (page.page - 1) * limit]);
}

function toAction(row: ActionRow): Actions["actions"][number] {
  const { id, at, action, reason, detail, request_id } = row;
  return {
    id,
    at: at.toISOString(),
    account: { id: row.account_id, email: row.email, name: row.account_name },
    action,
    target: { kind: row.target_kind, id: row.target_id, name: row.target_name },
    reason,
    detail,
    request_id,
  };
}
