/** A time that is past by every clock: somebody looks at the lane at once. */
export const longDue = "to_timestamp(0)";

/** What closing sets in a lane: whoever had it leased is shut out, and whoever takes it next cancels what is pending. */
export const closing = `epoch = epoch + 1, owner = null, leased_until = null, wakes = wakes + 1,
  wake_at = ${longDue}, closed_at = clock_timestamp()`;
