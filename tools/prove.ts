// npm run prove                            lists the proofs
// npm run prove -- P1 [P4 …] [--seed 123]  runs them whole and with a seed of their own, where `npm run test:slow` runs them small and always alike
// npm run prove -- mutants [name…]         takes each guard out of a copy of the tree and expects a red test
import { randomInt } from "node:crypto";
import { join, relative } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { parseArgs } from "node:util";
import { readMutants, readSources } from "./mutants.ts";
import { filesOfProof, proofPattern, proofs } from "./proofs.ts";
import { root } from "./root.ts";
import { runMutants } from "./run-mutants.ts";

function list(): void {
  for (const [name, sentence] of Object.entries(proofs)) {
    const files = filesOfProof(name).map((file) => relative(root, file));
    console.log(`${name.padEnd(5)} ${sentence}\n      ${files.join("\n      ") || "has no test yet"}`);
  }
  const mutants = readMutants(readSources());
  console.log(`mutants ${mutants.map(({ name }) => name).join(", ")}`);
}

/** The timeout of a hanging test, in milliseconds: hundreds of restarts of a server, as in P1, take many minutes. */
const longestMs = 7_200_000;

async function prove(name: string): Promise<boolean> {
  const files = filesOfProof(name);
  if (files.length === 0) {
    console.error(`${name} is no proof that has a test. npm run prove lists them.`);
    return false;
  }
  let failed = false;
  const events = run({
    files,
    cwd: root,
    concurrency: 1,
    testNamePatterns: [proofPattern(name)],
    timeout: longestMs,
    execArgv: ["--import", join(import.meta.dirname, "left-open.ts")],
  });
  events.on("test:fail", () => {
    failed = true;
  });
  for await (const text of events.compose(spec)) process.stdout.write(String(text));
  return !failed;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { seed: { type: "string" } },
  });
  const [first, ...rest] = positionals;
  if (first === undefined) return list();
  if (first === "mutants") {
    process.exitCode = runMutants(rest) ? 0 : 1;
    return;
  }
  process.env["SOUK_PROOF_SIZE"] = "full";
  process.env["SOUK_PROOF_SEED"] = values.seed ?? String(randomInt(2 ** 31));
  for (const name of positionals) if (!(await prove(name))) process.exitCode = 1;
}

await main();
