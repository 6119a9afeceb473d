import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Binaries } from "./binaries.ts";
import type { SystemUser } from "./system-user.ts";

/**
 * The name of the role that Souk connects as, and of its database. The role is not a superuser.
 */
export const roleName = "souk";

/**
 * Create a new cluster with Souk's role and database, completely or not at all.
 * @param passwordFile the file with the role's password, which is created if it is missing
 * @param user the user who runs PostgreSQL; `undefined` for the user of this process
 * @param isDurable whether the files must be on disk when the promise resolves
 */
export async function createCluster(
  binaries: Binaries,
  clusterDir: string,
  passwordFile: string,
  user: SystemUser | undefined,
  isDurable: boolean,
): Promise<void> {
  const newDir = `${clusterDir}.new`;
  await rm(newDir, { recursive: true, force: true });
  await mkdir(newDir, { mode: 0o700 });
  if (user) await chown(newDir, user.uid, user.gid);
  const initdb = join(binaries.native, "bin", "initdb");
  const initdbArguments = [
    "-D",
    newDir,
    "-U",
    "postgres",
    "-A",
    "trust",
    "-E",
    "UTF8",
    "--data-checksums",
    "--no-instructions",
  ];
  await promisify(execFile)(
    initdb,
    [...initdbArguments, ...buildLocaleArguments(binaries), ...(isDurable ? [] : ["--no-sync"])],
    {
      ...user,
      cwd: newDir,
      env: {},
    },
  );
  await writeFile(join(newDir, "pg_hba.conf"), hbaRules);
  const password = await ensurePassword(passwordFile);
  await runSingleUser({ binaries, clusterDir: newDir, user, purpose: "set up the new database" }, [
    "create extension if not exists pg_stat_statements",
    `create role ${roleName} login createdb in role pg_monitor password '${password}'`,
    `create database ${roleName} owner ${roleName}`,
  ]);
  await rename(newDir, clusterDir);
}

// The superuser cannot connect, so statements that need its rights run in single-user mode.
const hbaRules = `# Written by Souk when it created the cluster.
local all ${roleName} scram-sha-256
host  all ${roleName} 127.0.0.1/32 scram-sha-256
`;

// Rules for sorting and letter case are the same on every machine, independent of the system's locales.
function buildLocaleArguments(binaries: Binaries): string[] {
  return binaries.major >= 17
    ? ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
    : ["--locale=C", "--lc-ctype=C.UTF-8"];
}

/** Return the role's password. If its file is missing, create and store a password. */
export async function ensurePassword(passwordFile: string): Promise<string> {
  const storedPassword = await readFile(passwordFile, "utf8").catch(() => undefined);
  if (storedPassword) return storedPassword.trim();
  const password = randomBytes(24).toString("base64url");
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
  return password;
}

/** Set a new password for the role after its password file was lost. */
export async function resetPassword(
  binaries: Binaries,
  clusterDir: string,
  password: string,
  user: SystemUser | undefined,
): Promise<void> {
  const purpose = "set a new password for its role";
  await runSingleUser({ binaries, clusterDir, user, purpose }, [
    `alter role ${roleName} password '${password}'`,
  ]);
}

// Run statements in PostgreSQL's single-user mode, which reads one statement per line and accepts no connections.
async function runSingleUser(
  {
    binaries,
    clusterDir,
    user,
    purpose,
  }: { binaries: Binaries; clusterDir: string; user: SystemUser | undefined; purpose: string },
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
  let errorOutput = "";
  child.stderr.on("data", (data: Buffer) => {
    errorOutput += data.toString();
  });
  child.stdin.end(`${statements.join("\n")}\n`);
  const code = await new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  if (code !== 0) throw new Error(`PostgreSQL could not ${purpose}: ${errorOutput.trim()}`);
}
