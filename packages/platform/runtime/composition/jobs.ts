import { deleteExpiredClaims } from "../../http/idempotency-claim.ts";
import { listRenditionPaths } from "../../infrastructure/images/index.ts";
import { removeDueFiles } from "../../infrastructure/storage/index.ts";
import type { Clock } from "../clock.ts";
import { createPartitionJobs, type Job } from "../housekeeping/index.ts";
import type { Modules } from "./compose-modules.ts";
import type { PlatformFiles } from "./create-files.ts";
import type { PlatformMail } from "./create-mail.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

/** The parts of the platform that have jobs. */
export interface JobsDeps {
  modules: Modules;
  files: PlatformFiles;
  mail: PlatformMail;
}

/** Create all housekeeping jobs of the platform. */
export function createJobs({ modules, files, mail }: JobsDeps, clock: Clock): Job[] {
  return [
    ...createPartitionJobs(clock),
    ...modules.housekeeping,
    ...mail.housekeeping,
    {
      name: "remove due files",
      everyMs: 10 * secondMs,
      concurrent: true,
      run: (database, stopSignal) =>
        removeDueFiles(
          database,
          { storage: files.storage, listDerivedFiles: listRenditionPaths },
          stopSignal,
        ),
    },
    // Every process cleans up files, because processes on different machines have different disks.
    { name: "clean up files", everyMs: 10 * minuteMs, concurrent: true, run: files.cleanUp },
    { name: "delete expired claims", everyMs: 60 * minuteMs, run: deleteExpiredClaims },
  ];
}
