import { join } from "node:path";
import {
  createDemo,
  type DemoSeed,
  explainWrongDatabase,
  findDemoPassword,
  installInDemo,
  markProductionDatabase,
  replaceDemoPassword,
  type VisitUrl,
} from "@souk/demo";
import {
  type Config,
  hasStaff,
  type Log,
  openServerDatabase,
  type ProcessRole,
  type RunningPlatform,
  readSecrets,
  runPlatform,
  StartError,
  secureRandomFraction,
  secureRandomText,
  systemClock,
} from "@souk/platform";
import { type DemoAppPlan, planDemoApps } from "./demo-app/plan-demo-apps.ts";
import manifest from "./package.json" with { type: "json" };
import { type Ready, removeReadyFile, writeReadyFile } from "./ready-file.ts";

/** The folders with the built panels. `npm ci` runs `npm run build`, which writes them. */
const panels = {
  admin: join(import.meta.dirname, "../admin/dist"),
  partners: join(import.meta.dirname, "../partners/dist"),
};

export interface ServerOptions {
  config: Config;
  role: ProcessRole;
  log: Log;
}

export interface RunningServer {
  ready: Ready;
  hasStaff: boolean;
  /** The new demo data; set only at the first start of a development server. */
  newDemo: DemoSeed | null;
  /** The password of the demo accounts, if this server knows it. */
  demoPassword: string | null;
  /** The configured example apps, including those that cannot run. */
  demoApps: readonly DemoAppPlan[];
  /** Install a running example app in the demo store. @returns whether this call installed it */
  installInDemo(handle: DemoAppPlan["handle"], visit: VisitUrl): Promise<boolean>;
  /**
   * Wait for the work in progress, close all connections and stop the embedded PostgreSQL. Aborting `hurrySignal` ends the waiting.
   */
  stop(hurrySignal?: AbortSignal): Promise<void>;
}

/** Start a server: open its database, run the platform, and write the ready file. */
export async function startServer({ config, role, log }: ServerOptions): Promise<RunningServer> {
  const { secretKey, formerSecretKeys } = await readSecrets(config);
  const serverDatabase = await openServerDatabase({
    config,
    clock: systemClock,
    log,
    checkDatabase: async (database) => {
      const reason = await explainWrongDatabase(database, config.mode);
      if (reason !== null) throw new StartError(reason);
    },
  });
  try {
    await removeReadyFile(config.dataDir);
    const { database } = serverDatabase;
    const { mode, dataDir } = config;
    let newDemo: DemoSeed | null = null;
    let demoPassword: string | null = null;
    let demoApps: readonly DemoAppPlan[] = [];
    const runningPlatform = await runPlatform({
      config,
      role,
      log,
      version: manifest.version,
      secretKey,
      formerSecretKeys,
      database: serverDatabase.database,
      panels,
      clock: systemClock,
      random: secureRandomText,
      randomFraction: secureRandomFraction,
      prepare: async (platform) => {
        if (mode === "production") await markProductionDatabase(database);
        if (mode === "development") {
          newDemo = await createDemo(database, platform);
          demoPassword = config.isPublicDevelopment
            ? await replaceDemoPassword(database, secureRandomText)
            : await findDemoPassword(database);
        }
        if (role !== "delivery") demoApps = await planDemoApps(database, platform, config);
      },
    });
    runningPlatform.platform.metrics.watchProcess();
    const { platform } = runningPlatform;
    const ready = buildReady(runningPlatform, role);
    await writeReadyFile(dataDir, ready);
    return {
      ready,
      newDemo,
      demoPassword,
      demoApps,
      installInDemo: (handle, visit) => installInDemo(database, platform, { handle, visit }),
      hasStaff: await hasStaff(database),
      stop: async (hurrySignal) => {
        await removeReadyFile(dataDir);
        await runningPlatform.stop(hurrySignal).finally(serverDatabase.stop);
      },
    };
  } catch (error) {
    await serverDatabase.stop();
    throw error;
  }
}

function buildReady({ platform: { addresses }, listening }: RunningPlatform, role: ProcessRole): Ready {
  return {
    pid: process.pid,
    started_at: new Date(systemClock.now()).toISOString(),
    version: manifest.version,
    role,
    addresses: {
      admin: addresses.adminOrigin,
      partners: addresses.partnersOrigin,
      store: addresses.storeOrigin("{handle}"),
      reference: `${addresses.partnersOrigin}/docs`,
    },
    listening,
  };
}
