import { join, sep } from "node:path";
import { root } from "../root.ts";
import type { TestLane } from "./run-files.ts";

const proofs = join(root, "proofs") + sep;

/** Files that wait for ten seconds and longer, for what hangs to be given up or for a time to pass, and work little meanwhile. */
export const waiting: readonly string[] = [
  "bench/contest.test.ts",
  "bench/deliveries/measure-deliveries.test.ts",
  "bench/sizes/measure-sizes.test.ts",
  "conformance/clauses/fulfillment-requests.test.ts",
  "conformance/clauses/retries.test.ts",
  "conformance/clauses/retry-window.test.ts",
  "packages/database/outage.test.ts",
  "packages/delivery/crowded-engine.test.ts",
  "packages/delivery/hostile-endpoints.test.ts",
  "packages/delivery/slow-endpoints.test.ts",
  "packages/delivery/uninstall-notice.test.ts",
  "packages/platform/modules/fulfillment-requests/hostile-answers.test.ts",
  "packages/platform/modules/imports/import-failure.test.ts",
  "packages/platform/modules/shipping/quote-rates.test.ts",
  "packages/testkit/test-database.test.ts",
  "tools/test-runner/run-tests.test.ts",
].map((path) => join(root, path));

/** Files that measure this process, its time or its memory: others would leave theirs in it. */
export const measuring: readonly string[] = [
  "packages/delivery/safe-send-into-file.test.ts",
  "packages/delivery/safe-send-limits.test.ts",
  "packages/platform/http/json-body.test.ts",
  "packages/platform/http/rate-limit.test.ts",
  "packages/platform/modules/notifications/rendering/hostile-templates.test.ts",
  "packages/platform/pictures/clean-picture.test.ts",
].map((path) => join(root, path));

/** More keep too much in memory that they have loaded and made. */
const filesOfProcess = 20;

/**
 * Deals the files out. Loading the platform takes longer than most files' tests, so a process runs many of them. The proofs wait
 * for servers to start, for leases to end and for webhooks to come, and leave half of a core idle: they run one after the other, so do
 * the others that wait and the few that measure their process, beside the two files that keep CI's two cores at work.
 */
export function testLanes(files: readonly string[]): TestLane[] {
  const isProof = (file: string): boolean => file.startsWith(proofs);
  const alone = [...waiting, ...measuring];
  const isAlone = (file: string): boolean => alone.includes(file);
  const lanes = [
    { files: files.filter(isProof), concurrency: 1, filesOfProcess: 1 },
    { files: files.filter(isAlone), concurrency: 1, filesOfProcess: 1 },
    { files: files.filter((file) => !isProof(file) && !isAlone(file)), concurrency: 2, filesOfProcess },
  ];
  return lanes.filter((lane) => lane.files.length > 0);
}
