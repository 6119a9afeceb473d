/** How far the past must lie behind before it is sealed, as SQL; twice what a statement may take. */
export const sealMargin = "interval '30 s'";

// With one bound alone the planner expects a third of the ledger, and reads tables in place of their indexes.
const young =
  "m.created_at > coalesce(seal.until, '-infinity') and m.created_at <= (select timestamptz 'infinity')";

/**
 * The exact number of movements of store `$1` as SQL: what is sealed, and what is younger. A clock that was set back behind
 * the seal writes movements into what is sealed: then all are counted.
 */
export const ledgerTotal = `(
  select coalesce(seal.movements, 0) + (
    select count(*) from inventory_movements m where m.store_id = $1 and ${young})
  from (values (true)) always (so)
  left join movement_seals seal on seal.store_id = $1 and seal.until <= clock_timestamp() - ${sealMargin})`;
