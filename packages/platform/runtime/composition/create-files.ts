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
  /** Keeps some space free on the disk with the data directory. */
  diskReserve: DiskReserve;
  /** Delete files that crashed processes have left on this machine. */
  cleanUp(): Promise<void>;
  close(): Promise<void>;
}

/** The dependencies of the platform's files. */
export interface FilesDeps {
  config: Config;
  clock: Clock;
  random: RandomText;
  addresses: Addresses;
  localAccess: LocalAccess;
  keys: Pick<DerivedKeys, "fileLinks">;
  resolver?: NameResolver;
  countLiveProcesses?: () => number;
}

/**
 * How many images this process fetches at a time, and how many may wait to be fetched. A request can have nine images. A slow
 * server can occupy a slot for 10 seconds, so one account gets at most a quarter of the slots.
 */
const maxFetches = 64;
const fetchQueueLimits = { maxRunningPerOwner: 16, maxWaitingPerOwner: 64, maxWaiting: 512 };

/** The limit on an account's megapixels. An account may use up the megapixels of a minute at once. */
const pixelLimit = { bucketSize: megapixelsPerMinute, refillPerSecond: megapixelsPerMinute / 60 };

/** How many requests for resized images of one store may wait. A page of a store requests all images of the page at once. */
const renditionQueueLimits = { maxWaitingPerOwner: 64 };

/** The limits on fetching images from one host. By default, eight are fetched at a time. Further images wait up to 20 seconds. */
const hostFetchLimits = { slotMs: 20_000 };

/** Create a folder that other users of the machine cannot open. If the folder exists, its permissions are changed. */
function createDataFolder(dataDir: string, name: string): string {
  const path = resolve(dataDir, name);
  mkdirSync(path, { recursive: true });
  chmodSync(path, 0o700);
  return path;
}

/** Create the file storage and its helpers, and the folders in the data directory. */
export function createFiles(options: FilesDeps): PlatformFiles {
  const { config, clock, random, addresses, localAccess, keys } = options;
  const diskReserve = createDiskReserve(() => readDiskSpace(config.dataDir));
  const folder = createDataFolder(config.dataDir, "files");
  const storage = createStorage(config.storage, { folder, reserve: diskReserve }, clock);
  const uploadFolder = createDataFolder(config.dataDir, "uploads");
  useOneThreadPerImage();
  // Receiving images and resizing images use the same CPU cores, so they share these slots.
  const slots = createImageSlots();
  const sender = createSender(options, "Souk-Images/1", hostFetchLimits);
  return {
    storage,
    links: createFileLinks(keys.fileLinks, clock),
    renditions: createRenditions(storage, createImageQueue({ slots, ...renditionQueueLimits })),
    intake: {
      storage,
      queue: createImageQueue({ slots }),
      fetchQueue: createTurnQueue({ slots: createTurnSlots(maxFetches), ...fetchQueueLimits }),
      pixelBudget: createPixelBudget(
        createRateLimiter(pixelLimit, clock, options.countLiveProcesses ?? (() => 1)),
      ),
      sender,
      diskReserve,
      folder: uploadFolder,
      random,
      ownDomains: addresses.ownDomains,
      localAccess,
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
