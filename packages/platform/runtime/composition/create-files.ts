import { chmodSync, mkdirSync } from "node:fs";
import { resolve } from "node:path";
import type { LocalAccess, NameResolver } from "@souk/delivery";
import { createRateLimiter } from "../../http/rate-limit.ts";
import {
  createImageQueue,
  createImageSlots,
  createPixelBudget,
  createRenditions,
  megapixelsPerMinute,
  type Renditions,
  useOneThreadPerImage,
} from "../../infrastructure/images/index.ts";
import {
  createDiskReserve,
  createFileLinks,
  createStorage,
  type DiskReserve,
  deleteAbandonedFiles,
  type FileLinks,
  type FileStorage,
  readDiskSpace,
} from "../../infrastructure/storage/index.ts";
import { createTurnQueue, createTurnSlots } from "../../infrastructure/turn-queue.ts";
import type { ImageIntake } from "../../modules/catalog/index.ts";
import type { Addresses } from "../addresses.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config/index.ts";
import type { RandomText } from "../random.ts";
import type { DerivedKeys } from "../secrets/derived-keys.ts";
import { createSender } from "./create-sender.ts";

/** The storage of the platform's files, with what is needed to receive and resize images. */
export interface PlatformFiles {
  storage: FileStorage;
  /** The links to files that not everybody may download. */
  links: FileLinks;
  renditions: Renditions;
  intake: ImageIntake;
  /** The folder for files that are being uploaded. */
  uploadFolder: string;
  /** The reserve of the disk with the data directory. */
  diskReserve: DiskReserve;
  /** Delete files that crashed processes have left on this machine. */
  cleanUp(): Promise<void>;
  close(): Promise<void>;
}

export interface FilesDeps {
  config: Config;
  clock: Clock;
  random: RandomText;
  addresses: Addresses;
  allowLoopback: LocalAccess;
  keys: Pick<DerivedKeys, "fileLinks">;
  resolver?: NameResolver;
  countLiveProcesses?: () => number;
}

/**
 * How many images this process fetches at a time, and how many may wait. A request can have nine images. A slow server keeps a
 * slot for 10 seconds, so one account gets a quarter of the slots.
 */
const maxFetches = 64;
const fetchQueueLimits = { maxRunningPerOwner: 16, maxWaitingPerOwner: 64, maxWaiting: 512 };

/** An account may use up the megapixels of a minute at once. */
const pixelLimit = { bucketSize: megapixelsPerMinute, refillPerSecond: megapixelsPerMinute / 60 };

/** How many requests of one owner for resized images may wait. A page of a store requests all of its images at once. */
const renditionQueueLimits = { maxWaitingPerOwner: 64 };

/** Limits on fetching from one host. Eight images are fetched at a time, and others wait up to 20 seconds. */
const fetchLimits = { slotMs: 20_000 };

/** Create a folder that other users of the machine cannot open. An earlier release let everybody open it. */
function createDataFolder(dataDir: string, name: string): string {
  const path = resolve(dataDir, name);
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o700);
  return path;
}

/** Create the file storage and its helpers, and the folders in the data directory. */
export function createFiles(options: FilesDeps): PlatformFiles {
  const { config, clock, random, addresses, allowLoopback, keys } = options;
  const diskReserve = createDiskReserve(() => readDiskSpace(config.dataDir));
  const folder = createDataFolder(config.dataDir, "files");
  const storage = createStorage(config.storage, { folder, reserve: diskReserve }, clock);
  const uploadFolder = createDataFolder(config.dataDir, "uploads");
  useOneThreadPerImage();
  // Images that are received and images that are resized need the same CPU cores.
  const slots = createImageSlots();
  const sender = createSender(options, "Souk-Images/1", fetchLimits);
  return {
    storage,
    links: createFileLinks(keys.fileLinks, clock),
    renditions: createRenditions(storage, createImageQueue({ slots, ...renditionQueueLimits })),
    intake: {
      storage,
      queue: createImageQueue({ slots }),
      fetches: createTurnQueue({ slots: createTurnSlots(maxFetches), ...fetchQueueLimits }),
      pixels: createPixelBudget(
        createRateLimiter(pixelLimit, clock, options.countLiveProcesses ?? (() => 1)),
      ),
      sender,
      diskReserve,
      folder: uploadFolder,
      random,
      ownDomains: addresses.ownDomains,
      allowLoopback,
    },
    uploadFolder,
    diskReserve,
    cleanUp: async () => {
      await deleteAbandonedFiles(uploadFolder, clock);
      await storage.cleanUp();
    },
    close: async () => {
      await sender.close();
      storage.close();
    },
  };
}
