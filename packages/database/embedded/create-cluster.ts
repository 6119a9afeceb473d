import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Binaries } from "./binaries.ts";
import type { SystemUser } from "./system-user.ts";

/** The role that Souk connects as, and its database. No superuser: nothing needs more than an operator's own database gives. */
export const roleName = "souk";

/**
 * Makes a new cluster with the role and database of Souk. It appears at its place whole or not at all.
 * @param passwordFile where the role's password is kept; made when absent
 * @param durable whether its files must be on disk when this resolves
 */
export async function createCluster(
  binaries: Binaries,
  clusterDir: string,
  passwordFile: string,
  user: SystemUser | undefined,
  durable: boolean,
): Promise<void> {
  const draft = `${clusterDir}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  if (user) await chown(draft, user.uid, user.gid);
  const initdb = join(binaries.native, "bin", "initdb");
  const how = [
    "-D",
    draft,
    "-U",
    "postgres",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--data-checksums",
    "--no-instructions",
  ];
  await promisify(execFile)(initdb, [...how, ...locale(binaries), ...(durable ? [] : ["--no-sync"])], {
    ...user,
    cwd: draft,
    env: {},
  });
  await writeFile(join(draft, "pg_hba.conf"), whoMayConnect);
  const password = await keptPassword(passwordFile);
  await runAlone(binaries, draft, user, [
    "create extension if not exists pg_stat_statements",
    `create role ${roleName} login createdb in role pg_monitor password '${password}'`,
    `create database ${roleName} owner ${roleName}`,
  ]);
  await rename(draft, clusterDir);
}

// The superuser never connects: what needs him is done while PostgreSQL runs alone.
const whoMayConnect = `# Written by Souk when the cluster was made.
local all ${roleName} scram-sha-256
host  all ${roleName} 127.0.0.1/32 scram-sha-256
`;

// The same order and case rules on every machine: by code point, whatever the system's locales.
function locale(binaries: Binaries): string[] {
  return binaries.major >= 17
    ? ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    : ["--locale=C", "--lc-ctype=C.UTF-8"];
}

/** The role's password, made and kept when the file is not there. */
export async function keptPassword(passwordFile: string): Promise<string> {
  const kept = await readFile(passwordFile, "utf8").catch(() => undefined);
  if (kept) return kept.trim();
  const password = randomBytes(24).toString("base64url");
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  return password;
}

/** Gives the role a password anew: the file with the old one was lost. */
export async function resetPassword(
  binaries: Binaries,
  clusterDir: string,
  password: string,
  user: SystemUser | undefined,
): Promise<void> {
  await runAlone(binaries, clusterDir, user, [`alter role ${roleName} password '${password}'`]);
}

// PostgreSQL as a single process that reads statements, one a line, before anybody can connect.
async function runAlone(
  binaries: Binaries,
  clusterDir: string,
  user: SystemUser | undefined,
  statements: string[],
): Promise<void> {
  const child = spawn(
    join(binaries.native, "bin", "postgres"),
    ["--single", "-D", clusterDir, "-c", "exit_on_error=true", "-c", "log_checkpoints=off", "template1"],
    {
      ...user,
      cwd: clusterDir,
      env: {},
      stdio: ["pipe", "ignore", "pipe"],
    },
  );
  let complaint = "";
  child.stderr.on("data", (data: Buffer) => {
    complaint += data.toString();
  });
  child.stdin.end(`${statements.join("\n")}\n`);
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`The new database could not be set up: ${complaint.trim()}`);
}
