import { countPendingMigrations, openDatabase } from "@souk/database";
import { type DemoContent, findDemo, removeDemo } from "@souk/demo";
import { CliError } from "./cli-error.ts";
import type { Command } from "./command.ts";
import { readOptions } from "./read-options.ts";
import { resolveDatabase } from "./resolve-database.ts";

const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The command that removes the demo's accounts with their stores and apps, so that the database can be used in production. */
export const demoRemove: Command = {
  words: "demo remove",
  usage: "[--yes]",
  summary:
    "Removes the demo's accounts with all their stores, partners and apps. Without --yes, it only lists what would be removed.",
  run: async (args, config, { output }) => {
    const { yes } = readOptions(args, { yes: { type: "boolean" } });
    const { connection, stop } = await resolveDatabase(config);
    const database = openDatabase({ connection, log: silentLog, maxConnections: 2 });
    try {
      if ((await countPendingMigrations(database)) > 0)
        throw new CliError(
          "The database is older than this version of Souk. Run npm run souk -- migrate first.",
        );
      const demo = await findDemo(database);
      if (demo.accounts.length === 0) {
        output.write("The database has no demo accounts.\n");
        return 0;
      }
      if (yes !== true) {
        output.write(
          `This would remove ${describeDemo(demo)}.\nNothing was removed. Run the command again with --yes to remove all of this.\n`,
        );
        return 1;
      }
      await removeDemo(database);
      output.write(`Removed ${describeDemo(demo)}.\n`);
      return 0;
    } finally {
      await database.close();
      await stop();
    }
  },
};

function describeDemo({ emails, storeHandles, apps }: DemoContent): string {
  const stores = storeHandles.length === 0 ? "no stores" : `the stores ${storeHandles.join(", ")}`;
  const appText = apps.length === 1 ? "1 app" : `${apps.length} apps`;
  return `the accounts ${emails.join(", ")}, ${stores} with all their data, and ${appText}`;
}
