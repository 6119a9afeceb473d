import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { type ConnectedClient, createHttpClient, eventually, findFreePort } from "@souk/testkit";
import { type Ready, readReadyFile } from "../ready-file.ts";
import type { OrdinaryUser } from "./ordinary-user.ts";

export interface ServerSettings {
  dataDir: string;
  /** Environment variables of Souk, and NODE_OPTIONS. */
  env?: Readonly<Record<string, string>>;
  args?: readonly string[];
  /**
   * The user who runs the server, with a copy of the project that this user can read. Defaults to the user who runs the test,
   * and to this project.
   */
  user?: OrdinaryUser;
}

/** A server in its own process. */
export interface ServerProcess {
  child: ChildProcess;
  port: number;
  output: { stdout: string; stderr: string };
  /** A promise that resolves when the process has ended, with its exit code, or with null if a signal ended it. */
  exitPromise: Promise<number | null>;
}

/** A server process that accepts requests. */
export interface ReadyServer extends ServerProcess {
  ready: Ready;
  client: ConnectedClient;
  /** Send a signal to the process, and wait until it has ended. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

const root = join(import.meta.dirname, "../../..");

/** Build settings for a quick start: a server in production does not spend seconds on creating a demo store. */
function buildQuickSettings(port: number): Record<string, string> {
  return {
    SOUK_MODE: "production",
    // CI runs the tests as root.
    SOUK_ALLOW_ROOT: "1",
    SOUK_PUBLIC_URL: `http://souk.localhost:${port}`,
    SOUK_DEMO_APP: "off",
  };
}

/**
 * Start the server's main file on a free port of 127.0.0.1, without the environment variables of the test. The server is
 * stopped after the test.
 */
export async function spawnServer(t: TestContext, settings: ServerSettings): Promise<ServerProcess> {
  const { dataDir, env = {}, args = [], user } = settings;
  const tree = user?.tree ?? root;
  const port = Number(env["SOUK_PORT"] ?? (await findFreePort()));
  const child = spawn(user?.node ?? process.execPath, [join(tree, "apps/server/main.ts"), ...args], {
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
    cwd: tree,
    env: {
      ...buildQuickSettings(port),
      SOUK_DATA_DIR: dataDir,
      SOUK_PORT: String(port),
      SOUK_HOST: "127.0.0.1",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  const exitPromise = once(child, "close").then(([code]) => code as number | null);
  t.after(async () => {
    child.kill("SIGTERM");
    await exitPromise;
  });
  return { child, port, output, exitPromise };
}

const maxStartMs = 240_000;

/** Start a server and wait until it is ready. */
export async function startServerProcess(t: TestContext, settings: ServerSettings): Promise<ReadyServer> {
  const server = await spawnServer(t, settings);
  const { child, port, output, exitPromise } = server;
  const readReady = async (): Promise<Ready | undefined> => {
    if (child.exitCode !== null) return undefined;
    const ready = await readReadyFile(settings.dataDir).catch(() => undefined);
    return ready?.pid === child.pid ? ready : undefined;
  };
  const ready = await Promise.race([
    eventually(readReady, { timeoutMs: maxStartMs }),
    exitPromise.then((code) => {
      throw new Error(`The server ended with ${code} before it was ready: ${output.stderr}`);
    }),
  ]);
  const client = createHttpClient({ host: "127.0.0.1", port });
  t.after(client.stop);
  return {
    ...server,
    ready,
    client,
    end: (signal = "SIGTERM") => {
      child.kill(signal);
      return exitPromise;
    },
  };
}
