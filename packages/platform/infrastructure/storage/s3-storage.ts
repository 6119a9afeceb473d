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
import type { StorageSettings } from "../../runtime/config/index.ts";
import { assertStoragePath, type FileContent, type FileStorage } from "./file-storage.ts";

export type S3Settings = Extract<StorageSettings, { kind: "s3" }>;

const checkPath = "/storage-check.txt";

/** The size of one part; two parts of a file are in memory at a time. */
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

/** Create a storage of files in a bucket of an S3-compatible service. */
export function createS3Storage(settings: S3Settings): FileStorage {
  const client = clientFor(settings);
  const toObjectAddress = (path: string) => {
    assertStoragePath(path);
    return { Bucket: settings.bucket, Key: path.slice(1) };
  };
  const storage: FileStorage = {
    async put(path, content, type) {
      const Body = toBody(content);
      const params = { ...toObjectAddress(path), Body, ContentType: type };
      try {
        // A file that breaks off leaves no object, and no parts of one.
        await new Upload({ client, params, partSize: partBytes, queueSize: partsAtOnce }).done();
      } catch (error) {
        throw (Body instanceof Readable ? Body.errored : null) ?? error;
      }
    },
    async getSize(path) {
      const found = await orNull(client.send(new HeadObjectCommand(toObjectAddress(path))));
      return found?.ContentLength ?? null;
    },
    async read(path, range) {
      const Range = range && `bytes=${range.first}-${range.last}`;
      const command = new GetObjectCommand({ ...toObjectAddress(path), ...(Range ? { Range } : {}) });
      const found = await orNull(client.send(command));
      if (!(found?.Body instanceof Readable)) return null;
      const { ContentLength: bytes = 0, Body: stream } = found;
      if (range === undefined || bytes === range.last - range.first + 1) return { bytes, stream };
      stream.destroy();
      throw new Error(`The storage answered ${bytes} bytes for ${Range}.`);
    },
    async remove(path) {
      await orNull(client.send(new DeleteObjectCommand(toObjectAddress(path))));
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

function toBody(content: FileContent): Buffer | Readable {
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
