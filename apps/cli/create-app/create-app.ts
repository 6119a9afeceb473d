import { resolve } from "node:path";
import { CliError } from "../cli-error.ts";
import type { Command, Terminal } from "../command.ts";
import type { CliConfig } from "../config.ts";
import { readOptions } from "../read-options.ts";
import { readPassword } from "../read-password.ts";
import { findReadyServer } from "../ready-server.ts";
import { buildNewApp, type NewApp } from "./new-app.ts";
import { type Credentials, registerOnPlatform } from "./register-on-platform.ts";
import { assertFolderIsFree, writeApp } from "./write-app.ts";

const textOption = { type: "string" } as const;
const options = {
  name: textOption,
  port: textOption,
  platform: textOption,
  "store-domain": textOption,
  "client-id": textOption,
  register: { type: "boolean" },
  email: textOption,
} as const;

/** The account of a development server's demo partner. Its password is public. */
const demoPartner = { email: "partner@demo.test", password: "souk-demo" };

/** The command that creates a working TypeScript app, and registers it if `--register` is set. */
export const createApp: Command = {
  words: "create-app",
  usage:
    "<folder> [--name <name>] [--port <port>] [--platform <dashboard URL> [--store-domain <domain>]] [--register [--email <address>] | --client-id <id>]",
  summary:
    "Creates a TypeScript app in a new folder. --register registers it: on a development server as the demo partner, otherwise as --email, with the password from SOUK_PASSWORD or a prompt. --client-id uses an app that is already registered, with its secret in SOUK_CLIENT_SECRET.",
  run: async (args, config, terminal) => {
    const [folder, ...optionArgs] = args;
    if (folder === undefined || folder.startsWith("-"))
      throw new CliError("Missing folder name. Example: create-app my-souk-app");
    const parsedOptions = readOptions(optionArgs, options);
    const app = buildNewApp({
      folder: resolve(config.calledFrom, folder),
      name: parsedOptions.name,
      port: parsedOptions.port,
      ...(await resolvePlatform(parsedOptions, config)),
    });
    await assertFolderIsFree(app.folder);
    const credentials = await resolveCredentials(app, parsedOptions, { config, terminal });
    await writeApp(app, credentials);
    terminal.output.write(formatNextSteps(app, folder, credentials));
    return 0;
  },
};

/**
 * Return the URL of the partner dashboard and the domain of the stores, from the options or from the server on this machine. If no
 * server is running, return the default URL.
 */
async function resolvePlatform(
  {
    platform,
    "store-domain": storeDomain,
  }: { platform?: string | undefined; "store-domain"?: string | undefined },
  { dataDir }: CliConfig,
): Promise<{ platform: string; storeDomain: string | undefined }> {
  if (platform !== undefined) return { platform, storeDomain };
  const addresses = (await findReadyServer(dataDir))?.addresses;
  return {
    platform: addresses?.partners ?? "http://partners.souk.localhost:4000",
    storeDomain: storeDomain ?? addresses?.store.replace(/^https?:\/\/\{handle\}\./, "").replace(/:\d+$/, ""),
  };
}

interface CreateAppOptions {
  "client-id"?: string | undefined;
  register?: boolean | undefined;
  email?: string | undefined;
}

async function resolveCredentials(
  app: NewApp,
  { "client-id": client_id, register = false, email }: CreateAppOptions,
  { config, terminal }: { config: CliConfig; terminal: Terminal },
): Promise<Credentials | null> {
  if (register && client_id !== undefined)
    throw new CliError("Use either --register or --client-id, not both.");
  if (client_id !== undefined) return { client_id, client_secret: readSecret(config) };
  if (!register) return null;
  const configuredPassword = config.password ?? (email === undefined ? demoPartner.password : undefined);
  const accountEmail = email ?? demoPartner.email;
  return registerOnPlatform(app, {
    email: accountEmail,
    password: configuredPassword ?? (await readPassword(terminal, accountEmail, { mustRepeat: false })),
  });
}

// The secret is not an option of the command, because every user of the machine can read command lines.
function readSecret({ clientSecret }: CliConfig): string {
  if (clientSecret !== undefined) return clientSecret;
  throw new CliError("--client-id requires the app's secret in the environment variable SOUK_CLIENT_SECRET.");
}

function formatNextSteps(
  { name, folder, platform }: NewApp,
  folderArgument: string,
  credentials: Credentials | null,
): string {
  const commands = [`cd ${folderArgument}`, "npm install", "npm run dev"]
    .map((line) => `  ${line}\n`)
    .join("");
  const admin = platform.origin.replace("//partners.", "//admin.");
  const lastStep = credentials
    ? `Then install the app in a store: ${admin}/apps/install/${credentials.client_id}\n`
    : `Before you run the app, register it at ${platform.origin} and copy the credentials into .env (see .env.example).\n`;
  return `${name} is in ${folder}. Next:\n\n${commands}\n${lastStep}`;
}
