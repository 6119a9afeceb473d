import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { CliError } from "../cli-error.ts";
import type { NewApp } from "./new-app.ts";
import type { Credentials } from "./register-on-platform.ts";

const templateFolder = join(import.meta.dirname, "../template");
const packSdkPath = resolve(import.meta.dirname, "../../../tools/pack-sdk.ts");

/** The values in the template that are replaced with the app's values. */
const templateValues = {
  name: "My Souk App",
  packageName: "my-souk-app",
  port: "4200",
  suffix: ".souk.localhost",
};

/**
 * Check that a folder is empty or does not exist.
 * @throws CliError if the folder is not empty or cannot be read
 */
export async function assertFolderIsFree(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new CliError(`${folder} cannot be used: ${error.message}.`, { cause: error });
  });
  if (entries.length > 0) throw new CliError(`${folder} is not empty. Choose an empty or new folder.`);
}

/** Write the app's files and the SDK into the app's folder. If there are credentials, also write the app's `.env`. */
export async function writeApp(app: NewApp, credentials: Credentials | null): Promise<void> {
  const { folder } = app;
  await mkdir(folder, { recursive: true });
  // The credentials are written first, because the platform does not show the secret again if a later step fails.
  if (credentials !== null)
    await writeFile(join(folder, ".env"), formatSettings(app, credentials), { mode: 0o600 });
  await mkdir(join(folder, "vendor"), { recursive: true });
  const tarball = await vendorSdk(join(folder, "vendor"));
  const files = (await readdir(templateFolder, { withFileTypes: true })).filter((entry) => entry.isFile());
  for (const { name } of files) {
    const text = await readFile(join(templateFolder, name), "utf8");
    await writeFile(join(folder, name), fillTemplate(text, app).replace(/souk-app-sdk-[\d.]+\.tgz/, tarball));
  }
}

/** Pack the SDK of this working copy into a folder of the app. @returns the name of the package file */
async function vendorSdk(folder: string): Promise<string> {
  try {
    await promisify(execFile)(process.execPath, [packSdkPath, "--into", folder]);
  } catch (error) {
    throw new CliError("The SDK could not be packed. Run npm run pack:sdk to see why.", { cause: error });
  }
  const [name] = await readdir(folder);
  if (name === undefined) throw new Error("pack-sdk did not write a package.");
  return name;
}

function fillTemplate(text: string, { name, packageName, port, storeDomainSuffix }: NewApp): string {
  return text
    .replaceAll(templateValues.name, name)
    .replaceAll(templateValues.packageName, packageName)
    .replaceAll(templateValues.port, String(port))
    .replaceAll(`SUFFIX=${templateValues.suffix}`, `SUFFIX=${storeDomainSuffix}`);
}

function formatSettings(
  { app_url, storeDomainSuffix, adminDomain, port }: NewApp,
  credentials: Credentials,
): string {
  const settings = {
    SOUK_CLIENT_ID: credentials.client_id,
    SOUK_CLIENT_SECRET: credentials.client_secret,
    SOUK_APP_URL: app_url,
    SOUK_STORE_DOMAIN_SUFFIX: storeDomainSuffix,
    ...(adminDomain === null ? {} : { SOUK_ADMIN_DOMAIN: adminDomain }),
    PORT: port,
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join("");
}
