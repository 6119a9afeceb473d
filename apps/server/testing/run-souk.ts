import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const main = join(import.meta.dirname, "../../cli/main.ts");

/** Run a `souk` command with a data directory, and wait until the command has ended. */
export async function runSouk(args: readonly string[], dataDir: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [main, ...args], {
    env: { SOUK_DATA_DIR: dataDir, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...output };
}

/** Create an account on a running server, as its operator. */
export async function createAccount(
  { email, password }: { email: string; password: string },
  dataDir: string,
  env?: Record<string, string>,
): Promise<void> {
  const { code, stderr } = await runSouk(
    ["account", "create", "--email", email, "--password", password],
    dataDir,
    env,
  );
  if (code !== 0) throw new Error(stderr);
}
