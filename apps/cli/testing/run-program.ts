import { spawn } from "node:child_process";
import { once } from "node:events";

export interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

/** Run a program to its end. @param env the variables besides PATH and HOME */
export async function runProgram(
  [program = "", ...args]: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Readonly<Record<string, string>> },
): Promise<Run> {
  const { PATH, HOME } = process.env;
  const child = spawn(program, args, { cwd, env: { PATH, HOME, ...env } });
  const text = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (part: string) => (text.stdout += part));
  child.stderr.setEncoding("utf8").on("data", (part: string) => (text.stderr += part));
  child.stdin.end();
  const [code] = (await once(child, "close")) as [number];
  return { code, ...text };
}
