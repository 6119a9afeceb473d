import type { Database, Queryable } from "./database.ts";
import { type PartitionSpan, spanOf, spansAround } from "./partition-span.ts";
import { type PartitionedTable, partitionedTables } from "./partitioned-tables.ts";

// The keys of the advisory locks under which one process at a time makes and drops partitions.
const makingKey = 7_085_108;
const droppingKey = 7_085_109;

/**
 * Makes the partitions that rows of now, of the period before and of the three periods to come go to.
 * Any number of processes may call it at once; call it at the start and every few hours.
 * @returns the names of those made
 */
export async function ensurePartitions(database: Database, now: Date): Promise<string[]> {
  const wanted = partitionedTables.flatMap((table) =>
    spansAround(table, now).map((span) => ({ table, span })),
  );
  const missing = await withoutPartition(database, wanted);
  if (missing.length === 0) return [];
  return database.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [makingKey]);
    await tx.query("set local lock_timeout = '2s'");
    const still = await withoutPartition(tx, wanted);
    for (const { table, span } of still) {
      for (const statement of making(table, span)) await tx.query(statement);
    }
    return still.map(({ span }) => span.name);
  });
}

async function withoutPartition<T extends { span: PartitionSpan }>(
  database: Queryable,
  wanted: T[],
): Promise<T[]> {
  const present = new Set((await partitionsOf(database)).map(({ name }) => name));
  return wanted.filter(({ span }) => !present.has(span.name));
}

// Attached rather than made in place: that locks out other schema changes only, no reader and no writer.
function making({ table, storage }: PartitionedTable, { name, from, to }: PartitionSpan): string[] {
  const parameters = storage ? ` with (${storage})` : "";
  return [
    `create table ${name} (like ${table} including defaults including constraints including storage)${parameters}`,
    `alter table ${table} attach partition ${name} for values from ('${from.toISOString()}') to ('${to.toISOString()}')`,
  ];
}

interface Partition {
  table: string;
  name: string;
  state: "attached" | "detaching" | "detached";
}

// A detached one is what a process left that ended between detaching and dropping.
async function partitionsOf(database: Queryable): Promise<Partition[]> {
  const { rows } = await database.query<Partition>(
    `select t.name as table, c.relname as name,
       case when i.inhrelid is null then 'detached' when i.inhdetachpending then 'detaching' else 'attached' end as state
     from unnest($1::text[]) as t(name)
     join pg_class c on c.relname ~ ('^' || t.name || '_p[0-9]+$')
       and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
     left join pg_inherits i on i.inhrelid = c.oid
     order by c.relname`,
    [partitionedTables.map(({ table }) => table)],
  );
  return rows;
}

/**
 * Drops the partitions whose rows are all older than their table keeps them. When another process is at it, does nothing.
 * @returns the names of those dropped
 */
export async function dropExpiredPartitions(database: Database, now: Date): Promise<string[]> {
  // Detaching without stopping readers and writers is refused inside a transaction; this one only holds the lock.
  return database.transaction(async (lock) => {
    const taken = await lock.query<{ taken: boolean }>("select pg_try_advisory_xact_lock($1) as taken", [
      droppingKey,
    ]);
    if (!taken.rows[0]?.taken) return [];
    const dropped: string[] = [];
    for (const partition of (await partitionsOf(database)).filter((one) => isExpired(one, now))) {
      await drop(database, partition);
      dropped.push(partition.name);
      // Shows a sign of life, or the lock's transaction would be ended as idle.
      await lock.query("select 1");
    }
    return dropped;
  });
}

async function drop(database: Queryable, { table, name, state }: Partition): Promise<void> {
  if (state !== "detached") {
    const how = state === "detaching" ? "finalize" : "concurrently";
    await database.query(`alter table ${table} detach partition ${name} ${how}`);
  }
  await database.query(`drop table ${name}`);
}

const dayMs = 86_400_000;

function isExpired({ table, name }: Partition, now: Date): boolean {
  const rule = partitionedTables.find((one) => one.table === table);
  const span = rule && spanOf(rule, name);
  if (!span || rule.keepDays === undefined) return false;
  return span.to.getTime() + rule.keepDays * dayMs <= now.getTime();
}
