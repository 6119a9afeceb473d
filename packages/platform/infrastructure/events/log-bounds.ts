/** The range of kept numbers of a store's event log. */
export interface LogBounds {
  /** The lowest kept number; one above the last where none is kept. */
  oldest_sequence: number;
  /** The last number; 0 for a store without events. */
  last_sequence: number;
}

/** The common table expression `kept`: one row, the bounds of the log of the store whose id is the statement's first value. */
export const keptOfLog = `
  head as materialized (
    select coalesce((select last_sequence from event_heads where store_id = $1), 0) as last_sequence),
  kept as materialized (
    select coalesce(
      (select sequence from events where store_id = $1 order by sequence limit 1), last_sequence + 1) as oldest_sequence,
      last_sequence
    from head)`;
