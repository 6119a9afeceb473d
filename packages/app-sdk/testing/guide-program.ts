import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually, findFreePort, registerApp, type SeededApp, type TestPlatform } from "@souk/testkit";

/** The program of a guide, running in a separate process. */
export interface GuideProgram {
  url: string;
  registeredApp: SeededApp;
  /** The guide's text. */
  guide: string;
  /** Return what the program has printed to standard error. */
  getErrorOutput(): string;
  stop(): Promise<void>;
}

const sdkFolder = join(import.meta.dirname, "..");
const repositoryFolder = join(sdkFolder, "../..");

/**
 * Run the program of a guide unchanged, as an app that is registered at the test platform.
 * @param path the guide's file in the repository
 */
export async function startGuideProgram(platform: TestPlatform, path: string): Promise<GuideProgram> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const registeredApp = await registerApp(platform, url);
  const guide = await readFile(join(repositoryFolder, path), "utf8");
  const folder = await mkdtemp(join(tmpdir(), "souk-guide-"));
  await mkdir(join(folder, "node_modules/@souk"), { recursive: true });
  await symlink(sdkFolder, join(folder, "node_modules/@souk/app-sdk"));
  await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
  const programText =
    /^```ts file=app\.ts\n(.*?)^```$/ms.exec(guide)?.[1] ?? assert.fail("the guide has no program");
  await writeFile(join(folder, "app.ts"), programText);
  const program = spawn(process.execPath, ["app.ts"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "pipe"],
    env: {
      PORT: String(port),
      SOUK_CLIENT_ID: registeredApp.client_id,
      SOUK_CLIENT_SECRET: registeredApp.client_secret,
      SOUK_APP_URL: registeredApp.app_url,
      SOUK_REDIRECT_URL: registeredApp.redirection_url,
      SOUK_STORE_DOMAIN_SUFFIX: `.${platform.addresses.domain}`,
    },
  });
  let errorOutput = "";
  program.stderr.setEncoding("utf8").on("data", (text: string) => {
    errorOutput += text;
    process.stderr.write(text);
  });
  // Wait until the app responds. No app has a page at this path, so any error status means that the app listens.
  await eventually(async () => (await fetch(`${url}/nowhere`)).status >= 400);
  return {
    url,
    registeredApp,
    guide,
    getErrorOutput: () => errorOutput,
    stop: async () => {
      if (program.exitCode === null && program.kill()) await once(program, "exit");
      await rm(folder, { recursive: true });
    },
  };
}
