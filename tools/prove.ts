// npm run prove                            lists the proofs
// npm run prove -- P1 [P4 …] [--seed 123]  runs proofs at full size with a random or given seed (`npm run test:slow` uses a small size and a fixed seed)
// npm run prove -- mutants [name…]         removes each guard in a copy of the project, and expects a test to fail
import { randomInt } from "node:crypto";
import { join, relative } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { parseArgs } from "node:util";
import { parseMutants, readSources } from "./mutants.ts";
import { buildProofPattern, listProofFiles, proofs } from "./proofs.ts";
import { root } from "./root.ts";
import { runMutants } from "./run-mutants.ts";

function listProofs(): void {
  for (const [name, sentence] of Object.entries(proofs)) {
    const files = listProofFiles(name).map((file) => relative(root, file));
    console.log(`${name.padEnd(5)} ${sentence}\n      ${files.join("\n      ") || "has no test yet"}`);
  }
  const mutants = parseMutants(readSources());
  console.log(`mutants ${mutants.map(({ name }) => name).join(", ")}`);
}

/** The timeout of a test, in milliseconds. Hundreds of server restarts, as in P1, take a long time. */
const testTimeoutMs = 7_200_000;

/** Run the tests of a proof. @returns whether they passed */
async function prove(name: string): Promise<boolean> {
  const files = listProofFiles(name);
  if (files.length === 0) {
    console.error(`There is no proof ${name} with a test. npm run prove lists all proofs.`);
    return false;
  }
  let hasFailed = false;
  const events = run({
    files,
    cwd: root,
    concurrency: 1,
    testNamePatterns: [buildProofPattern(name)],
    timeout: testTimeoutMs,
    execArgv: ["--import", join(import.meta.dirname, "open-resources.ts")],
  });
  events.on("test:fail", () => {
    hasFailed = true;
  });
  for await (const text of events.compose(spec)) process.stdout.write(String(text));
  return !hasFailed;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: "string" } },
  });
  const [firstName, ...guardNames] = positionals;
  if (firstName === undefined) return listProofs();
  if (firstName === "mutants") {
    const areAllProven = runMutants(guardNames);
    process.exitCode = areAllProven ? 0 : 1;
    return;
  }
  process.env["SOUK_PROOF_SIZE"] = "full";
  process.env["SOUK_PROOF_SEED"] = values.seed ?? String(randomInt(2 ** 31));
  for (const name of positionals) {
    const hasPassed = await prove(name);
    if (!hasPassed) process.exitCode = 1;
  }
}

await main();
