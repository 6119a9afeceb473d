import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import type { StorageSettings } from "../config/index.ts";
import { type FileContent, type FileStorage, requireStoragePath } from "./file-storage.ts";

export type S3Settings = Extract<StorageSettings, { kind: "s3" }>;

const checkPath = "/storage-check.txt";

/** So much of a file is in memory at a time: two parts of it. */
const partBytes = 8 * 1024 * 1024;
const partsAtOnce = 2;

function clientFor({ endpoint, region, accessKey, secretKey }: S3Settings): S3Client {
  return new S3Client({
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Other services than Amazon's have no name for each bucket, and some know no checksums behind a body.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
  });
}

/** Files in a bucket of an S3-compatible service. */
export function createS3Storage(settings: S3Settings): FileStorage {
  const client = clientFor(settings);
  const placeOf = (path: string) => {
    requireStoragePath(path);
    return { Bucket: settings.bucket, Key: path.slice(1) };
  };
  const storage: FileStorage = {
    async put(path, content, type) {
      const Body = bodyOf(content);
      const params = { ...placeOf(path), Body, ContentType: type };
      try {
        // A file that breaks off leaves no object, and no parts of one.
        await new Upload({ client, params, partSize: partBytes, queueSize: partsAtOnce }).done();
      } catch (error) {
        throw (Body instanceof Readable ? Body.errored : null) ?? error;
      }
    },
    async sizeOf(path) {
      const found = await orNull(client.send(new HeadObjectCommand(placeOf(path))));
      return found?.ContentLength ?? null;
    },
    async read(path, range) {
      const Range = range && `bytes=${range.first}-${range.last}`;
      const command = new GetObjectCommand({ ...placeOf(path), ...(Range ? { Range } : {}) });
      const found = await orNull(client.send(command));
      if (!(found?.Body instanceof Readable)) return null;
      const { ContentLength: bytes = 0, Body: stream } = found;
      if (range === undefined || bytes === range.last - range.first + 1) return { bytes, stream };
      stream.destroy();
      throw new Error(`The storage answered ${bytes} bytes for ${Range}.`);
    },
    async remove(path) {
      await orNull(client.send(new DeleteObjectCommand(placeOf(path))));
    },
    async check() {
      await storage.put(checkPath, Buffer.from("Souk can write here.\n"), "text/plain");
      await storage.remove(checkPath);
    },
    // Parts of a broken upload are given up by the upload itself; the bucket's own lifecycle takes those of a dead process.
    async tidy() {},
    close: () => client.destroy(),
  };
  return storage;
}

function bodyOf(content: FileContent): Buffer | Readable {
  return Buffer.isBuffer(content) || content instanceof Readable ? content : createReadStream(content.file);
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof S3ServiceException && (error.name === "NotFound" || error.name === "NoSuchKey"))
      return null;
    throw error;
  }
}
