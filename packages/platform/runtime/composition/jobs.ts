import { sweepClaims } from "../../http/acquire-idempotency-lock.ts";
import { listRenditionPaths } from "../../infrastructure/images/index.ts";
import { sweepFiles } from "../../infrastructure/storage/index.ts";
import type { Clock } from "../clock.ts";
import { type Job, partitionJobs } from "../housekeeping/index.ts";
import type { Modules } from "./compose-modules.ts";
import type { PlatformFiles } from "./create-files.ts";
import type { PlatformMail } from "./create-mail.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

/** What the jobs are of. */
export interface JobsDeps {
  modules: Modules;
  files: PlatformFiles;
  mail: PlatformMail;
}

/** Everything that the platform does of itself from time to time. */
export function createJobs({ modules, files, mail }: JobsDeps, clock: Clock): Job[] {
  return [
    ...partitionJobs(clock),
    ...modules.housekeeping,
    ...mail.housekeeping,
    {
      name: "take away files",
      everyMs: 10 * secondMs,
      concurrent: true,
      run: (database, stopping) =>
        sweepFiles(database, { storage: files.storage, made: listRenditionPaths }, stopping),
    },
    // Every process has a disk of its own.
    { name: "tidy files", everyMs: 10 * minuteMs, concurrent: true, run: files.tidy },
    { name: "forget claims", everyMs: 60 * minuteMs, run: sweepClaims },
  ];
}
