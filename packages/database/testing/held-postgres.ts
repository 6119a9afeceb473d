import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { SystemUser } from "../embedded/system-user.ts";

export interface HeldPostgres {
  /** The Node process that holds the data directory. */
  holder: ChildProcess;
  connectionString: string;
  /** The process id of PostgreSQL. */
  pid: number;
}

/** Start PostgreSQL in a data directory, with production settings, from a separate process that the test can kill. */
export async function holdPostgres(
  t: TestContext,
  dataDir: string,
  user?: SystemUser,
): Promise<HeldPostgres> {
  const script = join(import.meta.dirname, "hold-postgres.ts");
  const holder = spawn(process.execPath, [script, dataDir], {
    ...user,
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => holder.kill("SIGTERM"));
  const ended = once(holder, "exit").then(([code]) =>
    Promise.reject(new Error(`ended with ${code} before it started`)),
  );
  const [line] = (await Promise.race([once(holder.stdout, "data"), ended])) as [Buffer];
  ended.catch(() => undefined);
  return { holder, ...(JSON.parse(line.toString()) as { connectionString: string; pid: number }) };
}

/** Send a signal to the holder and wait until it has exited. */
export async function endHolder({ holder }: HeldPostgres, signal: NodeJS.Signals): Promise<void> {
  const exited = once(holder, "exit");
  holder.kill(signal);
  await exited;
}
