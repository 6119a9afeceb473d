import type { Queryable } from "@souk/database";
import type { Clock } from "../../clock.ts";
import type { JobQueue } from "../../jobs/index.ts";
import type { RandomText } from "../../random.ts";
import type { Store } from "../../routing/call.ts";
import type { FileStorage } from "../../storage/index.ts";
import type { ExportSources } from "./export-sources.ts";

/** What exports need of the house; given at wiring. */
export interface ExportsWiring {
  clock: Clock;
  random: RandomText;
  jobs: JobQueue;
  storage: FileStorage;
  /** The origin of the files host. */
  filesOrigin: string;
  sources: ExportSources;
  storeOf(run: Queryable, id: number): Promise<Store | null>;
}

/** The name of the job that writes an export. */
export const exportTask = "export";

/** A file can be fetched for so long, 7 days. */
export const keptMs = 7 * 86_400_000;
