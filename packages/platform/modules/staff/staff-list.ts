import { type Page, resolvePage } from "@souk/contract";
import type { Queryable } from "@souk/database";
import { createConditions } from "../../infrastructure/listing/conditions.ts";

/** The search, filter and page of a list in the staff console. */
export interface StaffListQuery {
  query: string | undefined;
  suspended: boolean | undefined;
  page: number;
  limit: number;
}

/** The SQL of a list in the staff console. */
export interface StaffList {
  /** `select … from …`, where the listed table has the alias `record`. */
  select: string;
  /** `from …` for the count. */
  from: string;
  /** Build the condition that a record matches the search pattern in this placeholder. */
  buildSearchCondition(placeholder: string): string;
}

/** Load a page of the records that match, the newest first. */
export async function readStaffList<Row extends object>(
  db: Queryable,
  { select, from, buildSearchCondition }: StaffList,
  query: StaffListQuery,
): Promise<{ rows: Row[]; page: Page }> {
  const conditions = createConditions("true", []);
  const text = query.query?.trim();
  const pattern = text === undefined || text === "" ? undefined : buildContainsPattern(text);
  conditions.filter(pattern, buildSearchCondition);
  conditions.filter(query.suspended, (flag) => `(record.suspended_at is not null) = ${flag}::boolean`);
  const { count } = await db.one<{ count: number }>(
    `select count(*) as count ${from} where ${conditions.sql}`,
    conditions.values,
  );
  const page = resolvePage(count, query.page, query.limit);
  const valueCount = conditions.values.length;
  const rows = await db.many<Row>(
    `${select} where ${conditions.sql} order by record.id desc limit $${valueCount + 1} offset $${valueCount + 2}`,
    [...conditions.values, page.limit, (page.page - 1) * page.limit],
  );
  return { rows, page };
}

/** Build a pattern for `ilike` that matches texts containing this text. Wildcards in the text are escaped. */
function buildContainsPattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** Load a record by its id with the columns of the list, or return null if it does not exist. */
export async function readStaffRecord<Row extends object>(
  db: Queryable,
  { select }: StaffList,
  id: number,
): Promise<Row | null> {
  return (await db.maybeOne<Row>(`${select} where record.id = $1`, [id])) ?? null;
}
