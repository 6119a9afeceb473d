import type { PartitionedTable } from "./partitioned-tables.ts";

/** A partition's name and the time span of its rows: from `from` up to, but not including, `to`. */
export interface PartitionSpan {
  name: string;
  from: Date;
  to: Date;
}

// One period before the current one, for clocks that differ and migrations that insert older rows. Three periods ahead, so
// that partitions exist even if nothing creates them for a weekend.
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

/** Parse a partition's time span from its name; `undefined` if it is not the name of a partition. */
export function parsePartitionSpan(table: PartitionedTable, name: string): PartitionSpan | undefined {
  const digits = name.startsWith(`${table.table}_p`) ? name.slice(table.table.length + 2) : "";
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)?$/.exec(digits) ?? [];
  if (!year || !month || (table.period === "day") !== (day !== undefined)) return undefined;
  const from = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1)));
  return { name, from, to: computePeriodStart(table, from, 1) };
}

function computePeriodStart({ period }: PartitionedTable, now: Date, offset: number): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  return new Date(period === "day" ? Date.UTC(year, month, day + offset) : Date.UTC(year, month + offset, 1));
}

function formatPartitionName({ table, period }: PartitionedTable, from: Date): string {
  const digits = from.toISOString().slice(0, period === "day" ? 10 : 7);
  return `${table}_p${digits.replaceAll("-", "")}`;
}
