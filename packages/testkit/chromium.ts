import { createReadStream, createWriteStream } from "node:fs";
import { access, mkdir, readFile, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { mustBeStopped } from "./left-behind.ts";
import { closingActions } from "./process-end.ts";

export interface Chromium {
  browser: Browser;
  stop(): Promise<void>;
}

/** The Chromium that the test files of this process share, and how many of them use it now. */
let shared: Promise<Browser> | undefined;
let users = 0;

/**
 * Start the Chromium that comes with npm, with nothing switched off but the sandbox, which root cannot have: the package's
 * own default arguments switch web security off and would prove nothing. It knows `*.localhost` by itself. The test files of
 * a process share one; each opens contexts of its own, which are closed when it stops.
 */
export async function startChromium(): Promise<Chromium> {
  const stopped = mustBeStopped("a Chromium");
  const closing = closingActions();
  if (!closing) {
    const browser = await launch();
    const stop = async (): Promise<void> => {
      stopped();
      await browser.close();
    };
    return { browser, stop };
  }
  shared ??= launch().then((browser) => {
    closing.push(() => browser.close());
    return browser;
  });
  users += 1;
  const browser = await shared;
  const stop = async (): Promise<void> => {
    stopped();
    users -= 1;
    if (users === 0) for (const context of browser.contexts()) await context.close();
  };
  return { browser, stop };
}

async function launch(): Promise<Browser> {
  const executablePath = await unpacked();
  // It takes half a second to load, which every test that uses anything of the testkit would wait for.
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  if (slowness > 1) browser.on("context", slowDown);
  return browser;
}

/** The factor by which the pages are slower than this machine: tests on a slow machine meet other races. */
const slowness = Number(process.env["SOUK_SLOW_PAGES"] ?? 1);

function slowDown(context: BrowserContext): void {
  context.on("page", async (page: Page) => {
    try {
      const session = await context.newCDPSession(page);
      await session.send("Emulation.setCPUThrottlingRate", { rate: slowness });
    } catch {
      // A page that was closed at once needs no slowing down.
    }
  });
}

/** Return the program, unpacked once for this user and version. */
async function unpacked(): Promise<string> {
  // The package's entry stands in build/esm.
  const root = join(fileURLToPath(import.meta.resolve("@sparticuz/chromium")), "../../..");
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8")) as { version: string };
  const folder = join(tmpdir(), `souk-chromium-${process.getuid?.() ?? "user"}-${version}`);
  const program = join(folder, "chromium");
  const isThere = await access(program).then(
    () => true,
    () => false,
  );
  if (isThere) return program;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Two test files may unpack at once: each writes its own and the last one to be done stays.
  const own = `${program}.${process.pid}`;
  await pipeline(
    createReadStream(join(root, "bin/chromium.br")),
    createBrotliDecompress({ chunkSize: 2 ** 21 }),
    createWriteStream(own, { mode: 0o700 }),
  );
  await rename(own, program);
  return program;
}
