import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { type Answer, type RequestOptions, type TestPlatform, testPlatform } from "@souk/testkit";
import sharp from "sharp";
import { twoColors } from "../infrastructure/images/testing/unusual-images.ts";
import { type S3Server, startS3Server } from "../infrastructure/storage/testing/s3-server.ts";
import { rawRequest } from "./testing/raw-request.ts";

let server: S3Server;

before(async () => {
  server = await startS3Server();
});

after(() => server.stop());

const configs = {
  "files on the disk": () => ({}),
  "files in a bucket": () => ({ config: { storage: server.settings } }),
};

for (const [name, getConfig] of Object.entries(configs)) {
  describe(name, () => {
    let testing: TestPlatform;
    let png: Buffer;
    const path = "/products/1/large.png";

    before(async () => {
      testing = await testPlatform({ role: "api", ...getConfig() });
      png = await twoColors(2_000, 1_000).png().toBuffer();
      const { storage } = testing.platform.files;
      await storage.put(path, png, "image/png");
      await storage.put("/exports/1/all.jsonl", Buffer.from('{"id":1}\n'), "application/jsonl");
      for (const end of ["html", "svg", "js", "txt", "xml", "PNG"])
        await storage.put(`/products/1/page.${end}`, Buffer.from("<script>alert(1)</script>"), "text/html");
    });

    after(() => testing.stop());

    const ask = (filePath: string, options: RequestOptions = {}): Promise<Answer> =>
      testing.request(`${testing.addresses.filesOrigin}${filePath}`, options);

    /** Fetch a body as bytes. */
    async function download(filePath: string, headers: Record<string, string> = {}) {
      const lines = Object.entries({ host: "files.souk.localhost", ...headers }).map(
        ([key, value]) => `${key}: ${value}`,
      );
      const answer = await rawRequest(testing.port, [`GET ${filePath} HTTP/1.1`, ...lines]);
      return { ...answer, bytes: Buffer.from(answer.body, "latin1") };
    }

    test("an image is served byte for byte, publicly cacheable, and runs no script", async () => {
      const { status, headers, bytes } = await download(path);
      assert.equal(status, 200);
      assert.ok(bytes.equals(png));
      const expected = {
        "content-type": "image/png",
        "content-length": String(png.length),
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
        "cross-origin-resource-policy": "cross-origin",
        "accept-ranges": "bytes",
      };
      for (const [header, value] of Object.entries(expected)) assert.equal(headers[header], value, header);
      assert.equal(headers["set-cookie"], undefined);
      const head = await ask(path, { method: "HEAD" });
      assert.deepEqual(
        [head.status, head.headers["content-length"], head.text],
        [200, String(png.length), ""],
      );
      assert.equal(head.headers.etag, headers["etag"]);
    });

    test("a client that already has the file gets 304", async () => {
      const { etag = "" } = (await ask(path, { method: "HEAD" })).headers;
      assert.match(etag, /^"[\w-]{22}"$/);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const answer = await ask(path, { headers: { "if-none-match": known } });
        assert.deepEqual([answer.status, answer.text, answer.headers.etag], [304, "", etag], known);
      }
      assert.equal(
        (await ask(path, { method: "HEAD", headers: { "if-none-match": '"other"' } })).status,
        200,
      );
    });

    test("a byte range is served alone, and one outside the file is rejected", async () => {
      const size = png.length;
      const parts: [string, number, number][] = [
        ["bytes=0-1", 0, 1],
        ["bytes=10-19", 10, 19],
        [`bytes=${size - 5}-`, size - 5, size - 1],
        ["bytes=-7", size - 7, size - 1],
        [`bytes=5-${size + 100}`, 5, size - 1],
        [`bytes=-${size + 100}`, 0, size - 1],
      ];
      for (const [range, first, last] of parts) {
        const answer = await download(path, { range });
        assert.deepEqual(
          [answer.status, answer.headers["content-range"]],
          [206, `bytes ${first}-${last}/${size}`],
          range,
        );
        assert.ok(answer.bytes.equals(png.subarray(first, last + 1)), range);
      }
      for (const range of [`bytes=${size}-`, "bytes=-0"]) {
        const answer = await ask(path, { headers: { range } });
        assert.deepEqual([answer.status, answer.headers["content-range"]], [416, `bytes */${size}`], range);
      }
      for (const range of ["bytes=5-2", "bytes=0-1,3-4", "pages=1-2", "bytes=a-b", "bytes="])
        assert.equal((await download(path, { range })).status, 200, range);
      const { etag = "" } = (await ask(path, { method: "HEAD" })).headers;
      assert.equal((await download(path, { range: "bytes=0-3", "if-range": etag })).status, 206);
      assert.equal((await download(path, { range: "bytes=0-3", "if-range": '"older"' })).status, 200);
    });

    test("a file that a merchant saved is not cached and never displayed by a browser", async () => {
      const { status, headers, text } = await ask("/exports/1/all.jsonl");
      assert.deepEqual([status, text], [200, '{"id":1}\n']);
      assert.deepEqual(
        [headers["cache-control"], headers["content-disposition"]],
        ["private, no-store", "attachment"],
      );
    });

    test("the host serves no page, script or SVG, wherever it came from", async () => {
      for (const end of ["html", "svg", "js", "txt", "xml", "PNG"])
        assert.equal((await ask(`/products/1/page.${end}`)).status, 404, end);
    });

    test("four widths are made as WebP at the first request and kept; others are not found", async () => {
      for (const width of [160, 480, 960, 1600]) {
        const { status, headers, bytes } = await download(`${path}?width=${width}`);
        assert.deepEqual([status, headers["content-type"]], [200, "image/webp"]);
        const made = await sharp(bytes).metadata();
        assert.deepEqual([made.format, made.width, made.height], ["webp", width, width / 2]);
        assert.ok(await testing.platform.files.storage.getSize(`/renditions/${width}${path}.webp`));
        const again = await download(`${path}?width=${width}`);
        assert.deepEqual([again.headers["etag"], again.bytes.equals(bytes)], [headers["etag"], true]);
      }
      for (const width of ["161", "0", "-1", "", "1e2", "0160", "160.0", "100000", "all"])
        assert.equal((await ask(`${path}?width=${width}`)).status, 404, width);
      assert.equal((await ask(`/renditions/160${path}.webp`)).status, 404);
      assert.equal((await ask(`/renditions/160${path}.webp?width=160`)).status, 404);
      assert.equal((await ask("/products/1/none.png?width=160")).status, 404);
      assert.equal((await ask("/products/1/page.svg?width=160")).status, 404);
      assert.ok((await download(path)).bytes.equals(png), "the original stays");
    });

    test("many concurrent requests for one new image size all get it", async () => {
      await testing.platform.files.storage.put("/products/1/new.png", png, "image/png");
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => download("/products/1/new.png?width=480")),
      );
      assert.ok(
        answers.every(
          ({ status, bytes }) => status === 200 && bytes.equals(answers[0]?.bytes ?? randomBytes(1)),
        ),
      );
    });

    test("a stored file that is not an image has no sizes, and no response fails", async () => {
      await testing.platform.files.storage.put(
        "/products/1/broken.png",
        Buffer.from("no picture"),
        "image/png",
      );
      assert.equal((await ask("/products/1/broken.png?width=160")).status, 404);
    });

    test("addresses of other hosts, and other methods, find nothing on the files host", async () => {
      for (const at of [
        "/",
        "/api/3.0/products.json",
        "/docs",
        "/assets/x.js",
        "/a/../products/1/large.png%00",
      ])
        assert.equal((await ask(at)).status, 404, at);
      for (const at of ["//", "//:80/x", "//[", `${path}?width=%00`])
        assert.equal((await download(at)).status, 404, at);
      for (const method of ["POST", "PUT", "DELETE"])
        assert.ok([404, 405].includes((await ask(path, { method })).status), method);
    });
  });
}
