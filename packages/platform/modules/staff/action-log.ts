import { type AnswerOf, type operations, type Page, pageOf, type QueryOf, refuseField } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { createConditions } from "../../listing/conditions.ts";
import type { StaffOrder, TargetKind } from "./staff-wiring.ts";

type Actions = AnswerOf<typeof operations.listStaffActions>;
type ActionName = Actions["actions"][number]["action"];

/** One line of the log, as it is written down. */
export interface DoneAction extends Omit<StaffOrder, "action"> {
  action: ActionName;
  target_kind: TargetKind;
  /** What exactly, where the action alone does not say it. */
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

/** Writes down what a staff account did, in the transaction that does it. */
export async function logAction(tx: Queryable, done: DoneAction, now: Date): Promise<void> {
  const text = `
    insert into staff_actions (at, account_id, action, target_kind, target_id, reason, request_id, detail)
    values ($1, $2, $3, $4, $5, $6, $7, $8)`;
  const { account_id, action, target_kind, target_id, reason, request_id, detail = null } = done;
  await tx.query(text, [now, account_id, action, target_kind, target_id, reason, request_id, detail]);
}

/** What staff did, the latest first. @throws Refusal `invalid` for an id without its kind */
export async function listActions(
  run: Queryable,
  question: QueryOf<(typeof operations.listStaffActions)["query"]>,
): Promise<Actions> {
  const { target_kind, target_id } = question;
  if (target_id !== undefined && target_kind === undefined)
    refuseField("target_kind", "goes with target_id: partner, app or store");
  const conditions = createConditions("true", []);
  conditions.filter(target_kind, (kind) => `action.target_kind = ${kind}`);
  conditions.filter(target_id, (id) => `action.target_id = ${id}`);
  const { sql, values } = conditions;
  const page = pageOf(await countActions(run, sql, values), question.page, question.limit);
  return { actions: (await selectActions(run, { sql, values, page })).map(showAction), ...page };
}

async function countActions(run: Queryable, sql: string, values: readonly unknown[]): Promise<number> {
  const text = `select count(*) as count from staff_actions action where ${sql}`;
  return (await run.query<{ count: number }>(text, values)).rows[0]?.count ?? 0;
}

async function selectActions(
  run: Queryable,
  { sql, values, page }: { sql: string; values: readonly unknown[]; page: Page },
): Promise<ActionRow[]> {
  const { limit } = page;
  const text = `
    select action.*, account.email, account.name as account_name,
      case target_kind
        when 'partner' then (select name from partners where id = target_id)
        when 'app' then (select name from apps where id = target_id)
        when 'store' then (select name from stores where id = target_id) end as target_name
    from staff_actions action join accounts account on account.id = action.account_id
    where ${sql}
    order by action.id desc limit $${values.length + 1} offset $${values.length + 2}`;
  return (await run.query<ActionRow>(text, [...values, limit, (page.page - 1) * limit])).rows;
}

function showAction(row: ActionRow): Actions["actions"][number] {
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
