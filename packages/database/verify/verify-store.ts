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
  progress?(verified: number, total: number): void;
  /** The number of variants, products, customers or orders per statement; 10,000 by default. */
  portion?: number;
}

const orderChecks = [
  ...[orderPriceCheck, orderMoneyCheck, orderUnitsCheck],
  ...[orderStockCheck, orderBalanceCheck],
];

// One statement may have to read a long ledger, if the store is very busy.
const statementTimeoutMs = 10 * 60_000;
const lastId = Number.MAX_SAFE_INTEGER;

/**
 * Compare the stored totals of a store with their sources, and yield each difference.
 *
 * Levels and movements are compared with the stock ledger, variants with their levels (INV-2), and products with their
 * variants; incoming stock with open purchase orders and transfers (INV-4), and committed stock with unshipped units
 * (INV-3); prices, amounts, statuses and snapshots of orders with their rows and the ledgers; balances of customers with
 * their ledger (CUS-2), and their order statistics with their orders; and counts with rows. Exactly one location must be
 * primary (INV-9).
 *
 * The store may change during the check, because each statement reads one snapshot.
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
  for await (const { from, to } of listIdRanges(read, { table: "products", storeId, portion }))
    yield* await read<Difference>(productCheck, [storeId, from, to]);
  for await (const { from, to } of listIdRanges(read, { table: "customers", storeId, portion }))
    for (const check of [balanceCheck, customerOrdersCheck])
      yield* await read<Difference>(check, [storeId, from, to]);
  for await (const { from, to } of listIdRanges(read, { table: "orders", storeId, portion }))
    for (const check of orderChecks) yield* await read<Difference>(check, [storeId, from, to]);
  const total = progress ? await countRows(read, "variants", storeId) : 0;
  let verified = 0;
  for await (const { from, to } of listIdRanges(read, { table: "variants", storeId, portion })) {
    yield* await read<Difference>(variantCheck, [storeId, from, to]);
    verified += portion;
    progress?.(Math.min(verified, total), total);
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
 * Yield ranges of ids with `portion` rows each. The last range has no end, so that it includes the ledgers of deleted
 * records.
 */
async function* listIdRanges(
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
