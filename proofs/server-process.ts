import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { findRunningPostgres, openDatabase, startEmbeddedPostgres } from "@souk/database";
import { type Addresses, createAddresses } from "@souk/platform";
import { browser, eventually, freePort, httpClient, type ReachedPlatform, silentLog } from "@souk/testkit";

const main = resolve(import.meta.dirname, "../apps/server/main.ts");
const longestStartMs = 240_000;

/** How a process ended. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ServerProcessOptions {
  /** The program run in place of the real server. It gets messages over its channel. */
  program?: string;
  /** An existing folder for its data; when left out, one of its own, removed in the end. */
  dataDir?: string;
  /** A PostgreSQL that the caller runs; the embedded one when left out. */
  databaseUrl?: string;
  /** The tasks of the process, beside others on the same PostgreSQL: everything when left out. */
  only?: "api" | "delivery";
}

/** The real server, `node apps/server/main.ts`, with a data directory of its own on disk, PostgreSQL embedded and fsync on. */
export interface ServerProcess extends ReachedPlatform {
  dataDir: string;
  /** Start the server, for the first time or again. @returns how long it took until it was ready, in ms */
  start(): Promise<number>;
  /**
   * Kill the server with SIGKILL. PostgreSQL keeps running, as it does when a machine's operator or its kernel kills
   * the server.
   */
  kill(): Promise<void>;
  signal(name: NodeJS.Signals): Promise<Ended>;
  /** Send a message to a program that runs in place of the server. */
  send(message: object): void;
  /** Wait for the end of the process, whatever its cause. */
  ended(): Promise<Ended>;
  isRunning(): boolean;
  /** Return the end of its output. */
  output(): string;
  /** Count how often it has printed a text. */
  printed(text: string): number;
  /** Query its database: the embedded one while the server does not run. */
  inspect<T>(look: Look<T>): Promise<T>;
  /** Query its database in parallel, while it runs, as its role. */
  beside<T>(look: Look<T>): Promise<T>;
  /** End it and the processes it left, and remove the data directory. */
  close(): Promise<void>;
}

export async function serverProcess(options: ServerProcessOptions = {}): Promise<ServerProcess> {
  const { program, databaseUrl = "" } = options;
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "souk-proof-")));
  const port = await freePort();
  const addresses = createAddresses({ scheme: "http", domain: "souk.localhost", port });
  const client = httpClient({ host: "127.0.0.1", port });
  let child: ChildProcess | undefined;
  let ended: Promise<Ended> | undefined;
  let output = "";

  function run(): ChildProcess {
    const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env;
    const only = options.only ? ["--only", options.only] : [];
    const running = spawn(process.execPath, [program ?? main, ...only], {
      env: { ...env, ...settings(dataDir, port), DATABASE_URL: databaseUrl },
      stdio: ["ignore", "pipe", "pipe", ...(program ? ["ipc" as const] : [])],
    });
    for (const stream of [running.stdout, running.stderr])
      stream?.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    ended = new Promise((settle) => {
      running.once("exit", (code, signal) => {
        child = undefined;
        settle({ code, signal });
      });
    });
    return running;
  }

  async function signal(name: NodeJS.Signals): Promise<Ended> {
    child?.kill(name);
    return (await ended) ?? { code: null, signal: null };
  }

  return {
    dataDir,
    addresses,
    request: client.request,
    browser: () => browser(client.request, ({ hostname }) => isOwn(hostname, addresses)),
    start: async () => {
      const begin = performance.now();
      child = run();
      const { pid } = child;
      await eventually(
        async () => {
          if (child === undefined) return true;
          const ready = JSON.parse(await readFile(join(dataDir, "ready.json"), "utf8")) as { pid: number };
          return ready.pid === pid;
        },
        { within: longestStartMs },
      );
      if (child === undefined) throw new Error(`The server did not start: ${output.slice(-3_000)}`);
      return performance.now() - begin;
    },
    kill: async () => void (await signal("SIGKILL")),
    signal,
    send: (message) => void child?.send(message),
    ended: async () => (await ended) ?? { code: null, signal: null },
    isRunning: () => child !== undefined,
    output: () => output.slice(-3_000),
    printed: (text) => output.split(text).length - 1,
    inspect: (look) => (databaseUrl === "" ? inspectEmbedded(dataDir, look) : inspect(databaseUrl, look)),
    beside: async (look) => {
      const connection = databaseUrl === "" ? await findRunningPostgres(dataDir) : databaseUrl;
      if (connection === undefined) throw new Error("PostgreSQL does not run.");
      return inspect(connection, look);
    },
    close: async () => {
      client.stop();
      if (child) await signal("SIGKILL");
      // A killed server leaves its PostgreSQL behind; whoever opens the directory next stops it.
      if (databaseUrl === "") await inspectEmbedded(dataDir, async () => undefined);
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function settings(dataDir: string, port: number): Record<string, string> {
  return {
    SOUK_MODE: "development",
    SOUK_PORT: String(port),
    SOUK_HOST: "127.0.0.1",
    SOUK_DOMAIN: "",
    SOUK_PUBLIC_URL: "",
    SOUK_DEMO_APP: "off",
    SOUK_DATA_DIR: dataDir,
    // Processes on one PostgreSQL must have the same.
    SOUK_SECRET_KEY: "5a".repeat(32),
    SOUK_RATE_LIMIT_BUCKET: "1000000",
    SOUK_RATE_LIMIT_REFILL: "1000000",
  };
}

/** Return whether a hostname is the platform's own. */
export function isOwn(hostname: string, { domain }: Addresses): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`);
}

type Look<T> = (database: ReturnType<typeof openDatabase>) => Promise<T>;

async function inspect<T>(connection: string, look: Look<T>): Promise<T> {
  const database = openDatabase({ connection, log: silentLog });
  return await look(database).finally(() => database.close());
}

async function inspectEmbedded<T>(dataDir: string, look: Look<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog });
  return await inspect(postgres.connectionString, look).finally(() => postgres.stop());
}
