import { createReadStream, createWriteStream } from "node:fs";
import { access, link, mkdir, readFile, unlink } from "node:fs/promises";
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
 * Start the Chromium of the npm package @sparticuz/chromium. Its sandbox is disabled, because the sandbox does not work for root. The
 * default arguments of the npm package are not used, because they disable web security, which the tests are to check. Chromium
 * resolves `*.localhost` without a name server. The test files of a process share one Chromium. Each file opens its own contexts. All
 * contexts are closed when no file uses Chromium anymore.
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

/** The factor by which pages are slowed down, to find race conditions that occur only on a slow machine. */
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
  // Two test files may unpack at the same time, so each writes its own file.
  const temporaryFile = `${program}.${process.pid}`;
  await pipeline(
    createReadStream(join(root, "bin/chromium.br")),
    createBrotliDecompress({ chunkSize: 2 ** 21 }),
    createWriteStream(temporaryFile, { mode: 0o700 }),
  );
  await moveUnlessPresent(temporaryFile, program);
  return program;
}

/**
 * Move a file to a path. If the path already has a file, keep that file and delete the new one, because a program that is replaced
 * while it runs cannot start further processes.
 */
export async function moveUnlessPresent(file: string, path: string): Promise<void> {
  try {
    await link(file, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  await unlink(file);
}
