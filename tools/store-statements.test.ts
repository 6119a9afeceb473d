import assert from "node:assert/strict";
import { test } from "node:test";
import { findStatementErrors, findUnlimitedStatements } from "./store-statements.ts";

const tables = new Set(["orders", "products"]);
const findLocations = (code: string): string[] =>
  findUnlimitedStatements("a.ts", code, tables).map(({ location }) => location);

test("a SQL statement on a store's table that is not limited to a store is reported", () => {
  assert.deepEqual(findLocations('const all = "select id from orders where id = $1";'), ["a.ts#all"]);
  assert.deepEqual(findLocations("function sweep() { return `delete from orders where created_at < $1`; }"), [
    "a.ts#sweep",
  ]);
  assert.deepEqual(
    findLocations(
      'const joined = "update orders o set n = 1 from accounts a where o.store_id = a.store_id";',
    ),
    ["a.ts#joined"],
  );
});

test("a SQL statement that is limited to a store is not reported", () => {
  assert.deepEqual(findLocations('const one = "select id from orders where store_id = $1 and id = $2";'), []);
  assert.deepEqual(findLocations('const several = "select from products p where p.store_id = any($1)";'), []);
  assert.deepEqual(findLocations('const made = "insert into orders (store_id, id) values ($1, $2)";'), []);
  assert.deepEqual(
    findLocations('const made = "insert into orders as o (store_id, id) select $1, id from line";'),
    [],
  );
});

test("part of a SQL statement may be limited by the store_id of a row outside that part", () => {
  assert.deepEqual(
    findLocations('const part = "exists (select from orders o where o.store_id = r.store_id)";'),
    [],
  );
  assert.deepEqual(findLocations('const part = "exists (select from orders o where o.id = r.order_id)";'), [
    "a.ts#part",
  ]);
});

test("a SQL statement is checked after the constants of its file have been inserted", () => {
  const condition = 'const own = "store_id = $1";';
  assert.deepEqual(findLocations(`${condition} const one = \`select id from orders where \${own}\`;`), []);
  assert.deepEqual(findLocations(`const one = \`select id from orders where \${own}\`;`), ["a.ts#one"]);
});

test("SQL statements on platform tables and texts that are not SQL are not reported", () => {
  assert.deepEqual(
    findLocations('const account = "select id from accounts"; const text = "away from home";'),
    [],
  );
});

test("each SQL statement on all stores must be listed, and each listed statement must exist", () => {
  const statements = [{ location: "a.ts#all", table: "orders" }];
  assert.deepEqual(findStatementErrors(statements, { "a.ts#all": "why" }), []);
  assert.match(
    findStatementErrors(statements, {})[0] ?? "",
    /^a\.ts#all: a statement on orders .* is not listed/,
  );
  assert.match(findStatementErrors([], { "a.ts#all": "why" })[0] ?? "", /^a\.ts#all is listed/);
});
