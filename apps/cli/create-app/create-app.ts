import { resolve } from "node:path";
import { CliError } from "../cli-error.ts";
import type { Command, Terminal } from "../command.ts";
import type { CliConfig } from "../config.ts";
import { readOptions } from "../read-options.ts";
import { readPassword } from "../read-password.ts";
import { findReadyServer } from "../ready-server.ts";
import { type NewApp, newApp } from "./new-app.ts";
import { type Credentials, registerOnPlatform } from "./register-on-platform.ts";
import { refuseUsedFolder, writeApp } from "./write-app.ts";

const text = { type: "string" } as const;
const options = {
  name: text,
  port: text,
  platform: text,
  "client-id": text,
  register: { type: "boolean" },
  email: text,
} as const;

/** The partner of a development server's demo, which everybody knows. */
const demoPartner = { email: "partner@demo.test", password: "souk-demo" };

/** Writes a TypeScript app that works, and registers it if asked to. */
export const createApp: Command = {
  words: "create-app",
  takes:
    "<folder> [--name <name>] [--port <port>] [--platform <partners' address>] [--register [--email <address>] | --client-id <id>]",
  summary:
    "Writes an app in TypeScript into a new folder. --register registers it, on a development server as the demo's partner; otherwise as --email, with the password in SOUK_PASSWORD or as typed. --client-id names one that is registered, with its secret in SOUK_CLIENT_SECRET.",
  run: async (args, config, terminal) => {
    const [folder, ...rest] = args;
    if (folder === undefined || folder.startsWith("-"))
      throw new CliError("Say where the app goes: create-app my-souk-app.");
    const given = readOptions(rest, options);
    const app = newApp({
      folder: resolve(config.calledFrom, folder),
      name: given.name,
      port: given.port,
      platform: given.platform ?? (await partnersAddress(config)),
    });
    await refuseUsedFolder(app.folder);
    const credentials = await credentialsOf(app, given, { config, terminal });
    await writeApp(app, credentials);
    terminal.output.write(nextSteps(app, folder, credentials));
    return 0;
  },
};

/** The partner dashboard of the server of this machine, or where one would be. */
async function partnersAddress({ dataDir }: CliConfig): Promise<string> {
  const ready = await findReadyServer(dataDir);
  return ready?.addresses.partners ?? "http://partners.souk.localhost:4000";
}

interface Given {
  "client-id"?: string | undefined;
  register?: boolean | undefined;
  email?: string | undefined;
}

async function credentialsOf(
  app: NewApp,
  { "client-id": client_id, register = false, email }: Given,
  { config, terminal }: { config: CliConfig; terminal: Terminal },
): Promise<Credentials | null> {
  if (register && client_id !== undefined)
    throw new CliError("Either --register or --client-id: an app is registered once.");
  if (client_id !== undefined) return { client_id, client_secret: secretOf(config) };
  if (!register) return null;
  const known = config.password ?? (email === undefined ? demoPartner.password : undefined);
  const who = email ?? demoPartner.email;
  return registerOnPlatform(app, {
    email: who,
    password: known ?? (await readPassword(terminal, who, { twice: false })),
  });
}

// Not an option: whatever stands on a command line can be read by everybody on the machine.
function secretOf({ clientSecret }: CliConfig): string {
  if (clientSecret !== undefined) return clientSecret;
  throw new CliError("--client-id goes with the app's secret in SOUK_CLIENT_SECRET of the environment.");
}

function nextSteps(
  { name, folder, platform }: NewApp,
  typed: string,
  credentials: Credentials | null,
): string {
  const next = [`cd ${typed}`, "npm install", "npm run dev"].map((line) => `  ${line}\n`).join("");
  const admin = platform.origin.replace("//partners.", "//admin.");
  const then = credentials
    ? `Then install it in a shop: ${admin}/apps/install/${credentials.client_id}\n`
    : `Before it runs, register it at ${platform.origin} and write what you are shown into .env (.env.example says how).\n`;
  return `${name} is in ${folder}. Next:\n\n${next}\n${then}`;
}
