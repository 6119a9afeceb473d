/** The age at which movements are sealed, as SQL; twice the maximum duration of a statement. */
export const sealMargin = "interval '30 s'";

// With one bound alone the planner expects a third of the ledger, and reads tables in place of their indexes.
const young =
  "m.created_at > coalesce(seal.covered_until, '-infinity') and m.created_at <= (select timestamptz 'infinity')";

/**
 * The exact number of movements of store `$1` as SQL: the sealed ones and the later ones. If the clock was set back
 * behind the seal, movements are written into the sealed period: then all are counted.
 */
export const ledgerTotal = `(
  select coalesce(seal.movement_count, 0) + (
    select count(*) from inventory_movements m where m.store_id = $1 and ${young})
  from (values (true)) always (so)
  left join ledger_checkpoints seal on seal.store_id = $1 and seal.covered_until <= clock_timestamp() - ${sealMargin})`;
