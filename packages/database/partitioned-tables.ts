export interface PartitionedTable {
  table: string;
  /** What one partition spans, by `created_at` in UTC. */
  period: "day" | "month";
  /** Days after its end that a partition is kept; `undefined`: for ever. */
  keepDays?: number;
  /** Storage parameters of each partition; the partitioned table itself can have none. */
  storage?: string;
}

// Rows that change state a few times and are then left: vacuum must not wait for a fifth of the table.
const busy = "autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0";

/** The tables that are partitioned by time. */
export const partitionedTables: readonly PartitionedTable[] = [
  { table: "events", period: "day", keepDays: 30 },
  { table: "deliveries", period: "day", keepDays: 14, storage: busy },
  { table: "delivery_attempts", period: "day", keepDays: 14 },
  { table: "idempotency_keys", period: "day", keepDays: 2 },
  { table: "inventory_movements", period: "month" },
  { table: "audit_entries", period: "month", keepDays: 365 },
];

/** For how many days after its end a partition of a table is kept at least. @throws Error for a table that is kept for ever */
export function daysKept(table: string): number {
  const days = partitionedTables.find((one) => one.table === table)?.keepDays;
  if (days === undefined) throw new Error(`Rows of ${table} are never dropped.`);
  return days;
}
