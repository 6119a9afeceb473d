import { createReadStream, createWriteStream } from "node:fs";
import { access, mkdir, readFile, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { registerResource } from "./leaked-resources.ts";
import { getClosingActions } from "./process-end.ts";

export interface Chromium {
  browser: Browser;
  stop(): Promise<void>;
}

/** The Chromium that the test files of this process share. */
let sharedBrowser: Promise<Browser> | undefined;
/** The number of test files that use the shared Chromium now. */
let userCount = 0;

/**
 * Start the Chromium from npm. Only its sandbox is disabled, because root cannot use it. The package's default arguments
 * are not used, because they disable web security, so that tests would not prove anything. Chromium resolves `*.localhost`
 * itself. The test files of a process share one Chromium. Each opens its own contexts; all contexts are closed when no
 * file uses Chromium anymore.
 */
export async function startChromium(): Promise<Chromium> {
  const unregister = registerResource("a Chromium");
  const closingActions = getClosingActions();
  if (!closingActions) {
    const browser = await launch();
    const stop = async (): Promise<void> => {
      unregister();
      await browser.close();
    };
    return { browser, stop };
  }
  sharedBrowser ??= launch().then((browser) => {
    closingActions.push(() => browser.close());
    return browser;
  });
  userCount += 1;
  const browser = await sharedBrowser;
  const stop = async (): Promise<void> => {
    unregister();
    userCount -= 1;
    if (userCount === 0) for (const context of browser.contexts()) await context.close();
  };
  return { browser, stop };
}

async function launch(): Promise<Browser> {
  const executablePath = await unpackChromium();
  // Imported here, because loading takes half a second and most tests that import the testkit do not need it.
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  if (slowness > 1) browser.on("context", slowDownCpu);
  return browser;
}

/** The factor by which pages are slowed down, because other race conditions occur on a slow machine. */
const slowness = Number(process.env["SOUK_SLOW_PAGES"] ?? 1);

function slowDownCpu(context: BrowserContext): void {
  context.on("page", async (page: Page) => {
    try {
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: slowness });
    } catch {
      // The page was closed immediately.
    }
  });
}

/** Unpack Chromium if it has not been unpacked for this user and version. @returns the path of the program */
async function unpackChromium(): Promise<string> {
  // The package's entry point is in build/esm.
  const root = join(fileURLToPath(import.meta.resolve("@sparticuz/chromium")), "../../..");
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  const folder = join(tmpdir(), `souk-chromium-${process.getuid?.() ?? "user"}-${version}`);
  const program = join(folder, "chromium");
  const isUnpacked = await access(program).then(
    () => true,
    () => false,
  );
  if (isUnpacked) return program;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Two test files may unpack at the same time, so each writes its own file and renames it.
  const temporaryFile = `${program}.${process.pid}`;
  await pipeline(
    createReadStream(join(root, "bin/chromium.br")),
    createBrotliDecompress({ chunkSize: 2 ** 21 }),
    createWriteStream(temporaryFile, { mode: 0o700 }),
  );
  await rename(temporaryFile, program);
  return program;
}
