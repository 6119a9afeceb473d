import { countPendingMigrations, type Database, type Queryable } from "@souk/database";
import type { SmtpCheck } from "../../../infrastructure/mail/index.ts";
import type { DiskSpace } from "../../../infrastructure/storage/index.ts";
import type { Clock } from "../../../runtime/clock.ts";
import { findProblems } from "./find-problems.ts";
import type { HealthDeps, PartName, Parts } from "./health-deps.ts";
import { readDeliveries, readEndpoints } from "./read-deliveries.ts";
import { createDiskReader } from "./read-disk.ts";
import { readEmails } from "./read-emails.ts";
import { readJobs } from "./read-jobs.ts";
import { readDatabase, readProcesses } from "./read-processes.ts";
import { readRequests } from "./read-requests.ts";
import type { StaffHealth } from "./staff-health.ts";

type Readers = { [N in PartName]: (tx: Queryable, now: Date) => Promise<NonNullable<StaffHealth[N]>> };

const validMs = 5_000;
/** When something is wrong, a statement can be slow. It must not use a connection for long. */
const statementTimeoutMs = 2_000;

/**
 * Create the function that reads the health of the platform. Requests share one reading every 5 seconds, which uses one
 * connection at a time. A part that cannot be read in time is null, so that the others are still shown.
 */
export function createHealthReader(
  deps: HealthDeps,
  clock: Clock,
): (database: Database) => Promise<{ health: StaffHealth }> {
  const readDisk = createDiskReader(deps);
  const createReaders = (surroundings: Surroundings): Readers => ({
    requests: readRequests,
    deliveries: readDeliveries,
    endpoints: readEndpoints,
    emails: (tx, now) => readEmails(tx, now, surroundings.smtp),
    disk: (tx, now) => readDisk(tx, now, surroundings.disk),
    jobs: readJobs,
    processes: (tx) => readProcesses(tx, deps),
    database: (tx) => readDatabase(tx, surroundings.pendingMigrations),
  });
  let last: { at: number; health: Promise<{ health: StaffHealth }> } | null = null;
  return (database) => {
    const now = clock.now();
    if (last === null || now - last.at >= validMs)
      last = {
        at: now,
        health: readSurroundings(database, deps).then((surroundings) =>
          readHealth(database, createReaders(surroundings), new Date(now)),
        ),
      };
    return last.health;
  };
}

/** What is read without a transaction, because it needs the network or the disk. */
interface Surroundings {
  /** Null if no SMTP server is configured. */
  smtp: SmtpCheck | null;
  /** Null if it could not be read. */
  disk: DiskSpace | null;
  /** Null if the number could not be read. */
  pendingMigrations: number | null;
}

async function readSurroundings(
  database: Database,
  { checkSmtp, readDiskSpace }: HealthDeps,
): Promise<Surroundings> {
  const [smtp, disk, pendingMigrations] = await Promise.all([
    checkSmtp === null ? null : checkSmtp(),
    readDiskSpace().catch(() => null),
    countPendingMigrations(database).catch(() => null),
  ]);
  return { smtp, disk, pendingMigrations };
}

async function readHealth(database: Database, readers: Readers, now: Date): Promise<{ health: StaffHealth }> {
  const readPart = <N extends PartName>(name: N): Promise<Parts[N]> =>
    database
      .transaction<Parts[N]>((tx) => readers[name](tx, now), { readOnly: true, statementTimeoutMs })
      .catch(() => null);
  const parts: Parts = {
    requests: await readPart("requests"),
    deliveries: await readPart("deliveries"),
    endpoints: await readPart("endpoints"),
    emails: await readPart("emails"),
    disk: await readPart("disk"),
    jobs: await readPart("jobs"),
    processes: await readPart("processes"),
    database: await readPart("database"),
  };
  return { health: { at: now.toISOString(), problems: findProblems(parts, now), ...parts } };
}
