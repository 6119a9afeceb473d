import {
  type Database,
  DataDirectoryInUse,
  openDatabase,
  pendingMigrations,
  runningPostgres,
  sentenceOf,
  startEmbeddedPostgres,
  verifyStore,
} from "@souk/database";
import { CliError } from "./cli-error.ts";
import type { Command, Terminal } from "./command.ts";
import type { CliConfig } from "./config.ts";
import { readOptions } from "./read-options.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface CheckedStore {
  id: number;
  handle: string;
}

/** Proves that shops add up, beside a running server or without one, and names what does not. */
export const verifyCommand: Command = {
  words: "verify",
  takes: "[--store <handle>]",
  summary:
    "Proves that stock, ledger, totals and counts of one shop or of all add up, and names what does not.",
  run: async (args, config, terminal) => {
    const { store } = readOptions(args, { store: { type: "string" } });
    const { connection, stop } = await reachDatabase(config);
    const database = openDatabase({
      connection,
      log: silent,
      maxConnections: 2,
      applicationName: "souk-verify",
    });
    try {
      return await verifyStores(database, await storesOf(database, store), terminal);
    } catch (error) {
      if (error instanceof CliError) throw error;
      throw new CliError(error instanceof Error ? error.message : String(error), { cause: error });
    } finally {
      await database.close();
      await stop();
    }
  },
};

async function verifyStores(
  database: Database,
  stores: readonly CheckedStore[],
  terminal: Terminal,
): Promise<number> {
  let wrong = 0;
  for (const { id, handle } of stores) {
    const line = progressLine(terminal, handle);
    for await (const difference of verifyStore(database, id, { progress: line.show })) {
      wrong++;
      line.clear();
      terminal.output.write(`${handle}: ${sentenceOf(difference)}\n`);
    }
    line.clear();
  }
  const shops = stores.length === 1 ? "1 shop" : `${stores.length} shops`;
  const found = wrong === 1 ? "1 thing does" : `${wrong} things do`;
  terminal.output.write(
    wrong === 0 ? `${shops} checked: everything adds up.\n` : `${shops} checked: ${found} not add up.\n`,
  );
  return wrong === 0 ? 0 : 1;
}

/** A line on a terminal that is written over as the work goes on; a file or a pipe gets none. */
function progressLine({ errors }: Terminal, handle: string) {
  const erase = "\r\u001b[K";
  let shown = false;
  return {
    show(done: number, total: number): void {
      if (errors.isTTY !== true) return;
      const [some, all] = [done, total].map((n) => n.toLocaleString("en"));
      errors.write(`${erase}${handle}: ${some} of ${all} variants`);
      shown = true;
    },
    clear(): void {
      if (shown) errors.write(erase);
      shown = false;
    },
  };
}

async function storesOf(database: Database, handle: string | undefined): Promise<CheckedStore[]> {
  if ((await pendingMigrations(database)) > 0)
    throw new CliError("The database is older than this version of Souk; run npm run souk -- migrate first.");
  const text = "select id, handle from stores where $1::text is null or handle = $1 order by id";
  const { rows } = await database.query<CheckedStore>(text, [handle ?? null]);
  if (handle !== undefined && rows.length === 0) throw new CliError(`There is no shop "${handle}".`);
  return rows;
}

interface Reached {
  connection: string;
  stop(): Promise<void>;
}

async function reachDatabase({ dataDir, databaseUrl }: CliConfig): Promise<Reached> {
  if (databaseUrl !== undefined) return { connection: databaseUrl, stop: async () => undefined };
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: silent });
    return { connection: postgres.connectionString, stop: postgres.stop };
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error;
    // A running server has it: its PostgreSQL answers others of this machine's user too.
    const connection = await runningPostgres(dataDir);
    if (connection === undefined) throw new CliError(error.message, { cause: error });
    return { connection, stop: async () => undefined };
  }
}
