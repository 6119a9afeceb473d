import type { Database, Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { FileLinks, FileStorage } from "../../infrastructure/storage/index.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { JobQueue } from "../../runtime/jobs/index.ts";
import type { RandomText } from "../../runtime/random.ts";
import type { ExportSources } from "./export-sources.ts";

/** What the exports module needs from the platform. */
export interface ExportsDeps {
  database: Database;
  clock: Clock;
  random: RandomText;
  jobs: JobQueue;
  storage: FileStorage;
  /** The origin of the files host. */
  filesOrigin: string;
  fileLinks: FileLinks;
  sources: ExportSources;
  findStore(db: Queryable, id: number): Promise<Store | null>;
}

/** The name of the job that writes an export. */
export const exportTask = "export";

/** How long a file can be downloaded, in milliseconds: 7 days. */
export const fileLifetimeMs = 7 * 86_400_000;
