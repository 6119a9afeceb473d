import { mkdir, readFile, realpath } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import type { Log } from "../log.ts";
import { type Binaries, findPackagedBinaries, prepareBinaries } from "./binaries.ts";
import { chooseClusterDirectory, findClusterDirectory } from "./cluster-directory.ts";
import { createCluster, ensurePassword, resetPassword, roleName } from "./create-cluster.ts";
import { lockDataDirectory } from "./data-directory-lock.ts";
import { type Postmaster, startPostmaster } from "./postmaster.ts";
import { buildSettingArguments, getUsableMemory, type ServerSettings } from "./server-settings.ts";
import { stopOrphan } from "./stop-orphan.ts";
import { chooseSystemUser, type SystemUser } from "./system-user.ts";

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: Log;
  /** A directory with `bin`, `lib` and `share`, to use instead of the binaries from npm. */
  binaries?: string;
  /** PostgreSQL settings that replace defaults. */
  settings?: ServerSettings;
}

export interface EmbeddedPostgres {
  /** The connection string of Souk's role and database. */
  connectionString: string;
  /** The major version of the running PostgreSQL. */
  major: number;
  /** Return the process id of PostgreSQL; `undefined` while PostgreSQL restarts. */
  pid(): number | undefined;
  /** Shut PostgreSQL down and release the data directory. */
  stop(): Promise<void>;
}

/**
 * Start Souk's own PostgreSQL in a data directory, which is created at the first start.
 * @throws DataDirectoryInUse if another live process uses the directory
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 });
  const dataDir = await realpath(options.dataDir);
  const unlock = await lockDataDirectory(dataDir);
  try {
    const { postmaster, connectionString, major } = await startPostgresIn(dataDir, options);
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

async function startPostgresIn(
  dataDir: string,
  { log, settings, ...options }: EmbeddedPostgresOptions,
): Promise<{ postmaster: Postmaster; connectionString: string; major: number }> {
  const existingDir = await findClusterDirectory(dataDir);
  const user = await chooseSystemUser(existingDir);
  const binaries = await prepareBinaries(options.binaries ?? findPackagedBinaries(), user);
  await stopOrphan(existingDir, log);
  const clusterDir = await prepareCluster(
    dataDir,
    existingDir,
    binaries,
    user,
    settings?.["fsync"] !== "off",
  );
  const password = await ensurePassword(getPasswordPath(dataDir));
  const address = await chooseAddress(clusterDir);
  const postmaster = await startPostmaster({
    binaries,
    clusterDir,
    user,
    settings: [...buildSettingArguments(settings ?? {}, getUsableMemory()), ...address.settings],
    logFile: join(dataDir, "postgres.log"),
    log,
  });
  const connectionString = `postgresql://${roleName}:${password}@${address.urlEnd}`;
  return { postmaster, connectionString, major: binaries.major };
}

function getPasswordPath(dataDir: string): string {
  return join(dataDir, "postgres.password");
}

async function prepareCluster(
  dataDir: string,
  existingDir: string,
  binaries: Binaries,
  user: SystemUser | undefined,
  isDurable: boolean,
): Promise<string> {
  const version = (await readFile(join(existingDir, "PG_VERSION"), "utf8").catch(() => undefined))?.trim();
  if (version === undefined) {
    const clusterDir = await chooseClusterDirectory(dataDir, user);
    await createCluster(binaries, clusterDir, getPasswordPath(dataDir), user, isDurable);
    return clusterDir;
  }
  if (Number(version) !== binaries.major) {
    throw new Error(
      `The database in ${existingDir} was created by PostgreSQL ${version}, but this version of Souk includes ${binaries.major}. Start the previous version of Souk, create a backup, and restore it into a new data directory.`,
    );
  }
  const storedPassword = await readFile(getPasswordPath(dataDir), "utf8").catch(() => undefined);
  if (!storedPassword)
    await resetPassword(binaries, existingDir, await ensurePassword(getPasswordPath(dataDir)), user);
  return existingDir;
}

// The path of a Unix socket can have at most 107 bytes on Linux, and at most 103 bytes on other systems.
const maxSocketPathBytes = 103;
const port = 5432;

interface ServerAddress {
  /** The command-line arguments that make PostgreSQL listen at the address. */
  settings: string[];
  /** The part of the connection string after the password. */
  urlEnd: string;
}

/** Choose a Unix socket in the cluster's directory or, if its path would be too long, a free TCP port of this machine. */
async function chooseAddress(clusterDir: string): Promise<ServerAddress> {
  if (Buffer.byteLength(join(clusterDir, `.s.PGSQL.${port}`)) <= maxSocketPathBytes) {
    const settings = ["-c", "listen_addresses=", "-k", clusterDir, "-p", String(port)];
    return { settings, urlEnd: `/${roleName}?host=${encodeURIComponent(clusterDir)}&port=${port}` };
  }
  const freePort = await findFreePort();
  const settings = ["-c", "listen_addresses=127.0.0.1", "-k", "", "-p", String(freePort)];
  return { settings, urlEnd: `127.0.0.1:${freePort}/${roleName}` };
}

async function findFreePort(): Promise<number> {
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
