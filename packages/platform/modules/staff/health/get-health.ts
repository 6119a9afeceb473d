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

/** How long in milliseconds a reading is reused. */
const validMs = 5_000;
/** The time limit of each statement. A statement that is slow because of a problem must not use a connection for long. */
const statementTimeoutMs = 2_000;

/**
 * Create the function that reads the health of the platform. The health is read at most once in 5 seconds, and all requests
 * share the result. Reading uses one connection at a time. A part that cannot be read, or cannot be read in time, is null, so that the
 * other parts are still shown.
 */
export function createHealthReader(
  deps: HealthDeps,
  clock: Clock,
): (database: Database) => Promise<{ health: StaffHealth }> {
  const readDisk = createDiskReader(deps);
  const createReaders = (externalResults: ExternalResults): Readers => ({
    requests: readRequests,
    deliveries: readDeliveries,
    endpoints: readEndpoints,
    emails: (tx, now) => readEmails(tx, now, externalResults.smtp),
    disk: (tx, now) => readDisk(tx, now, externalResults.disk),
    jobs: readJobs,
    processes: (tx) => readProcesses(tx, deps),
    database: (tx) => readDatabase(tx, externalResults.pendingMigrations),
  });
  let lastReading: { at: number; health: Promise<{ health: StaffHealth }> } | null = null;
  return (database) => {
    const now = clock.now();
    if (lastReading === null || now - lastReading.at >= validMs)
      lastReading = {
        at: now,
        health: readExternalResults(database, deps).then((externalResults) =>
          readHealth(database, createReaders(externalResults), new Date(now)),
        ),
      };
    return lastReading.health;
  };
}

/** What is read without a transaction, because it needs the network or the disk. */
interface ExternalResults {
  /** Null if no SMTP server is configured. */
  smtp: SmtpCheck | null;
  /** Null if the disk space could not be read. */
  disk: DiskSpace | null;
  /** Null if the number could not be read. */
  pendingMigrations: number | null;
}

async function readExternalResults(
  database: Database,
  { checkSmtp, readDiskSpace }: HealthDeps,
): Promise<ExternalResults> {
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
