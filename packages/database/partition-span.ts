import type { PartitionedTable } from "./partitioned-tables.ts";

/** One partition: its name and the instants it spans, the end excluded. */
export interface PartitionSpan {
  name: string;
  from: Date;
  to: Date;
}

// Clocks differ a little and a migration may carry older rows: one period before; three ahead outlast a weekend's outage.
const periodsBefore = 1;
const periodsAhead = 3;

/** The partitions that a table must have at an instant, in UTC. */
export function spansAround(table: PartitionedTable, now: Date): PartitionSpan[] {
  const count = periodsBefore + 1 + periodsAhead;
  return Array.from({ length: count }, (_, index) => {
    const from = periodStart(table, now, index - periodsBefore);
    return { name: partitionName(table, from), from, to: periodStart(table, now, index - periodsBefore + 1) };
  });
}

/** Reads the span back from a partition's name; `undefined` when the name is not one that this code gives. */
export function spanOf(table: PartitionedTable, name: string): PartitionSpan | undefined {
  const digits = name.startsWith(`${table.table}_p`) ? name.slice(table.table.length + 2) : "";
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)?$/.exec(digits) ?? [];
  if (!year || !month || (table.period === "day") !== (day !== undefined)) return undefined;
  const from = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)));
  return { name, from, to: periodStart(table, from, 1) };
}

function periodStart({ period }: PartitionedTable, now: Date, offset: number): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  return new Date(period === "day" ? Date.UTC(year, month, day + offset) : Date.UTC(year, month + offset, 1));
}

function partitionName({ table, period }: PartitionedTable, from: Date): string {
  const digits = from.toISOString().slice(0, period === "day" ? 10 : 7);
  return `${table}_p${digits.replaceAll("-", "")}`;
}
