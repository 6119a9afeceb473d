import type { Clock } from "../clock.ts";
import { type Job, partitionJobs } from "../housekeeping/index.ts";
import { foldCounts } from "../modules/catalog/index.ts";
import { finishDueUninstalls, sweepCodes } from "../modules/installs/index.ts";
import { sweepSecrets } from "../modules/partners/index.ts";
import { sweepSessions } from "../modules/people/index.ts";
import type { Modules } from "./modules.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

/** Everything that the platform does of itself from time to time. */
export function createJobs(modules: Modules, clock: Clock): Job[] {
  const now = (): Date => new Date(clock.now());
  return [
    ...partitionJobs(clock),
    // INS-16: removal follows at most 2 s after the uninstall, whichever process is there to do it.
    {
      name: "finish uninstalls",
      everyMs: secondMs / 2,
      concurrent: true,
      run: (database) => finishDueUninstalls(database, modules.installs),
    },
    { name: "fold counts", everyMs: 10 * secondMs, run: foldCounts },
    { name: "replace switched secrets", everyMs: minuteMs, run: (database) => sweepSecrets(database, now()) },
    { name: "end sessions", everyMs: 10 * minuteMs, run: (database) => sweepSessions(database, now()) },
    { name: "forget codes", everyMs: 60 * minuteMs, run: (database) => sweepCodes(database, now()) },
  ];
}
