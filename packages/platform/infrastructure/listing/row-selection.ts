import type { Queryable } from "@souk/database";
import { getCachedTotals } from "./cached-totals.ts";
import type { Conditions } from "./conditions.ts";
import { getNamedStatement } from "./named-statement.ts";
import type { SearchCondition } from "./search-conditions.ts";

/** How a list's rows are selected and counted. The conditions refer to the rows' table as `r`. */
export interface RowSelection {
  conditions: Conditions;
  /** Table expressions that the conditions refer to, with a trailing comma; usually empty. */
  expressions: string;
  /** SQL of the exact total, if it is known without counting. */
  total: string | undefined;
  /** The rows to count, as SQL after `from`, if that is cheaper than counting all matching rows. */
  rowsToCount: string | undefined;
  /** SQL for whether the search finds more records than `maxFewRows`; undefined if there is no search. */
  largeResultSql: string | undefined;
}

/**
 * How searched records are found. `few` finds all of them through the search index, which is fast for a small result.
 * `many` checks one record after another, which is fast if many records match or all are read anyway.
 */
export type SearchStrategy = "few" | "many";

/** A table of records, with a second table that contains their search texts. */
export interface SearchableTable {
  table: string;
  /** The table of search texts. */
  search: string;
  /** The column of the search table that contains the record's id. */
  key: string;
}

/** The conditions of a list without its search. */
type OtherConditions = Pick<Conditions, "sql" | "isFiltered">;

/** The maximum size of a small result, whose ids are all collected and sorted for a page. */
const maxFewRows = 20_000;

/**
 * Build the selection of records for a search, and add the search condition to `conditions`.
 * @param conditions all other conditions, in which the values of the search are already bound
 */
export function buildSearchSelection(
  { table, search, key }: SearchableTable,
  conditions: Conditions,
  {
    otherConditions,
    searchCondition,
    strategy,
  }: { otherConditions: OtherConditions; searchCondition: SearchCondition; strategy: SearchStrategy },
): RowSelection {
  const ids = `select s.${key} as id from ${search} s where s.store_id = $1 and ${searchCondition.indexed}`;
  const selection = {
    conditions,
    total: undefined,
    largeResultSql: buildLargeResultSql(table, { ids, otherConditions }),
  };
  if (strategy === "few") {
    const rowsToCount = otherConditions.isFiltered ? undefined : "found";
    return { ...selection, expressions: addFoundIds(conditions, ids), rowsToCount };
  }
  const matchingSearchRows = `${search} s where s.store_id = $1 and ${searchCondition.exact}`;
  const rowsToCount = otherConditions.isFiltered
    ? `${table} r where ${otherConditions.sql} and r.id in (select s.${key} from ${matchingSearchRows})`
    : matchingSearchRows;
  // Without `offset 0`, PostgreSQL would turn this condition into a join and read every record for each page.
  conditions.add(`exists (select from ${matchingSearchRows} and s.${key} = r.id offset 0)`);
  return { ...selection, expressions: "", rowsToCount };
}

/**
 * Build the selection of records that rows of another table refer to, and add the condition that selects them to `conditions`.
 * @param conditions all other conditions, in which the values of this filter are already bound
 * @param related `ids` is a query of the ids in the other table, which may contain duplicates; `condition` is the
 *   condition on one record
 */
export function buildRelatedSelection(
  table: string,
  conditions: Conditions,
  {
    otherConditions,
    related,
    strategy,
  }: {
    otherConditions: OtherConditions;
    related: { ids: string; condition: string };
    strategy: SearchStrategy;
  },
): RowSelection {
  const { ids, condition } = related;
  const largeResultSql = buildLargeResultSql(table, { ids, otherConditions });
  const selection = { conditions, total: undefined, largeResultSql };
  if (strategy === "few")
    return { ...selection, expressions: addFoundIds(conditions, ids), rowsToCount: undefined };
  conditions.add(condition);
  const distinctIds = `(select distinct id from (${ids}) named) counted`;
  return { ...selection, expressions: "", rowsToCount: otherConditions.isFiltered ? undefined : distinctIds };
}

/** Add the condition that a row's id is among `ids`, and return the table expression that the condition refers to. */
function addFoundIds(conditions: Conditions, ids: string): string {
  conditions.add("r.id in (select id from found)");
  return `found as materialized (${ids}),`;
}

/** Build SQL for whether more than `maxFewRows` ids are found. */
function buildLargeResultSql(
  table: string,
  { ids, otherConditions }: { ids: string; otherConditions: OtherConditions },
): string {
  // `true or` skips the other filters. They are included because PostgreSQL must know the type of every parameter.
  const typedConditions = `(true or exists (select from ${table} r where ${otherConditions.sql}))`;
  const probeQuery = `select from (${ids}) ids where ${typedConditions} limit ${maxFewRows + 1}`;
  return `(select count(*) > ${maxFewRows} from (${probeQuery}) probed)`;
}

/**
 * Choose the faster selection of rows by the number of records that a search finds. If a total is cached for one of the
 * selections, that selection is used, so that all pages of a list are read in the same way.
 */
export async function chooseSelection(
  db: Queryable,
  plural: string,
  buildSelection: (strategy: SearchStrategy) => RowSelection,
): Promise<RowSelection> {
  const fewSelection = buildSelection("few");
  if (fewSelection.largeResultSql === undefined) return fewSelection;
  const manySelection = buildSelection("many");
  const totals = getCachedTotals(db);
  const cachedSelection = [fewSelection, manySelection].find(
    (selection) => totals.get({ plural, ...selection }) !== undefined,
  );
  if (cachedSelection) return cachedSelection;
  const statement = getNamedStatement(`${plural}_probe`, `select ${fewSelection.largeResultSql} as is_large`);
  const row = await db.maybeOne<{ is_large: boolean }>(statement, fewSelection.conditions.filterValues);
  return row?.is_large ? manySelection : fewSelection;
}
