import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { after, before, describe, test } from "node:test";
import { fakeClock } from "@souk/testkit";
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

async function bytesAt(storage: FileStorage, path: string, range?: { first: number; last: number }) {
  const file = await storage.read(path, range);
  if (file === null) return null;
  const bytes = await buffer(file.stream);
  assert.equal(bytes.length, file.bytes, path);
  return bytes;
}

/** Yield so many bytes, then throw. */
async function* broken(bytes: number): AsyncGenerator<Buffer> {
  yield Buffer.alloc(bytes, 1);
  throw new Error("The line broke.");
}

const storages: Record<string, () => FileStorage> = {
  "files on the disk": () => createDiskStorage(join(folder, "disk"), fakeClock()),
  "files in a bucket": () => createS3Storage(server.settings),
};

for (const [name, create] of Object.entries(storages)) {
  describe(name, () => {
    let storage: FileStorage;
    before(() => {
      storage = create();
    });
    after(() => storage.close());

    test("a file stored from a buffer, a stream or a file is stored byte for byte", async () => {
      const bytes = randomBytes(100_000);
      const file = join(folder, "source");
      await writeFile(file, bytes);
      const contents = { a: bytes, b: Readable.from([bytes.subarray(0, 7), bytes.subarray(7)]), c: { file } };
      for (const [letter, content] of Object.entries(contents)) {
        const path = `/products/1/${letter}_B-2.png`;
        await storage.put(path, content, "image/png");
        assert.equal(await storage.getSize(path), bytes.length);
        assert.ok((await bytesAt(storage, path))?.equals(bytes), letter);
      }
      assert.ok((await readFile(file)).equals(bytes));
    });

    test("a file of many parts passes through whole", async () => {
      const part = randomBytes(1_000_000);
      const hash = createHash("sha256");
      function* parts() {
        for (let nth = 0; nth < 21; nth++) {
          hash.update(part);
          yield part;
        }
      }
      await storage.put("/exports/1/large.jsonl", Readable.from(parts()), "application/x-ndjson");
      const read = await bytesAt(storage, "/exports/1/large.jsonl");
      assert.equal(read?.length, 21_000_000);
      assert.equal(createHash("sha256").update(read).digest("hex"), hash.digest("hex"));
    });

    test("a range is read alone", async () => {
      await storage.put("/range.txt", Buffer.from("0123456789"), "text/plain");
      assert.equal(String(await bytesAt(storage, "/range.txt", { first: 2, last: 4 })), "234");
      assert.equal(String(await bytesAt(storage, "/range.txt", { first: 9, last: 9 })), "9");
    });

    test("an empty file is a file", async () => {
      await storage.put("/empty.txt", Buffer.alloc(0), "text/plain");
      assert.equal(await storage.getSize("/empty.txt"), 0);
      assert.equal((await bytesAt(storage, "/empty.txt"))?.length, 0);
    });

    test("a missing file is null, and removing it again is no error", async () => {
      await storage.put("/gone/x.txt", Buffer.from("x"), "text/plain");
      await storage.remove("/gone/x.txt");
      for (const path of ["/gone/x.txt", "/gone", "/never/was.txt", "/gone/x.txt/y"]) {
        assert.equal(await storage.getSize(path), null, path);
        assert.equal(await storage.read(path), null, path);
        await storage.remove("/gone/x.txt");
      }
    });

    test("a broken write leaves nothing under a new name and an existing file unchanged", async () => {
      await storage.put("/kept.txt", Buffer.from("first"), "text/plain");
      for (const path of ["/kept.txt", "/new.txt"])
        await assert.rejects(
          storage.put(path, Readable.from(broken(9_000_000)), "text/plain"),
          /The line broke/,
        );
      assert.equal(String(await bytesAt(storage, "/kept.txt")), "first");
      assert.equal(await storage.getSize("/new.txt"), null);
    });

    test("the same file put many times at once is whole", async () => {
      const bytes = randomBytes(300_000);
      const puts = Array.from({ length: 8 }, () => storage.put("/at-once.png", bytes, "image/png"));
      await Promise.all(puts);
      assert.ok((await bytesAt(storage, "/at-once.png"))?.equals(bytes));
    });

    test("no path leads outside the storage, or to what it keeps for itself", async () => {
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
        await assert.rejects(storage.put(path, Buffer.from("x"), "text/plain"), /is no path/, path);
        await assert.rejects(storage.read(path), /is no path/, path);
        await assert.rejects(async () => storage.remove(path), /is no path/, path);
      }
    });

    test("the storage check passes and leaves nothing", async () => {
      await storage.check();
      assert.equal(await storage.getSize("/storage-check.txt"), null);
    });
  });
}

test("parts not written to for an hour are removed, recent ones stay", async () => {
  const root = join(folder, "tidy");
  const clock = fakeClock();
  const storage = createDiskStorage(root, clock);
  await storage.tidy();
  await mkdir(join(root, ".parts"), { recursive: true });
  for (const [name, minutes] of [
    ["old", 61],
    ["fresh", 59],
  ] as const) {
    const path = join(root, ".parts", name);
    await writeFile(path, "x");
    const at = new Date(clock.now() - minutes * 60_000);
    await utimes(path, at, at);
  }
  await storage.tidy();
  assert.deepEqual(await readdir(join(root, ".parts")), ["fresh"]);
});

test("a broken write leaves no part on the disk", async () => {
  const root = join(folder, "broken");
  const storage = createDiskStorage(root, fakeClock());
  await assert.rejects(storage.put("/x.txt", Readable.from(broken(200_000)), "text/plain"));
  assert.deepEqual(await readdir(join(root, ".parts")), []);
  assert.deepEqual(await readdir(root), [".parts"]);
});

test("a broken write removes its parts from the bucket", async () => {
  const storage = createS3Storage(server.settings);
  await assert.rejects(storage.put("/y.txt", Readable.from(broken(9_000_000)), "text/plain"));
  const [given] = server.asked.slice(-1);
  assert.match(given ?? "", /^DELETE \/souk-files\/y\.txt\?uploadId=/);
  storage.close();
});

test("a bucket with another secret, or a missing bucket, is reported by the check", async () => {
  const wrong = createS3Storage({ ...server.settings, secretKey: "another" });
  await assert.rejects(wrong.check(), { name: "SignatureDoesNotMatch" });
  await assert.rejects(wrong.read("/range.txt"), { name: "SignatureDoesNotMatch" });
  const missing = createS3Storage({ ...server.settings, bucket: "another-bucket" });
  await assert.rejects(missing.check(), { name: "NoSuchBucket" });
  wrong.close();
  missing.close();
});

test("a folder that cannot be written to is reported by the check", async (t) => {
  if (process.getuid?.() === 0) await writeFile(join(folder, "locked"), "a file where a folder should be");
  else {
    await mkdir(join(folder, "locked"), { mode: 0o500 });
    t.after(() => chmod(join(folder, "locked"), 0o700));
  }
  await assert.rejects(createDiskStorage(join(folder, "locked"), fakeClock()).check());
});
