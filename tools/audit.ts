// Checks the shipped packages for known vulnerabilities of severity high or above. If the registry does not support audits, as
// some mirrors do not, or there is no network, the check prints a line and does not fail.
import { spawnSync } from "node:child_process";
import { root } from "./root.ts";
import { skippedPrefix } from "./steps.ts";

/** The exit status and the output of `npm audit --json`. */
export type Audit = { status: number | null; stdout: string };

/** Classify npm's output. An output that is not the result of an audit is `unavailable`. */
export function classifyAudit({ status, stdout }: Audit): "clean" | "vulnerable" | "unavailable" {
  try {
    const response: unknown = JSON.parse(stdout);
    if (typeof response !== "object" || response === null || !("auditReportVersion" in response))
      return "unavailable";
    return status === 0 ? "clean" : "vulnerable";
  } catch {
    return "unavailable";
  }
}

function main(): void {
  const flags = ["audit", "--omit=dev", "--audit-level=high"];
  const jsonAudit = spawnSync("npm", [...flags, "--json"], { cwd: root, encoding: "utf8", timeout: 60_000 });
  const result = classifyAudit(jsonAudit);
  if (result === "unavailable")
    console.log(`${skippedPrefix}the npm registry does not support audits, or it cannot be reached`);
  if (result !== "vulnerable") return;
  console.log(spawnSync("npm", flags, { cwd: root, encoding: "utf8", timeout: 60_000 }).stdout);
  process.exitCode = 1;
}

if (import.meta.main) main();
