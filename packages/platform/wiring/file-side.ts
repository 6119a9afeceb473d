import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import type { NameResolver } from "@souk/delivery";
import type { Addresses } from "../addresses.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config/index.ts";
import type { PictureIntake } from "../modules/catalog/index.ts";
import { createPictureQueue, createRenditions, type Renditions } from "../pictures/index.ts";
import type { RandomText } from "../random.ts";
import { createStorage, type FileStorage, removeAbandoned } from "../storage/index.ts";
import { createSender } from "./create-sender.ts";

/** Everything about files: where they lie, how pictures come in, and how they are given out. */
export interface FileSide {
  storage: FileStorage;
  renditions: Renditions;
  intake: PictureIntake;
  /** Where files lie that are being sent to us. */
  uploads: string;
  /** Takes away what processes that died have left on this machine. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

export interface FileSideOptions {
  config: Config;
  clock: Clock;
  random: RandomText;
  addresses: Addresses;
  allowLoopback: boolean;
  resolver?: NameResolver;
}

/** So many pictures are fetched at once by this process, and so many may wait: nine a request. */
const fetching = { atOnce: 64, waiting: 256 };

/** Of a host with many pictures eight are fetched at once; the others wait here and not in vain. */
const fetchLimits = { slotMs: 20_000 };

function directoryIn(dataDir: string, name: string): string {
  const path = resolve(dataDir, name);
  mkdirSync(path, { recursive: true });
  return path;
}

export function createFileSide(options: FileSideOptions): FileSide {
  const { config, clock, random, addresses, allowLoopback } = options;
  const storage = createStorage(config.storage, directoryIn(config.dataDir, "files"), clock);
  const uploads = directoryIn(config.dataDir, "uploads");
  const queue = createPictureQueue();
  const sender = createSender(options, "Souk-Images/1", fetchLimits);
  return {
    storage,
    renditions: createRenditions(storage, createPictureQueue()),
    intake: {
      storage,
      queue,
      fetches: createPictureQueue(fetching),
      sender,
      folder: uploads,
      random,
      ownDomain: addresses.domain,
      allowLoopback,
    },
    uploads,
    tidy: async () => {
      await removeAbandoned(uploads, clock);
      await storage.tidy();
    },
    close: async () => {
      await sender.close();
      storage.close();
    },
  };
}
