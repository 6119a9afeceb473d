import {
  countPendingMigrations,
  type Database,
  formatDifference,
  openDatabase,
  verifyStore,
} from "@souk/database";
import { CliError } from "./cli-error.ts";
import type { Command, Terminal } from "./command.ts";
import { readOptions } from "./read-options.ts";
import { resolveDatabase } from "./resolve-database.ts";

const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

interface CheckedStore {
  id: number;
  handle: string;
}

/** The command that verifies the data of stores and lists each error. It works whether or not a server is running. */
export const verifyCommand: Command = {
  words: "verify",
  usage: "[--store <handle>]",
  summary:
    "Checks that stock, ledgers, totals and counts are consistent, in one store or in all stores, and lists each error.",
  run: async (args, config, terminal) => {
    const { store } = readOptions(args, { store: { type: "string" } });
    const { connection, stop } = await resolveDatabase(config);
    const database = openDatabase({
      connection,
      log: silentLog,
      maxConnections: 2,
      applicationName: "souk-verify",
    });
    try {
      return await verifyStores(database, await listStores(database, store), terminal);
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
  let errorCount = 0;
  for (const { id, handle } of stores) {
    const progressLine = createProgressLine(terminal, handle);
    for await (const difference of verifyStore(database, id, { onProgress: progressLine.show })) {
      errorCount++;
      progressLine.clear();
      terminal.output.write(`${handle}: ${formatDifference(difference)}\n`);
    }
    progressLine.clear();
  }
  const checkedStores = stores.length === 1 ? "1 store" : `${stores.length} stores`;
  const errorText = errorCount === 1 ? "1 error" : `${errorCount} errors`;
  terminal.output.write(
    errorCount === 0
      ? `${checkedStores} checked: no errors found.\n`
      : `${checkedStores} checked: ${errorText} found.\n`,
  );
  return errorCount === 0 ? 0 : 1;
}

/** Create a progress line that is overwritten on each update. It is shown only on a terminal, not in a file or a pipe. */
function createProgressLine({ errors }: Terminal, handle: string) {
  const eraseLine = "\r\u001b[K";
  let isShown = false;
  return {
    show(checkedCount: number, totalCount: number): void {
      if (errors.isTTY !== true) return;
      const [checkedText, totalText] = [checkedCount, totalCount].map((count) => count.toLocaleString("en"));
      errors.write(`${eraseLine}${handle}: ${checkedText} of ${totalText} variants`);
      isShown = true;
    },
    clear(): void {
      if (isShown) errors.write(eraseLine);
      isShown = false;
    },
  };
}

async function listStores(database: Database, handle: string | undefined): Promise<CheckedStore[]> {
  if ((await countPendingMigrations(database)) > 0)
    throw new CliError("The database is older than this version of Souk. Run npm run souk -- migrate first.");
  const sql = "select id, handle from stores where $1::text is null or handle = $1 order by id";
  const rows = await database.many<CheckedStore>(sql, [handle ?? null]);
  if (handle !== undefined && rows.length === 0) throw new CliError(`No store has the handle "${handle}".`);
  return rows;
}
