// Processes images and kills its own process at the given moment: when the files have been announced to the database, while the
// second file is being written, or when all files are stored.
// node killed-intake.ts <connection string> <data directory> <store> <announced|writing|stored> <URL>…
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { openDatabase } from "@souk/database";
import { createSafeSender } from "@souk/delivery";
import { silentLog } from "@souk/testkit";
import { createImageQueue } from "../../../../infrastructure/images/index.ts";
import type { Store } from "../../../../infrastructure/routing/call.ts";
import { createDiskStorage } from "../../../../infrastructure/storage/disk-storage.ts";
import {
  createDiskReserve,
  type FileStorage,
  readDiskSpace,
} from "../../../../infrastructure/storage/index.ts";
import { systemClock } from "../../../../runtime/clock.ts";
import { secureRandomText } from "../../../../runtime/random.ts";
import { prepareImages } from "../prepare-images.ts";

const [connection = "", dataDir = "", storeId = "", moment = "", ...urls] = process.argv.slice(2);

function killProcess(): never {
  process.kill(process.pid, "SIGKILL");
  throw new Error("A process outlived its own SIGKILL.");
}

const database = openDatabase({ connection, log: silentLog, maxConnections: 2 });
const disk = createDiskStorage(join(dataDir, "files"), systemClock);

/** Yield the first bytes of a file, and then kill the process. */
async function* createTruncatedStream(file: string): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(file, { end: 9 })) yield chunk as Buffer;
  setTimeout(killProcess, 100);
  await new Promise(() => {});
}

let putCount = 0;
const storage: FileStorage = {
  ...disk,
  put: async (path, content, type) => {
    putCount += 1;
    if (moment === "announced") killProcess();
    if (moment === "writing" && putCount === 2 && "file" in content)
      return disk.put(path, Readable.from(createTruncatedStream(content.file)), type);
    return disk.put(path, content, type);
  },
};

const intake = {
  storage,
  queue: createImageQueue(),
  fetchQueue: createImageQueue(),
  pixelBudget: { charge: () => undefined },
  sender: createSafeSender({ localAccess: true, clock: systemClock, userAgent: "Souk-Images/1" }),
  diskReserve: createDiskReserve(() => readDiskSpace(dataDir)),
  folder: join(dataDir, "uploads"),
  random: secureRandomText,
  ownDomains: ["souk.localhost"],
  localAccess: true,
};
await prepareImages(intake, database, { store: { id: Number(storeId) } as Store, source: { urls } });
killProcess();
