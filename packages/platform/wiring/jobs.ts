import type { Clock } from "../clock.ts";
import { type Job, partitionJobs } from "../housekeeping/index.ts";
import { sweepClaims } from "../http/claim-key.ts";
import { foldCounts } from "../modules/catalog/index.ts";
import { finishDueUninstalls, sweepCodes, sweepRevokedTokens } from "../modules/installs/index.ts";
import { sealLedger } from "../modules/inventory/index.ts";
import { sweepSecrets } from "../modules/partners/index.ts";
import { sweepSessions } from "../modules/people/index.ts";
import { followRequests } from "../modules/privacy/index.ts";
import { renditionPathsOf } from "../pictures/index.ts";
import { sweepFiles } from "../storage/index.ts";
import type { FileSide } from "./file-side.ts";
import type { MailSide } from "./mail-side.ts";
import type { Modules } from "./modules.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

/** What the jobs are of. */
export interface JobParts {
  modules: Modules;
  files: FileSide;
  mail: MailSide;
}

/** Everything that the platform does of itself from time to time. */
export function createJobs({ modules, files, mail }: JobParts, clock: Clock): Job[] {
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
    // Less than the margin of a seal, so that a clock that was set back is seen in time.
    { name: "seal the ledger", everyMs: 20 * secondMs, concurrent: true, run: sealLedger },
    {
      name: "take away files",
      everyMs: 10 * secondMs,
      concurrent: true,
      run: (database, stopping) =>
        sweepFiles(database, { storage: files.storage, made: renditionPathsOf }, stopping),
    },
    // Every process has a disk of its own.
    { name: "tidy files", everyMs: 10 * minuteMs, concurrent: true, run: files.tidy },
    ...modules.longWork.housekeeping,
    ...modules.deliveryJobs,
    ...modules.fulfillment.housekeeping,
    ...mail.housekeeping,
    { name: "replace switched secrets", everyMs: minuteMs, run: (database) => sweepSecrets(database, now()) },
    { name: "end sessions", everyMs: 10 * minuteMs, run: (database) => sweepSessions(database, now()) },
    // An erasure of many orders may take minutes: that one waits in its own process alone.
    { name: "follow privacy requests", everyMs: 2 * secondMs, concurrent: true, run: followRequests },
    { name: "forget codes", everyMs: 60 * minuteMs, run: (database) => sweepCodes(database, now()) },
    { name: "forget claims", everyMs: 60 * minuteMs, run: sweepClaims },
    {
      name: "forget revoked tokens",
      everyMs: 60 * minuteMs,
      run: (database) => sweepRevokedTokens(database, now()),
    },
  ];
}
