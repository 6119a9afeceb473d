// Known vulnerabilities of what ships, at high or above. A registry may not answer audits, as a mirror or
// a machine without a network does not; that is reported in a line and is no failure.
import { spawnSync } from "node:child_process";
import { root } from "./root.ts";
import { skippedMark } from "./steps.ts";

/** The output of `npm audit --json`. */
export type Audit = { status: number | null; stdout: string };

/** Classify npm's output: clean, vulnerable, or no audit at all. */
export function readAudit({ status, stdout }: Audit): "clean" | "vulnerable" | "unanswered" {
  try {
    const answer: unknown = JSON.parse(stdout);
    if (typeof answer !== "object" || answer === null || !("auditReportVersion" in answer))
      return "unanswered";
    return status === 0 ? "clean" : "vulnerable";
  } catch {
    return "unanswered";
  }
}

function main(): void {
  const flags = ["audit", "--omit=dev", "--audit-level=high"];
  const json = spawnSync("npm", [...flags, "--json"], { cwd: root, encoding: "utf8", timeout: 60_000 });
  const found = readAudit(json);
  if (found === "unanswered") console.log(`${skippedMark}the registry does not answer audits here`);
  if (found !== "vulnerable") return;
  console.log(spawnSync("npm", flags, { cwd: root, encoding: "utf8", timeout: 60_000 }).stdout);
  process.exitCode = 1;
}

if (import.meta.main) main();
