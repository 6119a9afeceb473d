import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { SystemUser } from "../embedded/system-user.ts";

export interface HeldPostgres {
  /** The process of Node that holds the data directory. */
  holder: ChildProcess;
  connectionString: string;
  /** The process of PostgreSQL. */
  pid: number;
}

/** Starts the PostgreSQL of a data directory, durable as in production, in a process of its own, which the test can kill. */
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

/** Ends the holder by a signal and waits until it is gone. */
export async function endHolder({ holder }: HeldPostgres, signal: NodeJS.Signals): Promise<void> {
  const gone = once(holder, "exit");
  holder.kill(signal);
  await gone;
}
