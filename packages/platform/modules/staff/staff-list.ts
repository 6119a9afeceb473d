import { type Page, pageOf } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { createConditions } from "../../listing/conditions.ts";
import { containing } from "./find-by-text.ts";

/** The question of each list in the staff console. */
export interface StaffQuestion {
  query: string | undefined;
  suspended: boolean | undefined;
  page: number;
  limit: number;
}

/** A list in the staff console: what it selects from, and where a text is looked for. */
export interface StaffList {
  /** `select … from …`, with the table's alias `record`. */
  select: string;
  /** `from …` that alone can be counted. */
  from: string;
  /** A condition on the pattern that a placeholder stands for. */
  finds(placeholder: string): string;
}

/** One page of what a question finds, the newest first. */
export async function readStaffList<Row extends object>(
  run: Queryable,
  { select, from, finds }: StaffList,
  question: StaffQuestion,
): Promise<{ rows: Row[]; page: Page }> {
  const conditions = createConditions("true", []);
  const text = question.query?.trim();
  conditions.filter(text === undefined || text === "" ? undefined : containing(text), finds);
  conditions.filter(question.suspended, (flag) => `(record.suspended_at is not null) = ${flag}::boolean`);
  const counted = await run.query<{ count: number }>(
    `select count(*) as count ${from} where ${conditions.sql}`,
    conditions.values,
  );
  const page = pageOf(counted.rows[0]?.count ?? 0, question.page, question.limit);
  const at = conditions.values.length;
  const { rows } = await run.query<Row>(
    `${select} where ${conditions.sql} order by record.id desc limit $${at + 1} offset $${at + 2}`,
    [...conditions.values, page.limit, (page.page - 1) * page.limit],
  );
  return { rows, page };
}

/** The one record of an id, as the list shows it; null when there is none. */
export async function readStaffRecord<Row extends object>(
  run: Queryable,
  { select }: StaffList,
  id: number,
): Promise<Row | null> {
  return (await run.query<Row>(`${select} where record.id = $1`, [id])).rows[0] ?? null;
}
