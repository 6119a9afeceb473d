import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { CliError } from "./cli-error.ts";

/** The content of the server's ready.json. */
export interface ReadyServer {
  pid: number;
  started_at: string;
  version: string;
  /** `store` has `{handle}` in place of a store's handle. */
  addresses: { admin: string; partners: string; store: string };
  listening: { address: string; port: number }[];
}

/** Read the ready.json of a data directory. Returns null if there is none. A killed server leaves its ready.json behind. */
export async function findReadyServer(dataDir: string): Promise<ReadyServer | null> {
  const text = await readFile(join(dataDir, "ready.json"), "utf8").catch(() => null);
  return text === null ? null : (JSON.parse(text) as ReadyServer);
}

/** Return the ready server of a data directory. @throws CliError if no server is ready */
export async function getReadyServer(dataDir: string): Promise<ReadyServer> {
  const server = await findReadyServer(dataDir);
  if (server) return server;
  throw new CliError(
    `No server is ready in ${dataDir}. Start one with npm start, or set SOUK_DATA_DIR to its data directory.`,
  );
}
