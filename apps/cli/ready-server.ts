import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CliError } from "./cli-error.ts";

/** What the server's ready.json says. */
export interface ReadyServer {
  pid: number;
  started_at: string;
  version: string;
  addresses: { admin: string; partners: string };
  listening: { address: string; port: number }[];
}

/** The server of a data directory; null when none says that it is ready. */
export async function findReadyServer(dataDir: string): Promise<ReadyServer | null> {
  const text = await readFile(join(dataDir, "ready.json"), "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as ReadyServer);
}

/** @throws CliError when no server says that it is ready */
export async function readyServer(dataDir: string): Promise<ReadyServer> {
  const server = await findReadyServer(dataDir);
  if (server) return server;
  throw new CliError(
    `No server is ready in ${dataDir}; start one with npm start, or name its data directory with SOUK_DATA_DIR.`,
  );
}
