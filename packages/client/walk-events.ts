/** Fields of an event log response that `walkEvents` reads. */
interface LogPage {
  last_sequence: number;
  next_after?: number;
}

/** Fields of a deliveries response that `walkDelivered` reads. */
interface DeliveredPage {
  last_delivery_sequence?: number;
  next_delivered_after?: number;
}

/**
 * Read the store's event log to its end, yielding each response. Save `next_after` of the last response that you
 * processed, and pass it as `after` the next time.
 * @param list calls `events.list` with `after`
 * @param after if omitted, the first call has no `after` and starts at the oldest available event
 * @throws ApiError `gone` if events after `after` have been deleted from the log. In this case, fetch the records
 * themselves, and start again without `after`
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
 * Read the deliveries to the installation up to the last one, yielding each response. Save `next_delivered_after` of the
 * last response that you processed, and pass it as `deliveredAfter` the next time.
 * @param list calls `events.list` with `delivered_after`
 * @throws ApiError `gone` if these deliveries are no longer available. In this case, read the event log instead
 */
export async function* walkDelivered<A extends DeliveredPage>(
  list: (deliveredAfter: number) => Promise<A>,
  deliveredAfter: number,
): AsyncGenerator<A> {
  for (let from = deliveredAfter; ; ) {
    const response = await list(from);
    yield response;
    const { next_delivered_after, last_delivery_sequence = 0 } = response;
    if (next_delivered_after === undefined || next_delivered_after >= last_delivery_sequence) return;
    from = next_delivered_after;
  }
}
