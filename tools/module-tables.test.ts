import assert from "node:assert/strict";
import { test } from "node:test";
import {
  findOwnerErrors,
  findWriteErrors,
  listWrites,
  readDeclaredTables,
  readOwners,
  readSchemaTables,
} from "./module-tables.ts";

const orders = "packages/platform/modules/orders";
const returns = "packages/platform/modules/returns";
const owners = { [orders]: ["orders", "order_lines"], [returns]: ["order_returns"] };

test("every table of the migrated schema has one owner", () => {
  assert.deepEqual(findOwnerErrors(readOwners(), readSchemaTables()), []);
});

test("a table without an owner, with two, or of no schema is named", () => {
  const twice = { ...owners, "packages/delivery": ["orders", "lanes"] };
  assert.deepEqual(findOwnerErrors(twice, ["orders", "order_lines", "order_returns", "refunds"]), [
    "refunds has no owner.",
    `orders has two owners: ${orders}, packages/delivery.`,
    "packages/delivery owns lanes, which is not in the schema.",
  ]);
});

test("the tables of a module are read from its factory", () => {
  const code = `export function ordersModule(deps: OrdersDeps): Module {
    return { name: "orders", tables: ["orders", "order_lines"], routes: orderRoutes(deps) };
  }`;
  assert.deepEqual(readDeclaredTables(`${orders}/module.ts`, code), ["orders", "order_lines"]);
});

test("inserts, updates, deletes and merges are writes, in constants too", () => {
  const code = `
    const lines = "insert into order_lines (id) values (1)";
    const all = \`with made as (\${lines}) update only orders as o set version = 2\`;
    db.query("delete from order_returns r using orders");
    db.query("merge into refunds r using orders o on true");
    db.query(\`update \${table} set version = 2\`);`;
  const tables = listWrites("a.ts", code).map(({ table }) => table);
  assert.deepEqual(new Set(tables), new Set(["order_lines", "orders", "order_returns", "refunds", "*"]));
});

test("reading, locking and an update on conflict are no writes of another table", () => {
  const code = `
    db.query("select id from orders for no key update skip locked");
    db.query("select id from orders o for update of o");
    db.query("insert into order_lines (id) values (1) on conflict (id) do update set version = 2");`;
  assert.deepEqual(listWrites("a.ts", code), [{ path: "a.ts", table: "order_lines" }]);
});

test("a write of another owner's table is refused unless it is listed", () => {
  const path = `${returns}/create-return.ts`;
  const found = listWrites(
    path,
    `db.query("update orders set version = 2"); db.query("delete from order_returns")`,
  );
  assert.deepEqual(findWriteErrors(found, owners, {}), [
    `${path}: orders is written outside its owner's folder and is not listed.`,
  ]);
  assert.deepEqual(findWriteErrors(found, owners, { [`${path}: orders`]: "A reason." }), []);
});

test("a listed write that is no longer there is refused", () => {
  const place = `${returns}/gone.ts: orders`;
  assert.deepEqual(findWriteErrors([], owners, { [place]: "A reason." }), [
    `${place} is listed, but no such write is there.`,
  ]);
});
