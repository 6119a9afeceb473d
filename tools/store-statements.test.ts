import assert from "node:assert/strict";
import { test } from "node:test";
import { findStatementErrors, unboundedStatements } from "./store-statements.ts";

const tables = new Set(["orders", "products"]);
const placesIn = (code: string): string[] =>
  unboundedStatements("a.ts", code, tables).map(({ place }) => place);

test("a statement over a store's table that names no store is found by its place", () => {
  assert.deepEqual(placesIn('const all = "select id from orders where id = $1";'), ["a.ts#all"]);
  assert.deepEqual(placesIn("function sweep() { return `delete from orders where created_at < $1`; }"), [
    "a.ts#sweep",
  ]);
  assert.deepEqual(
    placesIn('const joined = "update orders o set n = 1 from accounts a where o.store_id = a.store_id";'),
    ["a.ts#joined"],
  );
});

test("a statement that a store bounds is not found", () => {
  assert.deepEqual(placesIn('const one = "select id from orders where store_id = $1 and id = $2";'), []);
  assert.deepEqual(placesIn('const several = "select from products p where p.store_id = any($1)";'), []);
  assert.deepEqual(placesIn('const made = "insert into orders (store_id, id) values ($1, $2)";'), []);
  assert.deepEqual(
    placesIn('const made = "insert into orders as o (store_id, id) select $1, id from line";'),
    [],
  );
});

test("a part of a statement is bounded by the row that it belongs to", () => {
  assert.deepEqual(
    placesIn('const part = "exists (select from orders o where o.store_id = r.store_id)";'),
    [],
  );
  assert.deepEqual(placesIn('const part = "exists (select from orders o where o.id = r.order_id)";'), [
    "a.ts#part",
  ]);
});

test("a constant of the same file is read as part of the text", () => {
  const own = 'const own = "store_id = $1";';
  assert.deepEqual(placesIn(`${own} const one = \`select id from orders where \${own}\`;`), []);
  assert.deepEqual(placesIn(`const one = \`select id from orders where \${own}\`;`), ["a.ts#one"]);
});

test("other tables and other texts are left alone", () => {
  assert.deepEqual(placesIn('const account = "select id from accounts"; const text = "away from home";'), []);
});

test("an unlisted statement, and a listed one that does not exist, is an error", () => {
  const found = [{ place: "a.ts#all", table: "orders" }];
  assert.deepEqual(findStatementErrors(found, { "a.ts#all": "why" }), []);
  assert.match(
    findStatementErrors(found, {})[0] ?? "",
    /^a\.ts#all: a statement over orders .* is not listed/,
  );
  assert.match(findStatementErrors([], { "a.ts#all": "why" })[0] ?? "", /^a\.ts#all is listed/);
});
