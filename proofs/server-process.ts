import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findRunningPostgres, openDatabase, startEmbeddedPostgres } from "@souk/database";
import { type Addresses, createAddresses } from "@souk/platform";
import {
  createBrowser,
  createHttpClient,
  eventually,
  findFreePort,
  type PlatformClient,
  silentLog,
} from "@souk/testkit";

const serverProgram = resolve(import.meta.dirname, "../apps/server/main.ts");
const startTimeoutMs = 240_000;

/** The exit code or signal with which a process ended. */
export interface ProcessEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ServerProcessOptions {
  /** A program to run instead of the real server. It receives the messages that `send` sends. */
  program?: string;
  /** An existing data directory; if omitted, a temporary one that `close` removes. */
  dataDir?: string;
  /** The URL of a PostgreSQL that the caller runs; if omitted, the server runs the embedded one. */
  databaseUrl?: string;
  /** Settings that differ from those of the other proofs, for example a rate limit. By default, no request reaches a rate limit. */
  settings?: Readonly<Record<string, string>>;
  /** The role of the process, if several run on one PostgreSQL; if omitted, it has all roles. */
  role?: "api" | "delivery";
}

/** The real server, `node apps/server/main.ts`, in a separate process, with durable commits. */
export interface ServerProcess extends PlatformClient {
  dataDir: string;
  /** Start the server and wait until it is ready. @returns the time this took, in ms */
  start(): Promise<number>;
  /** Kill the server with SIGKILL. PostgreSQL keeps running. */
  kill(): Promise<void>;
  /** Send a signal to the server and wait until the process has ended. */
  signal(name: NodeJS.Signals): Promise<ProcessEnd>;
  /** Send a message to a program that runs instead of the server. */
  send(message: object): void;
  /** Wait until the process has ended. */
  waitForEnd(): Promise<ProcessEnd>;
  isRunning(): boolean;
  /** Return the last part of the server's output. */
  getOutput(): string;
  /** Count how often the server has printed a text. */
  countPrinted(text: string): number;
  /** Query the database while the server is stopped. This starts the embedded PostgreSQL if needed. */
  queryStopped<T>(query: DatabaseQuery<T>): Promise<T>;
  /** Query the database while the server is running, with the server's database user. */
  queryWhileRunning<T>(query: DatabaseQuery<T>): Promise<T>;
  /** End the server and its PostgreSQL, and remove a temporary data directory. */
  close(): Promise<void>;
}

/** Create a server process, without starting it. */
export async function createServerProcess(options: ServerProcessOptions = {}): Promise<ServerProcess> {
  const { program, databaseUrl = "" } = options;
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "souk-proof-")));
  const port = await findFreePort();
  const addresses = createAddresses({ scheme: "http", domain: "souk.localhost", port });
  const client = createHttpClient({ host: "127.0.0.1", port });
  let child: ChildProcess | undefined;
  let endPromise: Promise<ProcessEnd> | undefined;
  let output = "";

  function spawnServer(): ChildProcess {
    const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env;
    const roleArgs = options.role ? ["--only", options.role] : [];
    const serverProcess = spawn(process.execPath, [program ?? serverProgram, ...roleArgs], {
      env: { ...env, ...buildSettings(dataDir, port), ...options.settings, DATABASE_URL: databaseUrl },
      stdio: ["ignore", "pipe", "pipe", ...(program ? ["ipc" as const] : [])],
    });
    for (const stream of [serverProcess.stdout, serverProcess.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    endPromise = new Promise((resolveEnd) => {
      serverProcess.once("exit", (code, signal) => {
        child = undefined;
        resolveEnd({ code, signal });
      });
    });
    return serverProcess;
  }

  async function signal(name: NodeJS.Signals): Promise<ProcessEnd> {
    child?.kill(name);
    return (await endPromise) ?? { code: null, signal: null };
  }

  return {
    dataDir,
    addresses,
    request: client.request,
    browser: () => createBrowser(client.request, ({ hostname }) => isPlatformHost(hostname, addresses)),
    start: async () => {
      const startedAt = performance.now();
      child = spawnServer();
      const { pid } = child;
      await eventually(
        async () => {
          if (child === undefined) return true;
          const ready = JSON.parse(await readFile(join(dataDir, "ready.json"), "utf8")) as { pid: number };
          return ready.pid === pid;
        },
        { timeoutMs: startTimeoutMs },
      );
      if (child === undefined) throw new Error(`The server did not start: ${output.slice(-3_000)}`);
      return performance.now() - startedAt;
    },
    kill: async () => void (await signal("SIGKILL")),
    signal,
    send: (message) => void child?.send(message),
    waitForEnd: async () => (await endPromise) ?? { code: null, signal: null },
    isRunning: () => child !== undefined,
    getOutput: () => output.slice(-3_000),
    countPrinted: (text) => output.split(text).length - 1,
    queryStopped: (query) =>
      databaseUrl === "" ? queryEmbedded(dataDir, query) : queryDatabase(databaseUrl, query),
    queryWhileRunning: async (query) => {
      const connection = databaseUrl === "" ? await findRunningPostgres(dataDir) : databaseUrl;
      if (connection === undefined) throw new Error("PostgreSQL is not running.");
      return queryDatabase(connection, query);
    },
    close: async () => {
      client.stop();
      if (child) await signal("SIGKILL");
      // A killed server leaves its PostgreSQL running. `queryEmbedded` takes over that PostgreSQL and stops it.
      if (databaseUrl === "") await queryEmbedded(dataDir, async () => undefined);
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function buildSettings(dataDir: string, port: number): Record<string, string> {
  return {
    SOUK_MODE: "development",
    SOUK_PORT: String(port),
    SOUK_HOST: "127.0.0.1",
    SOUK_DOMAIN: "",
    SOUK_PUBLIC_URL: "",
    SOUK_DEMO_APP: "off",
    SOUK_DATA_DIR: dataDir,
    // All processes on one PostgreSQL must have the same key.
    SOUK_SECRET_KEY: "5a".repeat(32),
    SOUK_RATE_LIMIT_BUCKET: "1000000",
    SOUK_RATE_LIMIT_REFILL: "1000000",
  };
}

/** Return whether a hostname belongs to the platform. */
export function isPlatformHost(hostname: string, { domain }: Addresses): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`);
}

type DatabaseQuery<T> = (database: ReturnType<typeof openDatabase>) => Promise<T>;

async function queryDatabase<T>(connection: string, query: DatabaseQuery<T>): Promise<T> {
  const database = openDatabase({ connection, log: silentLog });
  return await query(database).finally(() => database.close());
}

async function queryEmbedded<T>(dataDir: string, query: DatabaseQuery<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog });
  return await queryDatabase(postgres.connectionString, query).finally(() => postgres.stop());
}
