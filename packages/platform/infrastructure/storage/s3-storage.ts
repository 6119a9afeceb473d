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

/** The size of a part of a multipart upload. */
const partBytes = 8 * 1024 * 1024;
/** The maximum number of parts of a file that are in memory at the same time. */
const maxConcurrentParts = 2;

function createClient({ endpoint, region, accessKey, secretKey }: S3Settings): S3Client {
  return new S3Client({
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Services other than Amazon's have no hostname per bucket, and some do not support trailing checksums.
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
  });
}

/** Create a storage that keeps files in a bucket of an S3-compatible service. */
export function createS3Storage(settings: S3Settings): FileStorage {
  const client = createClient(settings);
  const toObjectKey = (path: string) => {
    assertStoragePath(path);
    return { Bucket: settings.bucket, Key: path.slice(1) };
  };
  const storage: FileStorage = {
    async put(path, content, type) {
      const Body = toBody(content);
      const params = { ...toObjectKey(path), Body, ContentType: type };
      try {
        // If the content's stream fails before its end, no object and no parts are left.
        await new Upload({ client, params, partSize: partBytes, queueSize: maxConcurrentParts }).done();
      } catch (error) {
        throw (Body instanceof Readable ? Body.errored : null) ?? error;
      }
    },
    async getSize(path) {
      const response = await nullIfMissing(client.send(new HeadObjectCommand(toObjectKey(path))));
      return response?.ContentLength ?? null;
    },
    async read(path, range) {
      const Range = range && `bytes=${range.first}-${range.last}`;
      const command = new GetObjectCommand({ ...toObjectKey(path), ...(Range ? { Range } : {}) });
      const response = await nullIfMissing(client.send(command));
      if (!(response?.Body instanceof Readable)) return null;
      const { ContentLength: bytes = 0, Body: stream } = response;
      if (range === undefined || bytes === range.last - range.first + 1) return { bytes, stream };
      stream.destroy();
      throw new Error(`The storage returned ${bytes} bytes for ${Range}.`);
    },
    async remove(path) {
      await nullIfMissing(client.send(new DeleteObjectCommand(toObjectKey(path))));
    },
    async check() {
      await storage.put(checkPath, Buffer.from("Souk can write here.\n"), "text/plain");
      await storage.remove(checkPath);
    },
    // A failed upload removes its own parts. If the process crashes, the bucket's lifecycle rules remove the parts.
    async cleanUp() {},
    close: () => client.destroy(),
  };
  return storage;
}

function toBody(content: FileContent): Buffer | Readable {
  return Buffer.isBuffer(content) || content instanceof Readable ? content : createReadStream(content.file);
}

async function nullIfMissing<T>(response: Promise<T>): Promise<T | null> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof S3ServiceException && (error.name === "NotFound" || error.name === "NoSuchKey"))
      return null;
    throw error;
  }
}
