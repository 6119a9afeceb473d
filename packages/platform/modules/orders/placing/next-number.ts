import { type Database, defineStatement } from "@souk/database";

/** The number of the first order of a store. */
const firstNumber = 1001;

// Not waiting for the disk is safe: an order reaches the disk only after everything written before it, its number included.
const statement = defineStatement(
  "order_numbers",
  `
    with async_commit as materialized (select set_config('synchronous_commit', 'off', true))
    insert into document_numbers (store_id, resource, last_number)
    select $1, 'orders', ${firstNumber - 1} + $2::bigint from async_commit
    on conflict (store_id, resource) do update set last_number = document_numbers.last_number + $2::bigint
    returning last_number`,
);

/** Draws the next number of a store's orders. */
export type NextOrderNumber = (storeId: number) => Promise<number>;

type Waiters = PromiseWithResolvers<number>[];

/**
 * Create the function that draws order numbers, each time in a short transaction of its own, so that orders do
 * not wait for each other. A store has one such transaction at a time; calls in the meantime share the next one.
 * An order that is rejected afterwards leaves a gap. A caller that holds a connection must not wait for a number,
 * because drawing it needs a connection too.
 */
export function createOrderNumbers(database: Database): NextOrderNumber {
  const queues = new Map<number, Waiters>();

  async function assignNumbers(storeId: number, waiting: Waiters): Promise<void> {
    try {
      const row = await database.maybeOne<{ last_number: number }>(statement, [storeId, waiting.length]);
      const first = (row?.last_number ?? 0) - waiting.length + 1;
      for (const [index, waiter] of waiting.entries()) waiter.resolve(first + index);
    } catch (error) {
      for (const waiter of waiting) waiter.reject(error);
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
