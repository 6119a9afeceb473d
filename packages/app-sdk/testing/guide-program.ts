import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually, freePort, registerApp, type SeededApp, type TestPlatform } from "@souk/testkit";

/** The program of a guide, running in a process of its own. */
export interface GuideProgram {
  url: string;
  registered: SeededApp;
  /** The guide's text. */
  guide: string;
  /** Return the errors that the program has printed. */
  printed(): string;
  stop(): Promise<void>;
}

const sdk = join(import.meta.dirname, "..");
const repository = join(sdk, "../..");

/**
 * Run the program of a guide unchanged, as an app that is registered at a platform.
 * @param path the guide's file in the repository
 */
export async function startGuideProgram(platform: TestPlatform, path: string): Promise<GuideProgram> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const registered = await registerApp(platform, url);
  const guide = await readFile(join(repository, path), "utf8");
  const folder = await mkdtemp(join(tmpdir(), "souk-guide-"));
  await mkdir(join(folder, "node_modules/@souk"), { recursive: true });
  await symlink(sdk, join(folder, "node_modules/@souk/app-sdk"));
  await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
  const text =
    /^```ts file=app\.ts\n(.*?)^```$/ms.exec(guide)?.[1] ?? assert.fail("the guide has no program");
  await writeFile(join(folder, "app.ts"), text);
  const program = spawn(process.execPath, ["app.ts"], {
    cwd: folder,
    stdio: ["ignore", "inherit", "pipe"],
    env: {
      PORT: String(port),
      SOUK_CLIENT_ID: registered.client_id,
      SOUK_CLIENT_SECRET: registered.client_secret,
      SOUK_APP_URL: registered.app_url,
      SOUK_REDIRECT_URL: registered.redirection_url,
      SOUK_STORE_DOMAIN_SUFFIX: `.${platform.addresses.domain}`,
    },
  });
  let printed = "";
  program.stderr.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
    process.stderr.write(text);
  });
  // Somewhere that no app has anything: whatever it answers, it is there.
  await eventually(async () => (await fetch(`${url}/nowhere`)).status >= 400);
  return {
    url,
    registered,
    guide,
    printed: () => printed,
    stop: async () => {
      if (program.exitCode === null && program.kill()) await once(program, "exit");
      await rm(folder, { recursive: true });
    },
  };
}
