/** A part of the event log as a walk needs it. */
interface LogPage {
  last_sequence: number;
  next_after?: number;
}

/** The same of what was sent to an installation. */
interface DeliveredPage {
  last_delivery_sequence?: number;
  next_delivered_after?: number;
}

/**
 * Yields the store's event log an answer at a time, until its end. Keep `next_after` of the last answer that was worked off:
 * the next walk begins there.
 * @param list calls `events.list` with `after`; undefined the first time where the walk begins at the oldest event kept
 * @throws ApiError `gone` when the log no longer holds what follows `after`: read the records themselves, and begin anew
 * without it
 */
export async function* walkEvents<A extends LogPage>(
  list: (after: number | undefined) => Promise<A>,
  after?: number,
): AsyncGenerator<A> {
  for (let from = after; ; ) {
    const answer = await list(from);
    yield answer;
    if (answer.next_after === undefined || answer.next_after >= answer.last_sequence) return;
    from = answer.next_after;
  }
}

/**
 * Yields what was sent to the installation an answer at a time, until the last of it; `next_delivered_after` is where the
 * next walk begins.
 * @param list calls `events.list` with `delivered_after`
 * @throws ApiError `gone` when these deliveries are no longer kept: read the event log
 */
export async function* walkDelivered<A extends DeliveredPage>(
  list: (deliveredAfter: number) => Promise<A>,
  deliveredAfter: number,
): AsyncGenerator<A> {
  for (let from = deliveredAfter; ; ) {
    const answer = await list(from);
    yield answer;
    const { next_delivered_after: next, last_delivery_sequence: last = 0 } = answer;
    if (next === undefined || next >= last) return;
    from = next;
  }
}
