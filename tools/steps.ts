import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { delimiter, join } from "node:path";
import { root } from "./root.ts";

/** A check: a name for people and its command, run at the root, found in node_modules/.bin first. */
export type Step = { name: string; command: [program: string, ...args: string[]] };

type Ended = { step: Step; passed: boolean; output: string; ms: number };

/** The start of the line by which a step reports that it could not run, which is no failure. */
export const skippedMark = "skipped: ";

/**
 * Run every step, as many in parallel as the machine has cores; a step that fails stops no other.
 *
 * @param steps the steps; the slowest first makes the whole shortest
 * @param print takes a line for each step as it ends, then the output of those that failed
 * @returns whether every step passed
 */
export async function runSteps(steps: Step[], print: (line: string) => void): Promise<boolean> {
  const width = Math.max(...steps.map((step) => step.name.length));
  const waiting = [...steps];
  const failed: Ended[] = [];
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      const ended = await runStep(step);
      print(stepLine(ended, width));
      if (!ended.passed) failed.push(ended);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  for (const { step, output } of failed) {
    print(`\n✖ ${step.name}: ${step.command.join(" ")}\n${output.trimEnd()}`);
  }
  return failed.length === 0;
}

function stepLine({ step, passed, output, ms }: Ended, width: number): string {
  const skipped = output.split("\n").find((line) => line.startsWith(skippedMark));
  const mark = passed ? (skipped ? "–" : "✔") : "✖";
  const time = `${(ms / 1000).toFixed(1)} s`.padStart(7);
  return `${mark} ${step.name.padEnd(width)} ${time}${passed && skipped ? `  ${skipped}` : ""}`;
}

function runStep(step: Step): Promise<Ended> {
  const begin = performance.now();
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
  return new Promise((answer) => {
    const end = (passed: boolean): void => answer({ step, passed, output, ms: performance.now() - begin });
    child.on("error", (error) => {
      output += error.message;
      end(false);
    });
    child.on("close", (code) => end(code === 0));
  });
}
