import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import { root } from "./root.ts";

/** A check with its display name and its command. It runs in the root folder, and node_modules/.bin comes first in its PATH. */
export type Step = { name: string; command: [program: string, ...args: string[]] };

type StepResult = { step: Step; hasPassed: boolean; output: string; ms: number };

/** The beginning of a line that a step prints if it could not run. Such a step does not fail. */
export const skippedPrefix = "skipped: ";

/**
 * Run all steps, as many in parallel as the machine has cores. If a step fails, the other steps still run.
 *
 * @param steps the run is shortest if the slowest steps come first
 * @param print called with a line for each step when it ends, and at the end with the output of each failed step
 * @returns whether every step passed
 */
export async function runSteps(steps: Step[], print: (line: string) => void): Promise<boolean> {
  const width = Math.max(...steps.map((step) => step.name.length));
  const pendingSteps = [...steps];
  const failedResults: StepResult[] = [];
  const runPendingSteps = async (): Promise<void> => {
    for (let step = pendingSteps.shift(); step !== undefined; step = pendingSteps.shift()) {
      const result = await runStep(step);
      print(formatResult(result, width));
      if (!result.hasPassed) failedResults.push(result);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runPendingSteps));
  for (const { step, output } of failedResults) {
    print(`\n✖ ${step.name}: ${step.command.join(" ")}\n${output.trimEnd()}`);
  }
  return failedResults.length === 0;
}

function formatResult({ step, hasPassed, output, ms }: StepResult, width: number): string {
  const skippedLine = output.split("\n").find((line) => line.startsWith(skippedPrefix));
  const symbol = hasPassed ? (skippedLine ? "–" : "✔") : "✖";
  const time = `${(ms / 1000).toFixed(1)} s`.padStart(7);
  return `${symbol} ${step.name.padEnd(width)} ${time}${hasPassed && skippedLine ? `  ${skippedLine}` : ""}`;
}

function runStep(step: Step): Promise<StepResult> {
  const startedAt = performance.now();
  const [program, ...args] = step.command;
  const path = `${join(root, "node_modules/.bin")}${delimiter}${process.env["PATH"] ?? ""}`;
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, PATH: path, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
  return new Promise((resolve) => {
    const finish = (hasPassed: boolean): void =>
      resolve({ step, hasPassed, output, ms: performance.now() - startedAt });
    child.on("error", (error) => {
      output += error.message;
      finish(false);
    });
    child.on("close", (code) => finish(code === 0));
  });
}
