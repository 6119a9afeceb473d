import type { Queryable } from "@souk/database";
import type { Conditions } from "./conditions.ts";
import { keptTotalsOf } from "./kept-totals.ts";
import { namedStatement } from "./named-statement.ts";
import type { SoughtRows } from "./token-search.ts";

/** What records are read by: conditions on their table `r`, and how those that meet them are counted. */
export interface FoundRows {
  conditions: Conditions;
  /** What the conditions speak of, with a comma behind; empty for most. */
  expressions: string;
  total: string | undefined;
  counted: string | undefined;
  /** Whether more records than `fewest` are found by what is sought, as SQL; absent when nothing is. */
  areMany: string | undefined;
}

/**
 * How records that are sought are found: all of them at once through the index, which is fast for few; or each record of
 * a page is looked at in its turn, which is fast when many are found, or all are read anyway.
 */
export type Finding = "few" | "many";

/** Records with a table beside them that says what they are found by. */
export interface SearchedTable {
  table: string;
  search: string;
  /** The column of the search that names the record. */
  key: string;
}

/** The conditions beside what is sought. */
type OwnConditions = Pick<Conditions, "sql" | "filtered">;

/** So many are still few: their ids are held and sorted for a page. */
const fewest = 20_000;

/**
 * What records are read by when something is sought.
 * @param conditions their other conditions; what is sought is bound in them and not yet added
 */
export function foundRows(
  { table, search, key }: SearchedTable,
  conditions: Conditions,
  { own, sought, finding }: { own: OwnConditions; sought: SoughtRows; finding: Finding },
): FoundRows {
  const ids = `select s.${key} as id from ${search} s where s.store_id = $1 and ${sought.indexed}`;
  const rows = { conditions, total: undefined, areMany: moreThanFew(table, { ids, own }) };
  if (finding === "few") {
    const counted = own.filtered ? undefined : "found";
    return { ...rows, expressions: foundFirst(conditions, ids), counted };
  }
  const all = `${search} s where s.store_id = $1 and ${sought.exact}`;
  const counted = own.filtered
    ? `${table} r where ${own.sql} and r.id in (select s.${key} from ${all})`
    : all;
  // Without `offset 0` it would be made a join, and every record be read for a page.
  conditions.add(`exists (select from ${all} and s.${key} = r.id offset 0)`);
  return { ...rows, expressions: "", counted };
}

/**
 * What records are read by when those are asked for that other rows name.
 * @param conditions their other conditions; what is asked for is bound in them and not yet added
 * @param named `ids` is a query of what these rows name, some perhaps more than once; `holds` says it of one record
 */
export function namedRows(
  table: string,
  conditions: Conditions,
  { own, named, finding }: { own: OwnConditions; named: { ids: string; holds: string }; finding: Finding },
): FoundRows {
  const { ids, holds } = named;
  const areMany = moreThanFew(table, { ids, own });
  const rows = { conditions, total: undefined, areMany };
  if (finding === "few") return { ...rows, expressions: foundFirst(conditions, ids), counted: undefined };
  conditions.add(holds);
  const counted = own.filtered ? undefined : `(select distinct id from (${ids}) named) counted`;
  return { ...rows, expressions: "", counted };
}

function foundFirst(conditions: Conditions, ids: string): string {
  conditions.add("r.id in (select id from found)");
  return `found as materialized (${ids}),`;
}

/** Whether more than a few ids are found, as SQL. */
function moreThanFew(table: string, { ids, own }: { ids: string; own: OwnConditions }): string {
  // The other filters are named too and not looked at: PostgreSQL must know the type of every parameter that is sent.
  const typed = `(true or exists (select from ${table} r where ${own.sql}))`;
  const probed = `select from (${ids}) ids where ${typed} limit ${fewest + 1}`;
  return `(select count(*) > ${fewest} from (${probed}) probed)`;
}

/**
 * What records are read by, with the way to find them that suits how many there are. A walk's later pages go the way of
 * its first, which kept a total.
 */
export async function findRows(
  run: Queryable,
  plural: string,
  rowsBy: (finding: Finding) => FoundRows,
): Promise<FoundRows> {
  const few = rowsBy("few");
  if (few.areMany === undefined) return few;
  const many = rowsBy("many");
  const totals = keptTotalsOf(run);
  const walked = [few, many].find((rows) => totals.of({ plural, ...rows }) !== undefined);
  if (walked) return walked;
  const statement = namedStatement(`${plural}_probe`, `select ${few.areMany} as many`);
  const { rows } = await run.query<{ many: boolean }>(statement, few.conditions.filterValues);
  return rows[0]?.many ? many : few;
}
