import type { Database, Queryable } from "@souk/database";
import type { Store } from "../../infrastructure/routing/call.ts";
import type { FileStorage } from "../../infrastructure/storage/index.ts";
import type { Clock } from "../../runtime/clock.ts";
import type { JobQueue } from "../../runtime/jobs/index.ts";
import type { RandomText } from "../../runtime/random.ts";
import type { SheetOpeners } from "./sheet-openers.ts";

/** What the imports module needs from the platform. */
export interface ImportsDeps {
  database: Database;
  clock: Clock;
  random: RandomText;
  jobs: JobQueue;
  storage: FileStorage;
  findStore(db: Queryable, id: number): Promise<Store | null>;
  /** Return whether an installation still has a scope. */
  installationHasScope(
    db: Queryable,
    installation: { store_id: number; installation_id: number },
    scope: string,
  ): Promise<boolean>;
  /** The functions that open the file of an import, by the imported resource. */
  sheetOpeners: SheetOpeners;
}

/** The name of the job that checks a file and later writes its records. */
export const importTask = "import";

/** How long a file is kept after its upload or confirmation, in milliseconds: 7 days. */
export const fileLifetimeMs = 7 * 86_400_000;
