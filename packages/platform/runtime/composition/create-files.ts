import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import type { NameResolver } from "@souk/delivery";
import { createImageQueue, createRenditions, type Renditions } from "../../infrastructure/images/index.ts";
import { createStorage, type FileStorage, removeAbandoned } from "../../infrastructure/storage/index.ts";
import type { ImageIntake } from "../../modules/catalog/index.ts";
import type { Addresses } from "../addresses.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config/index.ts";
import type { RandomText } from "../random.ts";
import { createSender } from "./create-sender.ts";

/** The files of the platform: where they are stored, how images come in, and how files are served. */
export interface PlatformFiles {
  storage: FileStorage;
  renditions: Renditions;
  intake: ImageIntake;
  /** The folder for files that are being uploaded. */
  uploads: string;
  /** Remove what dead processes have left on this machine. */
  tidy(): Promise<void>;
  close(): Promise<void>;
}

export interface FilesDeps {
  config: Config;
  clock: Clock;
  random: RandomText;
  addresses: Addresses;
  allowLoopback: boolean;
  resolver?: NameResolver;
}

/** The number of images that this process fetches at once, and of those that may wait: nine per request. */
const fetching = { atOnce: 64, waiting: 256 };

/** Limits on fetching from one host: eight images at once; the others wait here until a slot is free. */
const fetchLimits = { slotMs: 20_000 };

function directoryIn(dataDir: string, name: string): string {
  const path = resolve(dataDir, name);
  mkdirSync(path, { recursive: true });
  return path;
}

export function createFiles(options: FilesDeps): PlatformFiles {
  const { config, clock, random, addresses, allowLoopback } = options;
  const storage = createStorage(config.storage, directoryIn(config.dataDir, "files"), clock);
  const uploads = directoryIn(config.dataDir, "uploads");
  const queue = createImageQueue();
  const sender = createSender(options, "Souk-Images/1", fetchLimits);
  return {
    storage,
    renditions: createRenditions(storage, createImageQueue()),
    intake: {
      storage,
      queue,
      fetches: createImageQueue(fetching),
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
