import { type FieldSelection, throwApiError } from "@souk/contract";
import type { Queryable } from "@souk/database";
import type { ReadPieces } from "../routing/response.ts";
import type { ListSource } from "./list-source.ts";
import { getNamedStatement } from "./named-statement.ts";
import { assertPageBytes, maxLightBytes, maxLimitOfAnySize } from "./page-weight.ts";
import { selectFields, selectFieldsOfAll } from "./select-fields.ts";

/** The JSON texts of a page's records, joined by commas, or a function that reads them piece by piece. */
export type RecordTexts = string | ReadPieces;

/** The columns of a statement's result that contain the records of a page. */
export interface PageRecords {
  row_count: number;
  /** The size of all texts together, in bytes. */
  bytes: number;
  /** The texts, joined by commas; null if the page is empty or too large to be read at once. */
  texts: string | null;
  /** The ids of the records in order, if some record has no text or the page is too large to be read at once; otherwise null. */
  ids: number[] | null;
}

/** A list's source whose `json` has the requested fields only, with the query's limit and fields. */
export interface PageSource {
  source: ListSource;
  limit: number;
  fields: FieldSelection | undefined;
}

/** The size that a piece of a page should have, in bytes. */
const bytesPerPiece = 2 * 1_048_576;
/** The maximum number of texts that are loaded at the same time. */
const maxConcurrentLoads = 25;
/** How many texts are loaded at the same time at first. They are few, because their sizes are unknown. */
const firstConcurrentLoads = 4;

/**
 * Build SQL of the columns of `PageRecords`, aggregated from rows `r` with an id, a text and the bytes of all texts.
 * @param filter the SQL filter of the rows that belong to the page; empty if all do
 */
export function buildRecordColumns({ order, filter = "" }: { order: string; filter?: string }): string {
  const isLight = `r.bytes <= ${maxLightBytes}`;
  return `count(*) ${filter} as row_count, coalesce(max(r.bytes), 0) as bytes,
      string_agg(case when ${isLight} then r.text end, ',' order by ${order}) ${filter} as texts,
      case when count(case when ${isLight} then r.text end) ${filter} < count(*) ${filter}
        then array_agg(r.id order by ${order}) ${filter} end as ids`;
}

/**
 * Build SQL of the bytes of all texts of a page, for each of its rows. PostgreSQL does not decompress the texts for this.
 * @param filter the SQL filter of the rows that belong to the page; empty if all do
 */
export function buildPageBytes(filter = ""): string {
  return `sum(octet_length(r.text)) ${filter} over ()`;
}

/** Read the texts of some records of a page in the order of `ids`. Undefined stands for a record that no longer exists. */
async function readTexts(
  db: Queryable,
  page: PageSource,
  ids: readonly number[],
): Promise<(string | undefined)[]> {
  const { source, fields } = page;
  const { plural, table, columns = "r.*", json, conditions, loadText, mapJson } = source;
  const statement = getNamedStatement(
    `${plural}_texts`,
    `with ${source.expressions ?? ""} requested as materialized (select $${conditions.values.length + 1}::bigint[] as ids)
    select r.id, r.text from (
      select r.*, ${json} as text
      from (select ${columns} from ${table} r where ${conditions.sql} and r.id = any((select ids from requested)::bigint[])) r
      offset 0) r`,
  );
  const rows = await db.many<{ id: number; text: string | null }>(statement, [...conditions.values, ids]);
  const textById = new Map(rows.map(({ id, text }) => [id, text]));
  const getText = async (id: number): Promise<string | undefined> => {
    const text = textById.get(id);
    if (text !== null && text !== undefined) return mapJson ? selectFields(mapJson(text), fields) : text;
    if (text === undefined || !loadText) return undefined;
    const loadedText = await loadText(id);
    return loadedText === undefined ? undefined : selectFields(loadedText, fields);
  };
  return Promise.all(ids.map(getText));
}

function splitIntoPieces({ ids, bytes }: { ids: readonly number[]; bytes: number }): number[][] {
  const averageCount = Math.floor((ids.length * bytesPerPiece) / bytes);
  const idsPerPiece = Math.max(1, Math.min(maxConcurrentLoads, averageCount));
  return Array.from({ length: Math.ceil(ids.length / idsPerPiece) }, (_, index) =>
    ids.slice(index * idsPerPiece, (index + 1) * idsPerPiece),
  );
}

/**
 * Read a page piece by piece. If the limit is above `maxLimitOfAnySize`, the page is yielded as one piece after its
 * bytes have been counted. A record that is deleted meanwhile ends the reading, because clients would take a short page for the last page.
 * @throws ApiError `invalid` for `limit` if the page is too large; `unavailable` if a record was deleted meanwhile
 */
async function* readPieces(
  db: Queryable,
  page: PageSource,
  records: { ids: readonly number[]; bytes: number },
): AsyncGenerator<string, void> {
  const countsBytesFirst = page.limit > maxLimitOfAnySize;
  const collectedTexts: string[] = [];
  let bytes = 0;
  for (const ids of splitIntoPieces(records)) {
    const texts = (await readTexts(db, page, ids)).filter((text) => text !== undefined);
    if (texts.length < ids.length) throwApiError("unavailable", { retry_after_s: 1 });
    const piece = texts.join(",");
    bytes += Buffer.byteLength(piece);
    assertPageBytes(bytes, page.limit);
    if (countsBytesFirst) collectedTexts.push(piece);
    else yield piece;
  }
  if (countsBytesFirst) yield collectedTexts.join(",");
}

/**
 * Load the texts of a page in which some rows have no text. If more than 1 MiB must be loaded, return a function that
 * reads the texts instead. Fields that were not requested count toward the 1 MiB, because they are loaded too. If a
 * record was deleted meanwhile, return null.
 */
async function loadTexts(
  db: Queryable,
  page: PageSource,
  ids: readonly number[],
): Promise<RecordTexts | null> {
  const { loadText } = page.source;
  if (!loadText) throw new Error(`The list of ${page.source.plural} has a record without a text.`);
  const loadedTexts: string[] = [];
  let loadedBytes = 0;
  let count = firstConcurrentLoads;
  for (let start = 0; start < ids.length; start += count, count = Math.min(2 * count, maxConcurrentLoads)) {
    for (const text of await Promise.all(ids.slice(start, start + count).map(loadText))) {
      if (text === undefined) return null;
      loadedBytes += Buffer.byteLength(text);
      loadedTexts.push(selectFields(text, page.fields));
    }
    if (loadedBytes > maxLightBytes)
      return () => readPieces(db, page, { ids, bytes: (loadedBytes * ids.length) / loadedTexts.length });
  }
  return loadedTexts.join(",");
}

/**
 * Get the texts of a page from the statement's result: the texts themselves, or, if they are more than 1 MiB, a function that reads them.
 * @returns null if a record was deleted after its row was read, so that the page must be read again
 * @throws ApiError `invalid` for `limit` if the page is larger than 8 MiB and its limit is above 50
 */
export async function getPageTexts(
  db: Queryable,
  page: PageSource,
  { bytes, texts, ids }: PageRecords,
): Promise<RecordTexts | null> {
  const { source, limit, fields } = page;
  if (ids === null)
    return source.mapJson ? selectFieldsOfAll(source.mapJson(texts ?? ""), fields) : (texts ?? "");
  assertPageBytes(bytes, limit);
  if (bytes > maxLightBytes) return () => readPieces(db, page, { ids, bytes });
  return loadTexts(db, page, ids);
}
