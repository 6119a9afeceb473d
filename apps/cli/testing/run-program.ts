import { spawn } from "node:child_process";
import { once } from "node:events";

/** The exit code and the output of a program. */
export interface ProgramResult {
  code: number;
  stdout: string;
  stderr: string;
}

const basicVariables = ["PATH", "HOME"];
/** The environment variables with which npm reaches the registry from behind a proxy or with a custom certificate authority. */
const npmVariables = [
  "NODE_EXTRA_CA_CERTS",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "npm_config_cache",
  "npm_config_cafile",
  "npm_config_registry",
];

/** Return PATH, HOME and the variables with which npm reaches the registry, if this process has them. */
export function readProgramEnv(): Record<string, string> {
  const env: Record<string, string> = {};
  for (const name of [...basicVariables, ...npmVariables]) {
    const value = process.env[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}

/** Run a program until it ends. @param env environment variables in addition to those of `readProgramEnv` */
export async function runProgram(
  [program = "", ...args]: readonly string[],
  { cwd, env = {} }: { cwd: string; env?: Readonly<Record<string, string>> },
): Promise<ProgramResult> {
  const child = spawn(program, args, { cwd, env: { ...readProgramEnv(), ...env } });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output.stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (output.stderr += chunk));
  child.stdin.end();
  const [code] = (await once(child, "close")) as [number];
  return { code, ...output };
}
