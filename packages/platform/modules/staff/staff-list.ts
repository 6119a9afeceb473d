import { type Page, resolvePage } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { createConditions } from "../../infrastructure/listing/conditions.ts";

/** The search and page of a list in the staff console. */
export interface StaffQuestion {
  query: string | undefined;
  suspended: boolean | undefined;
  page: number;
  limit: number;
}

/** A list in the staff console: what it selects from, and which columns are searched. */
export interface StaffList {
  /** `select … from …`, with the table's alias `record`. */
  select: string;
  /** `from …` for the count. */
  from: string;
  /** Build a condition on the search pattern, from its placeholder. */
  finds(placeholder: string): string;
}

/** Load one page of the matching records, the newest first. */
export async function readStaffList<Row extends object>(
  db: Queryable,
  { select, from, finds }: StaffList,
  question: StaffQuestion,
): Promise<{ rows: Row[]; page: Page }> {
  const conditions = createConditions("true", []);
  const text = question.query?.trim();
  conditions.filter(text === undefined || text === "" ? undefined : buildContainsPattern(text), finds);
  conditions.filter(question.suspended, (flag) => `(record.suspended_at is not null) = ${flag}::boolean`);
  const counted = await db.one<{ count: number }>(
    `select count(*) as count ${from} where ${conditions.sql}`,
    conditions.values,
  );
  const page = resolvePage(counted.count, question.page, question.limit);
  const at = conditions.values.length;
  const rows = await db.many<Row>(
    `${select} where ${conditions.sql} order by record.id desc limit $${at + 1} offset $${at + 2}`,
    [...conditions.values, page.limit, (page.page - 1) * page.limit],
  );
  return { rows, page };
}

/** Build a pattern for `ilike` that finds a text anywhere; wildcards in the text are escaped. */
function buildContainsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** Load one record by its id, as the list shows it; null when there is none. */
export async function readStaffRecord<Row extends object>(
  db: Queryable,
  { select }: StaffList,
  id: number,
): Promise<Row | null> {
  return (await db.maybeOne<Row>(`${select} where record.id = $1`, [id])) ?? null;
}
