import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHttpClient, eventually } from "@souk/testkit";

/** The credentials of a registered app, which the partner dashboard shows. */
export interface Credentials {
  client_id: string;
  client_secret: string;
}

/** The example app Inventory Sync in a separate process. */
export interface InventorySyncProcess {
  stop(): Promise<void>;
}

const program = join(import.meta.dirname, "../examples/inventory-sync/main.ts");

async function isResponding(port: number): Promise<boolean> {
  const client = createHttpClient({ host: "127.0.0.1", port });
  try {
    return (await client.request(`http://localhost:${port}/`)).status > 0;
  } catch {
    return false;
  } finally {
    client.stop();
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exitEvent = once(child, "exit");
  child.kill("SIGTERM");
  await exitEvent;
}

/** Start Inventory Sync on a port of this machine, and wait until it responds. */
export async function startInventorySync(
  port: number,
  { client_id, client_secret }: Credentials,
): Promise<InventorySyncProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), "souk-e2e-sync-"));
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      SOUK_CLIENT_ID: client_id,
      SOUK_CLIENT_SECRET: client_secret,
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  await eventually(() => isResponding(port), { timeoutMs: 20_000 });
  return {
    stop: async () => {
      await stopProcess(child);
      await rm(dataDir, { recursive: true });
    },
  };
}
