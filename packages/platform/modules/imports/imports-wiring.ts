import type { Queryable } from "@souk/database";
import type { Clock } from "../../clock.ts";
import type { JobQueue } from "../../jobs/index.ts";
import type { RandomText } from "../../random.ts";
import type { Store } from "../../routing/call.ts";
import type { FileStorage } from "../../storage/index.ts";
import type { ImportSheets } from "./import-sheets.ts";

/** What imports need of the house; given at wiring. */
export interface ImportsWiring {
  clock: Clock;
  random: RandomText;
  jobs: JobQueue;
  storage: FileStorage;
  storeOf(run: Queryable, id: number): Promise<Store | null>;
  /** Whether an installation may still do what needs a scope. */
  appMay(
    run: Queryable,
    installation: { store_id: number; installation_id: number },
    scope: string,
  ): Promise<boolean>;
  sheets: ImportSheets;
}

/** The name of the job that checks a file and later writes its records. */
export const importTask = "import";

/** A file can be confirmed for so long, 7 days. */
export const keptMs = 7 * 86_400_000;
