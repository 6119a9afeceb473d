import type { Database } from "@souk/database";

/** The number of the first order of a store. */
const firstNumber = 1001;

// Not waiting for the disk is safe: an order is on the disk only after what was written before it, its number among it.
const statement = {
  name: "order_numbers",
  text: `
    with unhurried as materialized (select set_config('synchronous_commit', 'off', true))
    insert into document_numbers (store_id, resource, last_number)
    select $1, 'orders', ${firstNumber - 1} + $2::bigint from unhurried
    on conflict (store_id, resource) do update set last_number = document_numbers.last_number + $2::bigint
    returning last_number`,
};

/** The next number of a store's orders. */
export type NextOrderNumber = (storeId: number) => Promise<number>;

type Waiting = PromiseWithResolvers<number>[];

/**
 * Makes what gives orders their numbers: in a short transaction of its own, so that no order waits for another's. A store has
 * one such transaction under way, and those who come meanwhile share the next. An order that is refused afterwards leaves a
 * gap. Who holds a connection must not wait for a number: it takes one too.
 */
export function createOrderNumbers(database: Database): NextOrderNumber {
  const queues = new Map<number, Waiting>();

  async function give(storeId: number, all: Waiting): Promise<void> {
    try {
      const { rows } = await database.query<{ last_number: number }>(statement, [storeId, all.length]);
      const first = (rows[0]?.last_number ?? 0) - all.length + 1;
      for (const [at, one] of all.entries()) one.resolve(first + at);
    } catch (error) {
      for (const one of all) one.reject(error);
    }
  }

  async function serve(storeId: number, queue: Waiting): Promise<void> {
    while (queue.length > 0) await give(storeId, queue.splice(0));
    queues.delete(storeId);
  }

  return (storeId) => {
    const waiting = Promise.withResolvers<number>();
    const queue = queues.get(storeId);
    if (queue) queue.push(waiting);
    else {
      const own = [waiting];
      queues.set(storeId, own);
      setImmediate(() => void serve(storeId, own));
    }
    return waiting.promise;
  };
}
