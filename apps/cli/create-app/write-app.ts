import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { CliError } from "../cli-error.ts";
import type { NewApp } from "./new-app.ts";
import type { Credentials } from "./register-on-platform.ts";

const template = join(import.meta.dirname, "../template");
const packSdk = resolve(import.meta.dirname, "../../../tools/pack-sdk.ts");

/** What the template has in place of an app's own, each a value that works as it stands. */
const ofTemplate = {
  name: "My Souk App",
  packageName: "my-souk-app",
  port: "4200",
  suffix: ".souk.localhost",
};

/**
 * Refuses a folder that has something in it.
 * @throws CliError
 */
export async function refuseUsedFolder(folder: string): Promise<void> {
  const inside = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new CliError(`${folder} cannot be used: ${error.message}.`, { cause: error });
  });
  if (inside.length > 0)
    throw new CliError(`${folder} is not empty; name a folder that is, or is not there yet.`);
}

/** Writes the files of an app, the SDK it stands on, and, with credentials, the `.env` it runs with. */
export async function writeApp(app: NewApp, credentials: Credentials | null): Promise<void> {
  const { folder } = app;
  await mkdir(folder, { recursive: true });
  // First: a secret that was just shown is shown to nobody again, whatever becomes of the rest.
  if (credentials !== null)
    await writeFile(join(folder, ".env"), settings(app, credentials), { mode: 0o600 });
  await mkdir(join(folder, "vendor"), { recursive: true });
  const tarball = await vendorSdk(join(folder, "vendor"));
  const files = (await readdir(template, { withFileTypes: true })).filter((entry) => entry.isFile());
  for (const { name } of files) {
    const text = await readFile(join(template, name), "utf8");
    await writeFile(join(folder, name), filled(text, app).replace(/souk-app-sdk-[\d.]+\.tgz/, tarball));
  }
}

/** The SDK is packed from this checkout into the app's own folder. @returns the file's name */
async function vendorSdk(folder: string): Promise<string> {
  try {
    await promisify(execFile)(process.execPath, [packSdk, "--into", folder]);
  } catch (error) {
    throw new CliError("The SDK could not be packed; npm run pack:sdk says why.", { cause: error });
  }
  const [name] = await readdir(folder);
  if (name === undefined) throw new Error("pack-sdk has written nothing.");
  return name;
}

function filled(text: string, { name, packageName, port, storeDomainSuffix }: NewApp): string {
  return text
    .replaceAll(ofTemplate.name, name)
    .replaceAll(ofTemplate.packageName, packageName)
    .replaceAll(ofTemplate.port, String(port))
    .replaceAll(`SUFFIX=${ofTemplate.suffix}`, `SUFFIX=${storeDomainSuffix}`);
}

function settings({ app_url, storeDomainSuffix, port }: NewApp, credentials: Credentials): string {
  const lines = {
    SOUK_CLIENT_ID: credentials.client_id,
    SOUK_CLIENT_SECRET: credentials.client_secret,
    SOUK_APP_URL: app_url,
    SOUK_STORE_DOMAIN_SUFFIX: storeDomainSuffix,
    PORT: port,
  };
  return Object.entries(lines)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}
