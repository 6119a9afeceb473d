import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { SystemUser } from "../embedded/system-user.ts";

export interface SeparatePostgres {
  /** The Node process that started PostgreSQL and has locked the data directory. */
  serverProcess: ChildProcess;
  connectionString: string;
  /** The process id of PostgreSQL. */
  pid: number;
}

/** Start PostgreSQL with production settings from a separate Node process, which the test can kill. */
export async function startSeparatePostgres(
  t: TestContext,
  dataDir: string,
  user?: SystemUser,
): Promise<SeparatePostgres> {
  const script = join(import.meta.dirname, "run-postgres.ts");
  const serverProcess = spawn(process.execPath, [script, dataDir], {
    ...user,
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => serverProcess.kill("SIGTERM"));
  const exitBeforeStart = once(serverProcess, "exit").then(([code]) =>
    Promise.reject(new Error(`The process ended with code ${code} before PostgreSQL had started.`)),
  );
  const [line] = (await Promise.race([once(serverProcess.stdout, "data"), exitBeforeStart])) as [Buffer];
  exitBeforeStart.catch(() => undefined);
  return { serverProcess, ...(JSON.parse(line.toString()) as { connectionString: string; pid: number }) };
}

/** Send a signal to the Node process and wait until it has exited. */
export async function endServerProcess(
  { serverProcess }: SeparatePostgres,
  signal: NodeJS.Signals,
): Promise<void> {
  const exit = once(serverProcess, "exit");
  serverProcess.kill(signal);
  await exit;
}
