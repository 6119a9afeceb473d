import type { Database } from "../database.ts";
import { defineStatement } from "../statement.ts";
import { balancePortion } from "./balance-checks.ts";
import { findCountDifferences, type ReadRows } from "./count-checks.ts";
import type { Difference } from "./difference.ts";
import { buyerPortion, committedCheck } from "./order-checks.ts";
import { orderBalancePortion, orderStockPortion } from "./order-ledger-checks.ts";
import { orderMoneyPortion } from "./order-money-checks.ts";
import { orderPricePortion } from "./order-price-checks.ts";
import { orderUnitsPortion } from "./order-units-checks.ts";
import { incomingCheck, primaryCheck, productPortion, variantPortion } from "./stock-checks.ts";

export interface VerifyOptions {
  /** Report progress in variants. */
  progress?(done: number, total: number): void;
  /** The number of variants, products, customers or orders per statement; 10,000 when omitted. */
  portion?: number;
}

const orderChecks = [
  ...[orderPricePortion, orderMoneyPortion, orderUnitsPortion],
  ...[orderStockPortion, orderBalancePortion],
];

// A portion of a very busy store can have a long ledger.
const statementTimeoutMs = 10 * 60_000;
const lastId = Number.MAX_SAFE_INTEGER;

/**
 * Compare the stored totals of a store with their sources: levels and movements with the stock ledger, variants with their
 * levels (INV-2), products with their variants, incoming stock with open purchase orders and transfers (INV-4), committed
 * stock with unshipped units (INV-3), orders' prices, amounts, statuses and snapshots with their rows and the ledgers,
 * customers' balances with their ledger (CUS-2), customers' order data with their orders, and counts with rows. Exactly one
 * location must be primary (INV-9). The store may change meanwhile: each statement reads one snapshot.
 * @returns the differences as they are found
 */
export async function* verifyStore(
  database: Database,
  storeId: number,
  { progress, portion = 10_000 }: VerifyOptions = {},
): AsyncGenerator<Difference, void, void> {
  const read: ReadRows = async (statement, values) =>
    (
      await database.transaction((tx) => tx.query<never>(statement, values), {
        readOnly: true,
        statementTimeoutMs,
      })
    ).rows;
  yield* await read<Difference>(primaryCheck, [storeId]);
  yield* findCountDifferences(read, storeId);
  yield* await read<Difference>(incomingCheck, [storeId]);
  yield* await read<Difference>(committedCheck, [storeId]);
  for await (const { from, to } of listPortions(read, { table: "products", storeId, portion }))
    yield* await read<Difference>(productPortion, [storeId, from, to]);
  for await (const { from, to } of listPortions(read, { table: "customers", storeId, portion }))
    for (const check of [balancePortion, buyerPortion])
      yield* await read<Difference>(check, [storeId, from, to]);
  for await (const { from, to } of listPortions(read, { table: "orders", storeId, portion }))
    for (const check of orderChecks) yield* await read<Difference>(check, [storeId, from, to]);
  const total = progress ? await countRows(read, "variants", storeId) : 0;
  let done = 0;
  for await (const { from, to } of listPortions(read, { table: "variants", storeId, portion })) {
    yield* await read<Difference>(variantPortion, [storeId, from, to]);
    done += portion;
    progress?.(Math.min(done, total), total);
  }
}

async function countRows(read: ReadRows, table: string, storeId: number): Promise<number> {
  const text = `select count(*) as n from ${table} where store_id = $1`;
  return (await read<{ n: number }>(text, [storeId]))[0]?.n ?? 0;
}

const portionTables = ["products", "variants", "customers", "orders"] as const;
type PortionTable = (typeof portionTables)[number];

const portionEndStatements = new Map(
  portionTables.map((table) => [
    table,
    defineStatement(
      `verify_${table}_end`,
      `select id from ${table} where store_id = $1 and id > $2 order by id offset $3 limit 1`,
    ),
  ]),
);

/**
 * Yield ranges of ids with one portion of rows each. The last range has no end, so that it includes the ledgers of deleted
 * records.
 */
async function* listPortions(
  read: ReadRows,
  { table, storeId, portion }: { table: PortionTable; storeId: number; portion: number },
): AsyncGenerator<{ from: number; to: number }> {
  const statement = portionEndStatements.get(table);
  if (!statement) throw new Error(`The table ${table} is not read in portions.`);
  for (let from = 0; ; ) {
    const [end] = await read<{ id: number }>(statement, [storeId, from, portion - 1]);
    yield { from, to: end?.id ?? lastId };
    if (!end) return;
    from = end.id;
  }
}
