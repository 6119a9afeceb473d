/** The range of numbers in a store's event log. */
export interface LogBounds {
  /** The number of the oldest event in the log; `last_sequence` + 1 if the log is empty. */
  oldest_sequence: number;
  /** The last number that was assigned; 0 for a store without events. */
  last_sequence: number;
}

/** Common table expressions. The last one, `kept`, has one row: the log bounds of the store $1. */
export const logBoundsCtes = `
  head as materialized (
    select coalesce((select last_sequence from event_heads where store_id = $1), 0) as last_sequence),
  kept as materialized (
    select coalesce(
      (select sequence from events where store_id = $1 order by sequence limit 1), last_sequence + 1) as oldest_sequence,
      last_sequence
    from head)`;
