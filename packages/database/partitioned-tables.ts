export interface PartitionedTable {
  table: string;
  /** The time span of one partition, by `created_at` in UTC. */
  period: "day" | "month";
  /** The number of days that a partition is kept after its end; `undefined` if it is kept forever. */
  keepDays?: number;
  /** The storage parameters of each partition, since a partitioned table itself can have none. */
  storage?: string;
}

// These settings are for rows that change state a few times. By default, vacuum would wait until a fifth of the table has changed.
const frequentVacuum = "autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0";

/** The tables that are partitioned by time. */
export const partitionedTables: readonly PartitionedTable[] = [
  { table: "events", period: "day", keepDays: 30 },
  { table: "deliveries", period: "day", keepDays: 14, storage: frequentVacuum },
  { table: "delivery_attempts", period: "day", keepDays: 14 },
  { table: "idempotency_keys", period: "day", keepDays: 2 },
  { table: "inventory_movements", period: "month" },
  { table: "audit_entries", period: "month", keepDays: 365 },
  // Security events refer to audit entries, so both are kept equally long. Security events are not kept forever, because they contain
  // IP addresses.
  { table: "security_events", period: "month", keepDays: 365 },
];

/** Return the minimum number of days for which a table's rows are kept. @throws Error if the table's rows are never dropped */
export function getRetentionDays(table: string): number {
  const days = partitionedTables.find((partitionedTable) => partitionedTable.table === table)?.keepDays;
  if (days === undefined) throw new Error(`Rows of ${table} are never dropped.`);
  return days;
}
