import { mkdir, readFile, realpath } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Log } from "../log.ts";
import { type Binaries, ownBinaries, readyBinaries } from "./binaries.ts";
import { findClusterDirectory, placeCluster } from "./cluster-directory.ts";
import { createCluster, keptPassword, resetPassword, roleName } from "./create-cluster.ts";
import { lockDataDirectory } from "./data-directory-lock.ts";
import { type Postmaster, startPostmaster } from "./postmaster.ts";
import { type ServerSettings, settingArguments, usableMemory } from "./server-settings.ts";
import { stopOrphan } from "./stop-orphan.ts";
import { chooseSystemUser, type SystemUser } from "./system-user.ts";

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: Log;
  /** A folder with `bin`, `lib` and `share` in place of npm's. */
  binaries?: string;
  /** PostgreSQL settings in place of the defaults. */
  settings?: ServerSettings;
}

export interface EmbeddedPostgres {
  /** For Souk's own role and database. */
  connectionString: string;
  /** The major version that runs. */
  major: number;
  /** The process of PostgreSQL; `undefined` while it is being started again after it ended by itself. */
  pid(): number | undefined;
  /** Shuts PostgreSQL down and gives the data directory back. */
  stop(): Promise<void>;
}

/**
 * Starts Souk's own PostgreSQL in a data directory, making it on the first start.
 * @throws DataDirectoryInUse when another live process has the directory
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = await realpath(options.dataDir);
  const unlock = await lockDataDirectory(dataDir);
  try {
    const { postmaster, connectionString, major } = await startIn(dataDir, options);
    return {
      connectionString,
      major,
      pid: postmaster.pid,
      stop: async () => {
        await postmaster.stop();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function startIn(
  dataDir: string,
  { log, settings, ...options }: EmbeddedPostgresOptions,
): Promise<{ postmaster: Postmaster; connectionString: string; major: number }> {
  const found = await findClusterDirectory(dataDir);
  const user = await chooseSystemUser(found);
  const binaries = await readyBinaries(options.binaries ?? ownBinaries(), user);
  await stopOrphan(found, log);
  const clusterDir = await readyCluster(dataDir, found, binaries, user, settings?.["fsync"] !== "off");
  const password = await keptPassword(passwordFile(dataDir));
  const address = await chooseAddress(clusterDir);
  const postmaster = await startPostmaster({
    binaries,
    clusterDir,
    user,
    settings: [...settingArguments(settings ?? {}, usableMemory()), ...address.settings],
    logFile: join(dataDir, "postgres.log"),
    log,
  });
  const connectionString = `postgresql://${roleName}:${password}@${address.host}`;
  return { postmaster, connectionString, major: binaries.major };
}

function passwordFile(dataDir: string): string {
  return join(dataDir, "postgres.password");
}

async function readyCluster(
  dataDir: string,
  found: string,
  binaries: Binaries,
  user: SystemUser | undefined,
  durable: boolean,
): Promise<string> {
  const version = (await readFile(join(found, "PG_VERSION"), "utf8").catch(() => undefined))?.trim();
  if (version === undefined) {
    const clusterDir = await placeCluster(dataDir, user);
    await createCluster(binaries, clusterDir, passwordFile(dataDir), user, durable);
    return clusterDir;
  }
  if (Number(version) !== binaries.major) {
    throw new Error(
      `The database in ${found} was made by PostgreSQL ${version} and this version of Souk brings ${binaries.major}; start the former version of Souk, take a backup, and restore it into a new data directory.`,
    );
  }
  const known = await readFile(passwordFile(dataDir), "utf8").catch(() => undefined);
  if (!known) await resetPassword(binaries, found, await keptPassword(passwordFile(dataDir)), user);
  return found;
}

// The path of a Unix socket has at most 103 bytes on every system (107 on Linux).
const longestSocketPath = 103;
const port = 5432;

async function chooseAddress(clusterDir: string): Promise<{ settings: string[]; host: string }> {
  if (Buffer.byteLength(join(clusterDir, `.s.PGSQL.${port}`)) <= longestSocketPath) {
    const settings = ["-c", "listen_addresses=", "-k", clusterDir, "-p", String(port)];
    return { settings, host: `/${roleName}?host=${encodeURIComponent(clusterDir)}&port=${port}` };
  }
  const free = await freePort();
  const settings = ["-c", "listen_addresses=127.0.0.1", "-k", "", "-p", String(free)];
  return { settings, host: `127.0.0.1:${free}/${roleName}` };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || !address) throw new Error("No free port was found.");
  return address.port;
}
