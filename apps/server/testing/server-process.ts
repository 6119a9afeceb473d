import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { type ConnectedClient, eventually, freePort, httpClient } from "@souk/testkit";
import { type Ready, readReadyFile } from "../ready-file.ts";
import type { OrdinaryUser } from "./ordinary-user.ts";

export interface ServerSettings {
  dataDir: string;
  /** Variables of Souk, and NODE_OPTIONS. */
  env?: Readonly<Record<string, string>>;
  args?: readonly string[];
  /** As whom and from where it runs; as the test itself when left out. */
  user?: OrdinaryUser;
}

/** A server in a process of its own. */
export interface ServerProcess {
  child: ChildProcess;
  port: number;
  output: { stdout: string; stderr: string };
  /** Resolves with the exit code when it has ended; a signal counts as none. */
  ended: Promise<number | null>;
}

/** A server process that takes requests. */
export interface ReadyServer extends ServerProcess {
  ready: Ready;
  client: ConnectedClient;
  /** Asks it to end, and waits until it has. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

const root = join(import.meta.dirname, "../../..");

/** Production makes no demo shop, which takes seconds. */
function quick(port: number): Record<string, string> {
  return {
    SOUK_MODE: "production",
    SOUK_PUBLIC_URL: `http://souk.localhost:${port}`,
    SOUK_DEMO_APP: "off",
  };
}

/**
 * Starts the server's main file on a free port of 127.0.0.1, with nothing of the test's own environment. It ends with the
 * test at the latest.
 */
export async function spawnServer(t: TestContext, settings: ServerSettings): Promise<ServerProcess> {
  const { dataDir, env = {}, args = [], user } = settings;
  const tree = user?.tree ?? root;
  const port = Number(env["SOUK_PORT"] ?? (await freePort()));
  const child = spawn(user?.node ?? process.execPath, [join(tree, "apps/server/main.ts"), ...args], {
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
    cwd: tree,
    env: { ...quick(port), SOUK_DATA_DIR: dataDir, SOUK_PORT: String(port), SOUK_HOST: "127.0.0.1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  const ended = once(child, "close").then(([code]) => code as number | null);
  t.after(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  return { child, port, output, ended };
}

const longestStartMs = 240_000;

/** Starts a server and waits until it says that it is ready. */
export async function startServerProcess(t: TestContext, settings: ServerSettings): Promise<ReadyServer> {
  const server = await spawnServer(t, settings);
  const { child, port, output, ended } = server;
  const readIt = async (): Promise<Ready | undefined> => {
    if (child.exitCode !== null) return undefined;
    const ready = await readReadyFile(settings.dataDir).catch(() => undefined);
    return ready?.pid === child.pid ? ready : undefined;
  };
  const ready = await Promise.race([
    eventually(readIt, { within: longestStartMs }),
    ended.then((code) => {
      throw new Error(`The server ended with ${code} before it was ready: ${output.stderr}`);
    }),
  ]);
  const client = httpClient({ host: "127.0.0.1", port });
  t.after(client.stop);
  return {
    ...server,
    ready,
    client,
    end: (signal = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
  };
}
