import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { createFakeClock } from "@souk/testkit";
import { createDiskStorage } from "./disk-storage.ts";
import type { FileStorage } from "./file-storage.ts";
import { createS3Storage } from "./s3-storage.ts";
import { type S3Server, startS3Server } from "./testing/s3-server.ts";

let folder: string;
let server: S3Server;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "souk-storage-"));
  server = await startS3Server();
});

after(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

async function readBytes(storage: FileStorage, path: string, range?: { first: number; last: number }) {
  const file = await storage.read(path, range);
  if (file === null) return null;
  const bytes = await buffer(file.stream);
  assert.equal(bytes.length, file.bytes, path);
  return bytes;
}

/** Create a stream that yields this number of bytes and then throws. */
async function* createFailingStream(bytes: number): AsyncGenerator<Buffer> {
  yield Buffer.alloc(bytes, 1);
  throw new Error("The connection broke.");
}

const storages: Record<string, () => FileStorage> = {
  "files on the disk": () => createDiskStorage(join(folder, "disk"), createFakeClock()),
  "files in a bucket": () => createS3Storage(server.settings),
};

for (const [name, createStorage] of Object.entries(storages)) {
  describe(name, () => {
    let storage: FileStorage;
    before(() => {
      storage = createStorage();
    });
    after(() => storage.close());

    test("content from a buffer, a stream or a file is stored unchanged", async () => {
      const bytes = randomBytes(100_000);
      const file = join(folder, "source");
      await writeFile(file, bytes);
      const contents = { a: bytes, b: Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]), c: { file } };
      for (const [letter, content] of Object.entries(contents)) {
        const path = `/products/1/${letter}_B-2.png`;
        await storage.put(path, content, "image/png");
        assert.equal(await storage.getSize(path), bytes.length);
        assert.ok((await readBytes(storage, path))?.equals(bytes), letter);
      }
      assert.ok((await readFile(file)).equals(bytes));
    });

    test("a file that is larger than several upload parts is stored unchanged", async () => {
      const chunk = randomBytes(1_000_000);
      const hash = createHash("sha256");
      function* chunks() {
        for (let index = 0; index < 21; index++) {
          hash.update(chunk);
          yield chunk;
        }
      }
      await storage.put("/exports/1/large.jsonl", Readable.from(chunks()), "application/x-ndjson");
      const storedBytes = await readBytes(storage, "/exports/1/large.jsonl");
      assert.equal(storedBytes?.length, 21_000_000);
      assert.equal(createHash("sha256").update(storedBytes).digest("hex"), hash.digest("hex"));
    });

    test("a byte range of a stored file can be read", async () => {
      await storage.put("/range.txt", Buffer.from("0123456789"), "text/plain");
      assert.equal(String(await readBytes(storage, "/range.txt", { first: 2, last: 4 })), "234");
      assert.equal(String(await readBytes(storage, "/range.txt", { first: 9, last: 9 })), "9");
    });

    test("an empty file can be stored and read", async () => {
      await storage.put("/empty.txt", Buffer.alloc(0), "text/plain");
      assert.equal(await storage.getSize("/empty.txt"), 0);
      assert.equal((await readBytes(storage, "/empty.txt"))?.length, 0);
    });

    test("reading a missing file returns null, and removing it is not an error", async () => {
      await storage.put("/gone/x.txt", Buffer.from("x"), "text/plain");
      await storage.remove("/gone/x.txt");
      assert.equal(await storage.getSize("/gone"), null, "a folder");
      assert.equal(await storage.read("/gone"), null, "a folder");
      for (const path of ["/gone/x.txt", "/never/was.txt", "/gone/x.txt/y"]) {
        assert.equal(await storage.getSize(path), null, path);
        assert.equal(await storage.read(path), null, path);
        await storage.remove(path);
      }
    });

    test("a failed write creates no file and does not change an existing file", async () => {
      await storage.put("/kept.txt", Buffer.from("first"), "text/plain");
      for (const path of ["/kept.txt", "/new.txt"])
        await assert.rejects(
          storage.put(path, Readable.from(createFailingStream(9_000_000)), "text/plain"),
          /The connection broke/,
        );
      assert.equal(String(await readBytes(storage, "/kept.txt")), "first");
      assert.equal(await storage.getSize("/new.txt"), null);
    });

    test("concurrent writes of the same file store it unchanged", async () => {
      const bytes = randomBytes(300_000);
      const writes = Array.from({ length: 8 }, () => storage.put("/at-once.png", bytes, "image/png"));
      await Promise.all(writes);
      assert.ok((await readBytes(storage, "/at-once.png"))?.equals(bytes));
    });

    test("paths outside the file storage or in its temporary folder are rejected", async () => {
      const paths = [
        "x",
        "",
        "/",
        "/..",
        "/a/../../x",
        "/.parts/x",
        "/a//b",
        "/a/",
        "/a\0b",
        "/ü",
        "/a b",
        `/${"a".repeat(600)}`,
      ];
      for (const path of paths) {
        await assert.rejects(storage.put(path, Buffer.from("x"), "text/plain"), /is not a valid path/, path);
        await assert.rejects(storage.read(path), /is not a valid path/, path);
        await assert.rejects(async () => storage.remove(path), /is not a valid path/, path);
      }
    });

    test("the storage check succeeds and leaves no file", async () => {
      await storage.check();
      assert.equal(await storage.getSize("/storage-check.txt"), null);
    });
  });
}

test("only temporary files that have not been written to for an hour are deleted", async () => {
  const root = join(folder, "tidy");
  const clock = createFakeClock();
  const storage = createDiskStorage(root, clock);
  await storage.cleanUp();
  await mkdir(join(root, ".parts"), { recursive: true });
  for (const [name, minutes] of [
    ["old", 61],
    ["fresh", 59],
  ] as const) {
    const path = join(root, ".parts", name);
    await writeFile(path, "x");
    const modifiedAt = new Date(clock.now() - minutes * 60_000);
    await utimes(path, modifiedAt, modifiedAt);
  }
  await storage.cleanUp();
  assert.deepEqual(await readdir(join(root, ".parts")), ["fresh"]);
});

test("a failed write leaves no temporary file on the disk", async () => {
  const root = join(folder, "broken");
  const storage = createDiskStorage(root, createFakeClock());
  await assert.rejects(storage.put("/x.txt", Readable.from(createFailingStream(200_000)), "text/plain"));
  assert.deepEqual(await readdir(join(root, ".parts")), []);
  assert.deepEqual(await readdir(root), [".parts"]);
});

test("a failed upload removes its parts from the bucket", async () => {
  const storage = createS3Storage(server.settings);
  await assert.rejects(storage.put("/y.txt", Readable.from(createFailingStream(9_000_000)), "text/plain"));
  const [lastRequest] = server.requests.slice(-1);
  assert.match(lastRequest ?? "", /^DELETE \/souk-files\/y\.txt\?uploadId=/);
  storage.close();
});

test("the storage check fails for a wrong secret or a missing bucket", async () => {
  const wrongSecretStorage = createS3Storage({ ...server.settings, secretKey: "another" });
  await assert.rejects(wrongSecretStorage.check(), { name: "SignatureDoesNotMatch" });
  await assert.rejects(wrongSecretStorage.read("/range.txt"), { name: "SignatureDoesNotMatch" });
  const missingBucketStorage = createS3Storage({ ...server.settings, bucket: "another-bucket" });
  await assert.rejects(missingBucketStorage.check(), { name: "NoSuchBucket" });
  wrongSecretStorage.close();
  missingBucketStorage.close();
});

test("the storage check fails for a folder that is not writable", async (t) => {
  if (process.getuid?.() === 0) await writeFile(join(folder, "locked"), "a file where a folder should be");
  else {
    await mkdir(join(folder, "locked"), { mode: 0o500 });
    t.after(() => chmod(join(folder, "locked"), 0o700));
  }
  await assert.rejects(createDiskStorage(join(folder, "locked"), createFakeClock()).check());
});

test("other users of the machine cannot read stored files or folders, even if an earlier release created the folder", async () => {
  const root = join(folder, "private");
  const storage = createDiskStorage(root, createFakeClock());
  await storage.put("/exports/1/customers.csv", Buffer.from("a@guests.test"), "text/csv");
  const getMode = async (path: string) => ((await stat(join(root, path))).mode & 0o777).toString(8);
  assert.equal(await getMode("exports/1/customers.csv"), "600");
  for (const path of ["", "exports", "exports/1"]) assert.equal(await getMode(path), "700", path);
  await chmod(root, 0o755);
  await storage.check();
  assert.equal(await getMode(""), "700");
});
