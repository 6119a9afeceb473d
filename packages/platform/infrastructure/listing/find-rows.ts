import type { Queryable } from "@souk/database";
import type { Conditions } from "./conditions.ts";
import { getKeptTotals } from "./kept-totals.ts";
import { namedStatement } from "./named-statement.ts";
import type { SearchCondition } from "./search-conditions.ts";

/** The conditions by which records are read, on their table `r`, and how the matching ones are counted. */
export interface FoundRows {
  conditions: Conditions;
  /** Table expressions that the conditions refer to, with a trailing comma; usually empty. */
  expressions: string;
  total: string | undefined;
  counted: string | undefined;
  /**
   * SQL for whether the search finds more records than the limit of a small result; absent without a search.
   */
  isLargeResult: string | undefined;
}

/**
 * The way to find searched records: all of them at once through the index, which is fast for few; or by
 * checking each record of a page in turn, which is fast when many are found, or all are read anyway.
 */
export type Finding = "few" | "many";

/** Records with a table beside them that holds their search text. */
export interface SearchedTable {
  table: string;
  search: string;
  /** The search table's column that holds the record's id. */
  key: string;
}

/** The conditions beside the search. */
type OwnConditions = Pick<Conditions, "sql" | "filtered">;

/** The maximum size of a small result: its ids are held and sorted for a page. */
const maxFewRows = 20_000;

/**
 * Build the conditions by which records are read when there is a search.
 * @param conditions their other conditions; the search's values are bound in them and its condition not yet
 *   added
 */
export function foundRows(
  { table, search, key }: SearchedTable,
  conditions: Conditions,
  {
    own,
    searchCondition,
    finding,
  }: { own: OwnConditions; searchCondition: SearchCondition; finding: Finding },
): FoundRows {
  const ids = `select s.${key} as id from ${search} s where s.store_id = $1 and ${searchCondition.indexed}`;
  const rows = { conditions, total: undefined, isLargeResult: moreThanFew(table, { ids, own }) };
  if (finding === "few") {
    const counted = own.filtered ? undefined : "found";
    return { ...rows, expressions: foundFirst(conditions, ids), counted };
  }
  const all = `${search} s where s.store_id = $1 and ${searchCondition.exact}`;
  const counted = own.filtered
    ? `${table} r where ${own.sql} and r.id in (select s.${key} from ${all})`
    : all;
  // Without `offset 0` it would be made a join, and every record be read for a page.
  conditions.add(`exists (select from ${all} and s.${key} = r.id offset 0)`);
  return { ...rows, expressions: "", counted };
}

/**
 * Build the conditions by which records are read when a filter asks for those that other rows name.
 * @param conditions their other conditions; the filter's values are bound in them and its condition not yet
 *   added
 * @param named `ids` is a query of the ids that these rows name, some perhaps more than once; `holds` is the
 *   condition on one record
 */
export function namedRows(
  table: string,
  conditions: Conditions,
  { own, named, finding }: { own: OwnConditions; named: { ids: string; holds: string }; finding: Finding },
): FoundRows {
  const { ids, holds } = named;
  const isLargeResult = moreThanFew(table, { ids, own });
  const rows = { conditions, total: undefined, isLargeResult };
  if (finding === "few") return { ...rows, expressions: foundFirst(conditions, ids), counted: undefined };
  conditions.add(holds);
  const counted = own.filtered ? undefined : `(select distinct id from (${ids}) named) counted`;
  return { ...rows, expressions: "", counted };
}

function foundFirst(conditions: Conditions, ids: string): string {
  conditions.add("r.id in (select id from found)");
  return `found as materialized (${ids}),`;
}

/** Build SQL for whether more than a few ids are found. */
function moreThanFew(table: string, { ids, own }: { ids: string; own: OwnConditions }): string {
  // The other filters are named too and not looked at: PostgreSQL must know the type of every parameter that is sent.
  const typed = `(true or exists (select from ${table} r where ${own.sql}))`;
  const probed = `select from (${ids}) ids where ${typed} limit ${maxFewRows + 1}`;
  return `(select count(*) > ${maxFewRows} from (${probed}) probed)`;
}

/**
 * Return the conditions by which records are read, in the way that suits how many there are. A walk's later
 * pages use the way of its first, which kept a total.
 */
export async function findRows(
  db: Queryable,
  plural: string,
  rowsBy: (finding: Finding) => FoundRows,
): Promise<FoundRows> {
  const few = rowsBy("few");
  if (few.isLargeResult === undefined) return few;
  const many = rowsBy("many");
  const totals = getKeptTotals(db);
  const walked = [few, many].find((rows) => totals.of({ plural, ...rows }) !== undefined);
  if (walked) return walked;
  const statement = namedStatement(`${plural}_probe`, `select ${few.isLargeResult} as many`);
  const row = await db.maybeOne<{ many: boolean }>(statement, few.conditions.filterValues);
  return row?.many ? many : few;
}
