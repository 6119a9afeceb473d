import { join } from "node:path";
import {
  type Config,
  type DemoSeed,
  hasStaff,
  installInDemo,
  type Log,
  makeDemo,
  openStorage,
  type ProcessRole,
  type RunningPlatform,
  readSecrets,
  runPlatform,
  secureRandomFraction,
  secureRandomText,
  systemClock,
  type Visit,
} from "@souk/platform";
import { type DemoAppPlan, planDemoApps } from "./demo-app/plan-demo-apps.ts";
import manifest from "./package.json" with { type: "json" };
import { type Ready, removeReadyFile, writeReadyFile } from "./ready-file.ts";

/** Built by `npm run build`, which `npm ci` runs by itself. */
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
  /** Set at the first start of a development server. */
  newDemo: DemoSeed | null;
  /** The example apps that are to run beside this server. */
  demoApps: readonly DemoAppPlan[];
  /** Installs one of them, once it runs, in the demo's shop. @returns whether it was installed now */
  installInDemo(handle: DemoAppPlan["handle"], visit: Visit): Promise<boolean>;
  /** Ends what is under way, then the connections, and the embedded PostgreSQL last. */
  stop(hurry?: AbortSignal): Promise<void>;
}

/** Starts everything that a server is, in the order in which it needs each other. */
export async function startServer({ config, role, log }: ServerOptions): Promise<RunningServer> {
  const { secretKey } = await readSecrets(config);
  const storage = await openStorage({ config, clock: systemClock, log });
  try {
    await removeReadyFile(config.dataDir);
    const running = await runPlatform({
      config,
      role,
      log,
      secretKey,
      database: storage.database,
      panels,
      clock: systemClock,
      random: secureRandomText,
      randomFraction: secureRandomFraction,
    });
    running.platform.metrics.watchProcess();
    const { database } = storage;
    const { mode, dataDir } = config;
    const newDemo = mode === "development" ? await makeDemo(database, running.platform) : null;
    const { platform } = running;
    const demoApps = role === "delivery" ? [] : await planDemoApps(database, platform, config);
    const ready = describe(running, role);
    await writeReadyFile(dataDir, ready);
    return {
      ready,
      newDemo,
      demoApps,
      installInDemo: (handle, visit) => installInDemo(database, platform, { handle, visit }),
      hasStaff: await hasStaff(database),
      stop: async (hurry) => {
        await removeReadyFile(dataDir);
        await running.stop(hurry).finally(storage.stop);
      },
    };
  } catch (error) {
    await storage.stop();
    throw error;
  }
}

function describe({ platform: { addresses }, listening }: RunningPlatform, role: ProcessRole): Ready {
  return {
    pid: process.pid,
    started_at: new Date(systemClock.now()).toISOString(),
    version: manifest.version,
    role,
    addresses: {
      admin: addresses.adminOrigin,
      partners: addresses.partnersOrigin,
      shop: addresses.shopOrigin("{handle}"),
      reference: `${addresses.partnersOrigin}/docs`,
    },
    listening,
  };
}
