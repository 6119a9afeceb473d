import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { createTestDatabase, type TestDatabase } from "@souk/testkit";
import { createConditions } from "./conditions.ts";
import { readCursorList } from "./read-cursor-list.ts";

let db: TestDatabase;
before(async () => {
  db = await createTestDatabase();
});
after(() => db.stop());

test("the record after a page that is read by cursor does not count toward the size limit of the page", async () => {
  // The record with id 61 is larger than 8 MiB, the maximum size of a page whose limit is above 50.
  const table = "(select 1 as store_id, n::bigint as id from generate_series(1, 61) n)";
  const json =
    "json_build_object('id', r.id, 'text', repeat('x', case r.id when 61 then 9000000 else 1 end))::text";
  const source = { plural: "weights", table, json, conditions: createConditions("r.store_id = $1", [1]) };
  const sort = { field: "id", direction: "asc", isExplicit: false } as const;
  const readAfter = (id: number, limit: number) =>
    readCursorList(db.database, source, { page: 1, limit, sort, cursor: { id, seenCount: id } });
  const { text, readPieces } = await readAfter(0, 60);
  assert.equal(readPieces, null);
  const { weights, next_cursor } = JSON.parse(text) as { weights: object[]; next_cursor: string | null };
  // The cursor is the last id and the number of records so far. Both are 60, which is 1o in base 36.
  assert.deepEqual([weights.length, next_cursor], [60, "c1o-1o"]);
  // With the limit 50, the large record itself is read in pieces.
  assert.notEqual((await readAfter(60, 50)).readPieces, null);
});
