import type { Database } from "../database.ts";
import { defineStatement } from "../statement.ts";
import { balanceCheck } from "./balance-checks.ts";
import { findCountDifferences, type ReadRows } from "./count-checks.ts";
import type { Difference } from "./difference.ts";
import { committedCheck, customerOrdersCheck } from "./order-checks.ts";
import { orderBalanceCheck, orderStockCheck } from "./order-ledger-checks.ts";
import { orderMoneyCheck } from "./order-money-checks.ts";
import { orderPriceCheck } from "./order-price-checks.ts";
import { orderUnitsCheck } from "./order-units-checks.ts";
import { incomingCheck, primaryCheck, productCheck, variantCheck } from "./stock-checks.ts";

export interface VerifyOptions {
  /** Report progress, as the number of verified variants and of all variants. */
  onProgress?(verifiedCount: number, totalCount: number): void;
  /** The number of variants, products, customers or orders per statement; 10,000 by default. */
  portionSize?: number;
}

const orderChecks = [orderPriceCheck, orderMoneyCheck, orderUnitsCheck, orderStockCheck, orderBalanceCheck];

// One statement may have to read a long ledger, if the store is very busy.
const statementTimeoutMs = 10 * 60_000;
const lastId = Number.MAX_SAFE_INTEGER;

/**
 * Compare the stored totals of a store with their sources, and yield each difference:
 * - stock levels with their movements, variants with their levels (INV-2), and products with their variants
 * - incoming stock with open purchase orders and transfers (INV-4), and committed stock with unshipped units (INV-3)
 * - prices, amounts, statuses and snapshots of orders with their rows and the ledgers
 * - balances of customers with their ledger (CUS-2), and order statistics of customers with their orders
 * - counts with the rows that they count
 * - the primary locations with the rule that there is exactly one, and that it is active (INV-9)
 *
 * The store may change during the check, because each statement reads one state of the database.
 */
export async function* verifyStore(
  database: Database,
  storeId: number,
  { onProgress, portionSize = 10_000 }: VerifyOptions = {},
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
  for await (const { from, to } of listIdRanges(read, { table: "products", storeId, portionSize }))
    yield* await read<Difference>(productCheck, [storeId, from, to]);
  for await (const { from, to } of listIdRanges(read, { table: "customers", storeId, portionSize }))
    for (const check of [balanceCheck, customerOrdersCheck])
      yield* await read<Difference>(check, [storeId, from, to]);
  for await (const { from, to } of listIdRanges(read, { table: "orders", storeId, portionSize }))
    for (const check of orderChecks) yield* await read<Difference>(check, [storeId, from, to]);
  const totalCount = onProgress ? await countRows(read, "variants", storeId) : 0;
  let verifiedCount = 0;
  for await (const { from, to } of listIdRanges(read, { table: "variants", storeId, portionSize })) {
    yield* await read<Difference>(variantCheck, [storeId, from, to]);
    verifiedCount += portionSize;
    onProgress?.(Math.min(verifiedCount, totalCount), totalCount);
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
 * Yield ranges of ids, after `from` up to `to`, with `portionSize` rows each. The last range has no end, so that it includes the
 * ledgers of deleted records.
 */
async function* listIdRanges(
  read: ReadRows,
  { table, storeId, portionSize }: { table: PortionTable; storeId: number; portionSize: number },
): AsyncGenerator<{ from: number; to: number }> {
  const statement = portionEndStatements.get(table);
  if (!statement) throw new Error(`The table ${table} is not read in portions.`);
  for (let from = 0; ; ) {
    const [end] = await read<{ id: number }>(statement, [storeId, from, portionSize - 1]);
    yield { from, to: end?.id ?? lastId };
    if (!end) return;
    from = end.id;
  }
}
