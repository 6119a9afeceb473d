import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const main = join(import.meta.dirname, "../../cli/main.ts");

/** Run a command of the command line on a data directory, and wait for its end. */
export async function runSouk(args: readonly string[], dataDir: string) {
  const child = spawn(process.execPath, [main, ...args], {
    env: { SOUK_DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...output };
}
