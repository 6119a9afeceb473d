import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, open, readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TemplateDatabase } from "@souk/database";
import { type KeeperAddress, keeperAddress } from "./keeper-address.ts";

let shared: Promise<TemplateDatabase> | undefined;

/**
 * Return the template database of this run of tests, on a PostgreSQL that all test files share: the first one starts
 * it, and it stops some seconds after the last one has ended.
 */
export function sharedTemplate(): Promise<TemplateDatabase> {
  shared ??= visitKeeper();
  return shared;
}

const longestStartMs = 240_000;

async function visitKeeper(): Promise<TemplateDatabase> {
  const address = await keeperAddress();
  const end = performance.now() + longestStartMs;
  let keeper: ChildProcess | undefined;
  while (performance.now() < end) {
    const template = await askTemplate(address);
    if (template) return template;
    // One that found the directory taken, perhaps by a keeper about to leave, has ended.
    if (!keeper || keeper.exitCode !== null) keeper = await startKeeper(address);
    if (keeper.exitCode !== null && keeper.exitCode > 0) break;
    await sleep(50);
  }
  const said = await readFile(address.log, "utf8").catch(() => "");
  throw new Error(`The PostgreSQL of the tests did not start: ${said.trim() || "it said nothing."}`);
}

async function startKeeper({ folder, log }: KeeperAddress): Promise<ChildProcess> {
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
 * Request the template from the keeper; the connection stays for the life of this process, which is how the keeper
 * knows of it.
 */
function askTemplate({ socket: path }: KeeperAddress): Promise<TemplateDatabase | undefined> {
  return new Promise((resolve) => {
    let text = "";
    const socket: Socket = connect(path);
    const fail = (): void => resolve(undefined);
    socket.once("error", fail);
    socket.once("close", fail);
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      if (!text.endsWith("\n")) return;
      socket.unref();
      resolve(JSON.parse(text) as TemplateDatabase);
    });
  });
}
