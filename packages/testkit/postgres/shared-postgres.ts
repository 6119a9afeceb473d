import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, open, readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TemplateDatabase } from "@souk/database";
import { type KeeperSettings, loadKeeperSettings } from "./keeper-settings.ts";

let sharedTemplate: Promise<TemplateDatabase> | undefined;

/**
 * Return the template database on the PostgreSQL that all test files share. The first test file starts that PostgreSQL, and
 * it stops some seconds after the last test file has ended.
 */
export function getSharedTemplate(): Promise<TemplateDatabase> {
  sharedTemplate ??= requestTemplate();
  return sharedTemplate;
}

/** The maximum time in ms to wait for the template. */
const maxStartMs = 240_000;

async function requestTemplate(): Promise<TemplateDatabase> {
  const settings = await loadKeeperSettings();
  const end = performance.now() + maxStartMs;
  let keeper: ChildProcess | undefined;
  while (performance.now() < end) {
    const template = await receiveTemplate(settings);
    if (template) return template;
    // A keeper ends at once if another keeper uses the directory. That other keeper may be about to end, so a new one is started.
    if (!keeper || keeper.exitCode !== null) keeper = await startKeeper(settings);
    if (keeper.exitCode !== null && keeper.exitCode > 0) break;
    await sleep(50);
  }
  const log = await readFile(settings.log, "utf8").catch(() => "");
  throw new Error(`The PostgreSQL of the tests did not start: ${log.trim() || "its log is empty."}`);
}

async function startKeeper({ folder, log }: KeeperSettings): Promise<ChildProcess> {
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const output = await open(log, "w", 0o600);
  const { NODE_TEST_CONTEXT: _, NODE_OPTIONS: __, ...env } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, "keeper.ts")], {
    detached: true,
    env,
    stdio: ["ignore", output.fd, output.fd],
  });
  child.unref();
  await output.close();
  return child;
}

/**
 * Connect to the keeper and receive the template. The connection stays open until this process ends, so that the keeper
 * knows that the process is running. Returns undefined if no keeper is listening.
 */
function receiveTemplate({ socket: path }: KeeperSettings): Promise<TemplateDatabase | undefined> {
  return new Promise((resolve) => {
    let text = "";
    const socket: Socket = connect(path);
    const fail = (): void => resolve(undefined);
    socket.once("error", fail);
    socket.once("close", fail);
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (!text.endsWith("\n")) return;
      socket.unref();
      resolve(JSON.parse(text) as TemplateDatabase);
    });
  });
}
