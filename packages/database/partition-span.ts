import type { PartitionedTable } from "./partitioned-tables.ts";

/** A partition's name and the time span of its rows: from `from` up to, but not including, `to`. */
export interface PartitionSpan {
  name: string;
  from: Date;
  to: Date;
}

// The period before the current one is for clocks that differ and for migrations that insert older rows. The three periods ahead
// exist so that rows can be inserted even if no process creates partitions for a weekend.
const periodsBefore = 1;
const periodsAhead = 3;

/** List the partitions that a table must have at a given time. Periods are in UTC. */
export function listPartitionSpans(table: PartitionedTable, now: Date): PartitionSpan[] {
  const count = periodsBefore + 1 + periodsAhead;
  return Array.from({ length: count }, (_, index) => {
    const from = computePeriodStart(table, now, index - periodsBefore);
    return {
      name: formatPartitionName(table, from),
      from,
      to: computePeriodStart(table, now, index - periodsBefore + 1),
    };
  });
}

/** Parse a partition's time span from its name; `undefined` if the table has no partitions with names like this. */
export function parsePartitionSpan(table: PartitionedTable, name: string): PartitionSpan | undefined {
  const digits = name.startsWith(`${table.table}_p`) ? name.slice(table.table.length + 2) : "";
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)?$/.exec(digits) ?? [];
  if (!year || !month || (table.period === "day") !== (day !== undefined)) return undefined;
  const from = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)));
  return { name, from, to: computePeriodStart(table, from, 1) };
}

/** Compute the start of the period that is `offset` periods after the period of a time. */
function computePeriodStart({ period }: PartitionedTable, time: Date, offset: number): Date {
  const [year, month, day] = [time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate()];
  return new Date(period === "day" ? Date.UTC(year, month, day + offset) : Date.UTC(year, month + offset, 1));
}

function formatPartitionName({ table, period }: PartitionedTable, from: Date): string {
  const digits = from.toISOString().slice(0, period === "day" ? 10 : 7);
  return `${table}_p${digits.replaceAll("-", "")}`;
}
