export interface PartitionedTable {
  table: string;
  /** The time span of one partition, by `created_at` in UTC. */
  period: "day" | "month";
  /** Days after its end that a partition is kept; `undefined`: forever. */
  keepDays?: number;
  /** Storage parameters of each partition; the partitioned table itself can have none. */
  storage?: string;
}

// For rows that change state a few times: vacuum must not wait until a fifth of the table has changed.
const frequentVacuum = "autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0";

/** The tables that are partitioned by time. */
export const partitionedTables: readonly PartitionedTable[] = [
  { table: "events", period: "day", keepDays: 30 },
  { table: "deliveries", period: "day", keepDays: 14, storage: frequentVacuum },
  { table: "delivery_attempts", period: "day", keepDays: 14 },
  { table: "idempotency_keys", period: "day", keepDays: 2 },
  { table: "inventory_movements", period: "month" },
  { table: "audit_entries", period: "month", keepDays: 365 },
];

/** Return the number of days that a table's rows are kept at least. @throws Error for a table whose rows are never dropped */
export function getKeptDays(table: string): number {
  const days = partitionedTables.find((partitionedTable) => partitionedTable.table === table)?.keepDays;
  if (days === undefined) throw new Error(`Rows of ${table} are never dropped.`);
  return days;
}
