import type { Database } from "../database.ts";
import { balancePortion } from "./balance-checks.ts";
import { countDifferences } from "./count-checks.ts";
import type { Difference } from "./difference.ts";
import { buyerPortion, committedCheck } from "./order-checks.ts";
import { orderBalancePortion, orderStockPortion } from "./order-ledger-checks.ts";
import { orderMoneyPortion } from "./order-money-checks.ts";
import { orderPricePortion } from "./order-price-checks.ts";
import { orderUnitsPortion } from "./order-units-checks.ts";
import type { Read } from "./read.ts";
import { incomingCheck, primaryCheck, productPortion, variantPortion } from "./stock-checks.ts";

export interface VerifyOptions {
  /** Told as the work goes on: how many variants are done, of how many. */
  progress?(done: number, total: number): void;
  /** Variants, products, customers or orders a statement; 10,000 when left out. */
  portion?: number;
}

const orderChecks = [
  ...[orderPricePortion, orderMoneyPortion, orderUnitsPortion],
  ...[orderStockPortion, orderBalancePortion],
];

// A portion of a very busy shop has a long ledger.
const patienceMs = 10 * 60_000;
const lastId = Number.MAX_SAFE_INTEGER;

/**
 * Proves that a store adds up: every level is its ledger in all four quantities and every movement's result the sum up to it,
 * every variant its levels (INV-2), every product its variants, what is incoming what is on its way (INV-4), what is
 * committed what orders are still to be sent (INV-3), every order's prices, money, states and kept document its rows and what
 * the ledgers of stock and balances say of it, every balance of a customer its ledger (CUS-2) and what is said of their
 * orders the orders, every count its rows; and one location is primary
 * (INV-9). Others may go on changing it: each statement sees one moment.
 * @returns what does not add up, as it is found
 */
export async function* verifyStore(
  database: Database,
  storeId: number,
  { progress, portion = 10_000 }: VerifyOptions = {},
): AsyncGenerator<Difference, void, void> {
  const read: Read = async (statement, values) =>
    (
      await database.transaction((tx) => tx.query<never>(statement, values), {
        readOnly: true,
        statementTimeoutMs: patienceMs,
      })
    ).rows;
  yield* await read<Difference>(primaryCheck, [storeId]);
  yield* countDifferences(read, storeId);
  yield* await read<Difference>(incomingCheck, [storeId]);
  yield* await read<Difference>(committedCheck, [storeId]);
  for await (const { from, to } of portions(read, { table: "products", storeId, portion }))
    yield* await read<Difference>(productPortion, [storeId, from, to]);
  for await (const { from, to } of portions(read, { table: "customers", storeId, portion }))
    for (const check of [balancePortion, buyerPortion])
      yield* await read<Difference>(check, [storeId, from, to]);
  for await (const { from, to } of portions(read, { table: "orders", storeId, portion }))
    for (const check of orderChecks) yield* await read<Difference>(check, [storeId, from, to]);
  const total = progress ? await countOf(read, "variants", storeId) : 0;
  let done = 0;
  for await (const { from, to } of portions(read, { table: "variants", storeId, portion })) {
    yield* await read<Difference>(variantPortion, [storeId, from, to]);
    done += portion;
    progress?.(Math.min(done, total), total);
  }
}

async function countOf(read: Read, table: string, storeId: number): Promise<number> {
  const text = `select count(*) as n from ${table} where store_id = $1`;
  return (await read<{ n: number }>(text, [storeId]))[0]?.n ?? 0;
}

/** Ranges of ids that hold a portion each; the last one has no end, for the ledgers of what was deleted. */
async function* portions(
  read: Read,
  {
    table,
    storeId,
    portion,
  }: { table: "products" | "variants" | "customers" | "orders"; storeId: number; portion: number },
): AsyncGenerator<{ from: number; to: number }> {
  const text = `select id from ${table} where store_id = $1 and id > $2 order by id offset $3 limit 1`;
  for (let from = 0; ; ) {
    const [end] = await read<{ id: number }>({ name: `verify_${table}_end`, text }, [
      storeId,
      from,
      portion - 1,
    ]);
    yield { from, to: end?.id ?? lastId };
    if (!end) return;
    from = end.id;
  }
}
