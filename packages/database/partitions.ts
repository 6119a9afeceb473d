import type { Database, Queryable } from "./database.ts";
import { listPartitionSpans, type PartitionSpan, parsePartitionSpan } from "./partition-span.ts";
import { type PartitionedTable, partitionedTables } from "./partitioned-tables.ts";

// The keys of the advisory locks under which one process at a time creates and drops partitions.
const createLockKey = 7_085_108;
const dropLockKey = 7_085_109;

/**
 * Create the missing partitions for the current period, the previous one and the next three. Call this at startup and every
 * few hours. It can be called concurrently.
 * @returns the names of the created partitions
 */
export async function ensurePartitions(database: Database, now: Date): Promise<string[]> {
  const requiredPartitions = partitionedTables.flatMap((table) =>
    listPartitionSpans(table, now).map((span) => ({ table, span })),
  );
  const missingPartitions = await findMissingPartitions(database, requiredPartitions);
  if (missingPartitions.length === 0) return [];
  return database.transaction(async (tx) => {
    await tx.query("select pg_advisory_xact_lock($1)", [createLockKey]);
    await tx.query("set local lock_timeout = '2s'");
    // Before this process got the lock, another process may have created some of the missing partitions.
    const partitionsToCreate = await findMissingPartitions(tx, requiredPartitions);
    for (const { table, span } of partitionsToCreate) {
      for (const statement of buildCreateStatements(table, span)) await tx.query(statement);
    }
    return partitionsToCreate.map(({ span }) => span.name);
  });
}

async function findMissingPartitions<T extends { span: PartitionSpan }>(
  database: Queryable,
  requiredPartitions: T[],
): Promise<T[]> {
  const existingNames = new Set((await listPartitions(database)).map(({ name }) => name));
  return requiredPartitions.filter(({ span }) => !existingNames.has(span.name));
}

// A table is created and then attached. Unlike creating a partition directly, this blocks only other schema changes, and no
// readers or writers.
function buildCreateStatements(
  { table, storage }: PartitionedTable,
  { name, from, to }: PartitionSpan,
): string[] {
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

// A detached partition exists if a process ended between detaching and dropping it.
async function listPartitions(database: Queryable): Promise<Partition[]> {
  const rows = await database.many<Partition>(
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
 * Drop the partitions whose rows are all older than their table's retention. If another process is dropping partitions, do nothing.
 * @returns the names of the dropped partitions
 */
export async function dropExpiredPartitions(database: Database, now: Date): Promise<string[]> {
  // `detach concurrently` is not allowed in a transaction, so this transaction is only for the lock.
  return database.transaction(async (lockTx) => {
    const lockRow = await lockTx.maybeOne<{ is_locked: boolean }>(
      "select pg_try_advisory_xact_lock($1) as is_locked",
      [dropLockKey],
    );
    if (!lockRow?.is_locked) return [];
    const partitions = await listPartitions(database);
    const droppedNames: string[] = [];
    for (const partition of partitions.filter((candidate) => isExpired(candidate, now))) {
      await dropPartition(database, partition);
      droppedNames.push(partition.name);
      // Without a statement from time to time, PostgreSQL would end the lock's transaction as idle.
      await lockTx.query("select 1");
    }
    return droppedNames;
  });
}

async function dropPartition(database: Queryable, { table, name, state }: Partition): Promise<void> {
  if (state !== "detached") {
    const mode = state === "detaching" ? "finalize" : "concurrently";
    await database.query(`alter table ${table} detach partition ${name} ${mode}`);
  }
  await database.query(`drop table ${name}`);
}

const dayMs = 86_400_000;

function isExpired({ table, name }: Partition, now: Date): boolean {
  const rule = partitionedTables.find((partitionedTable) => partitionedTable.table === table);
  const span = rule && parsePartitionSpan(rule, name);
  if (!span || rule.keepDays === undefined) return false;
  return span.to.getTime() + rule.keepDays * dayMs <= now.getTime();
}
