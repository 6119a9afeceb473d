/** The minimum age of movements that a checkpoint counts, as SQL: twice the maximum duration of a statement. */
export const checkpointMargin = "interval '30 s'";

// The upper bound excludes nothing. With only a lower bound, the planner would expect that a third of the ledger matches, and scan
// tables instead of indexes.
const uncountedSql =
  "m.created_at > coalesce(checkpoint.covered_until, '-infinity') and m.created_at <= (select timestamptz 'infinity')";

/**
 * SQL of the exact number of movements of store `$1`: those that its checkpoint counts, plus the later movements. If the clock was set
 * back to before the checkpoint, new movements may be in the period that the checkpoint covers, so all movements are counted.
 */
export const ledgerTotalSql = `(
  select coalesce(checkpoint.movement_count, 0) + (
    select count(*) from inventory_movements m where m.store_id = $1 and ${uncountedSql})
  from (values (true)) single_row (is_present)
  left join ledger_checkpoints checkpoint on checkpoint.store_id = $1 and checkpoint.covered_until <= clock_timestamp() - ${checkpointMargin})`;
