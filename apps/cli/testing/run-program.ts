import { spawn } from "node:child_process";
import { once } from "node:events";

/** The exit code and the output of a program. */
export interface ProgramResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Run a program until it ends. @param env environment variables in addition to PATH and HOME */
export async function runProgram(
  [program = "", ...args]: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Readonly<Record<string, string>> },
): Promise<ProgramResult> {
  const { PATH, HOME } = process.env;
  const child = spawn(program, args, { cwd, env: { PATH, HOME, ...env } });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output.stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (output.stderr += chunk));
  child.stdin.end();
  const [code] = (await once(child, "close")) as [number];
  return { code, ...output };
}
