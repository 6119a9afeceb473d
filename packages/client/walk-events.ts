/** Fields of an event log page that a walk needs. */
interface LogPage {
  last_sequence: number;
  next_after?: number;
}

/** Fields of a deliveries page that a walk needs. */
interface DeliveredPage {
  last_delivery_sequence?: number;
  next_delivered_after?: number;
}

/**
 * Walk the store's event log, yielding one response at a time until its end. Store `next_after` of the last
 * processed response: the next walk starts there.
 * @param list calls `events.list` with `after`; undefined at first when the walk starts at the oldest event kept
 * @throws ApiError `gone` when the events after `after` have left the log: fetch the records themselves, and start again
 * without `after`
 */
export async function* walkEvents<A extends LogPage>(
  list: (after: number | undefined) => Promise<A>,
  after?: number,
): AsyncGenerator<A> {
  for (let from = after; ; ) {
    const response = await list(from);
    yield response;
    if (response.next_after === undefined || response.next_after >= response.last_sequence) return;
    from = response.next_after;
  }
}

/**
 * Walk the deliveries to the installation, yielding one response at a time until the last delivery. Store
 * `next_delivered_after`: the next walk starts there.
 * @param list calls `events.list` with `delivered_after`
 * @throws ApiError `gone` when these deliveries are no longer kept: read the event log instead
 */
export async function* walkDelivered<A extends DeliveredPage>(
  list: (deliveredAfter: number) => Promise<A>,
  deliveredAfter: number,
): AsyncGenerator<A> {
  for (let from = deliveredAfter; ; ) {
    const response = await list(from);
    yield response;
    const { next_delivered_after: next, last_delivery_sequence: last = 0 } = response;
    if (next === undefined || next >= last) return;
    from = next;
  }
}
