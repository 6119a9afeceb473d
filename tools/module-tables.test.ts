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

const ordersFolder = "packages/platform/modules/orders";
const returnsFolder = "packages/platform/modules/returns";
const owners = { [ordersFolder]: ["orders", "order_lines"], [returnsFolder]: ["order_returns"] };

test("every table of the migrated schema has one owner", () => {
  assert.deepEqual(findOwnerErrors(readOwners(), readSchemaTables()), []);
});

test("tables with no owner or two owners, or missing from the schema, are errors", () => {
  const overlappingOwners = { ...owners, "packages/delivery": ["orders", "lanes"] };
  assert.deepEqual(
    findOwnerErrors(overlappingOwners, ["orders", "order_lines", "order_returns", "refunds"]),
    [
      "refunds has no owner.",
      `orders has several owners: ${ordersFolder}, packages/delivery.`,
      "packages/delivery owns lanes, which is not in the schema.",
    ],
  );
});

test("the tables of a module are read from its factory function", () => {
  const code = `export function ordersModule(deps: OrdersDeps): Module {
    return { name: "orders", tables: ["orders", "order_lines"], routes: orderRoutes(deps) };
  }`;
  assert.deepEqual(readDeclaredTables(`${ordersFolder}/module.ts`, code), ["orders", "order_lines"]);
});

test("SQL inserts, updates, deletes and merges are listed as writes, also in constants", () => {
  const code = `
    const lines = "insert into order_lines (id) values (1)";
    const all = \`with made as (\${lines}) update only orders as o set version = 2\`;
    db.query("delete from order_returns r using orders");
    db.query("merge into refunds r using orders o on true");
    db.query(\`update \${table} set version = 2\`);`;
  const tables = listWrites("a.ts", code).map(({ table }) => table);
  assert.deepEqual(new Set(tables), new Set(["order_lines", "orders", "order_returns", "refunds", "*"]));
});

test("SQL reads, locks and the `do update` of an insert are not listed as writes", () => {
  const code = `
    db.query("select id from orders for no key update skip locked");
    db.query("select id from orders o for update of o");
    db.query("insert into order_lines (id) values (1) on conflict (id) do update set version = 2");`;
  assert.deepEqual(listWrites("a.ts", code), [{ path: "a.ts", table: "order_lines" }]);
});

test("a write to another owner's table is an error unless the write is listed", () => {
  const path = `${returnsFolder}/create-return.ts`;
  const tableWrites = listWrites(
    path,
    `db.query("update orders set version = 2"); db.query("delete from order_returns")`,
  );
  assert.deepEqual(findWriteErrors(tableWrites, owners, {}), [
    `${path}: orders is written outside its owner's folder and is not listed.`,
  ]);
  assert.deepEqual(findWriteErrors(tableWrites, owners, { [`${path}: orders`]: "A reason." }), []);
});

test("a listed write to another owner's table is an error if the code no longer has the write", () => {
  const listedWrite = `${returnsFolder}/gone.ts: orders`;
  assert.deepEqual(findWriteErrors([], owners, { [listedWrite]: "A reason." }), [
    `${listedWrite} is listed, but the code has no such write.`,
  ]);
});
