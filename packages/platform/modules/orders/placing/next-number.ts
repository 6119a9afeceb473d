import { type Database, defineStatement } from "@souk/database";

/** The number of the first order of a store. */
const firstNumber = 1001;

// The commit does not wait for the disk. This is safe, because an order is written to disk only after everything that was
// committed before it, including its number.
const reserveNumbersStatement = defineStatement(
  "order_numbers",
  `
    with async_commit as materialized (select set_config('synchronous_commit', 'off', true))
    insert into document_numbers (store_id, resource, last_number)
    select $1, 'orders', ${firstNumber - 1} + $2::bigint from async_commit
    on conflict (store_id, resource) do update set last_number = document_numbers.last_number + $2::bigint
    returning last_number`,
);

/** Reserves the next number of a store's orders. */
export type NextOrderNumber = (storeId: number) => Promise<number>;

/** Calls that wait for a number. */
type Waiters = PromiseWithResolvers<number>[];

/**
 * Create the function that reserves order numbers. The function uses short, separate transactions, so that orders do not
 * wait for each other. For each store, only one of these transactions runs at a time, and calls that arrive meanwhile share the next
 * one. If an order is rejected afterwards, its number stays unused. A caller that holds a connection must not wait for a number, because
 * reserving one needs another connection.
 */
export function createOrderNumbers(database: Database): NextOrderNumber {
  const queues = new Map<number, Waiters>();

  async function assignNumbers(storeId: number, waiters: Waiters): Promise<void> {
    try {
      const row = await database.maybeOne<{ last_number: number }>(reserveNumbersStatement, [
        storeId,
        waiters.length,
      ]);
      const first = (row?.last_number ?? 0) - waiters.length + 1;
      for (const [index, waiter] of waiters.entries()) waiter.resolve(first + index);
    } catch (error) {
      for (const waiter of waiters) waiter.reject(error);
    }
  }

  async function processQueue(storeId: number, queue: Waiters): Promise<void> {
    while (queue.length > 0) await assignNumbers(storeId, queue.splice(0));
    queues.delete(storeId);
  }

  return (storeId) => {
    const waiter = Promise.withResolvers<number>();
    const queue = queues.get(storeId);
    if (queue) queue.push(waiter);
    else {
      const newQueue = [waiter];
      queues.set(storeId, newQueue);
      setImmediate(() => void processQueue(storeId, newQueue));
    }
    return waiter.promise;
  };
}
