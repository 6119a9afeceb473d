import { createReadStream, createWriteStream } from "node:fs";
import { access, mkdir, readFile, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { mustBeStopped } from "./left-behind.ts";

export interface Chromium {
  browser: Browser;
  stop(): Promise<void>;
}

/**
 * Starts the Chromium that comes with npm, with nothing switched off but the sandbox, which root cannot have: the package's
 * own default arguments switch web security off and would prove nothing. It knows `*.localhost` by itself.
 */
export async function startChromium(): Promise<Chromium> {
  const stopped = mustBeStopped("a Chromium");
  const executablePath = await unpacked();
  // It takes half a second to load, which every test that uses anything of the testkit would wait for.
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  if (slowness > 1) browser.on("context", slowDown);
  return {
    browser,
    stop: async () => {
      stopped();
      await browser.close();
    },
  };
}

/** How many times slower the pages are than this machine: whoever tests on a slow one meets other races. */
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

/** The program, unpacked once for this user and version. */
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
