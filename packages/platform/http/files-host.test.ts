import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { type Answer, type RequestOptions, type TestPlatform, testPlatform } from "@souk/testkit";
import sharp from "sharp";
import { twoColours } from "../pictures/testing/odd-pictures.ts";
import { type S3Server, startS3Server } from "../storage/testing/s3-server.ts";
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

for (const [name, configOf] of Object.entries(configs)) {
  describe(name, () => {
    let testing: TestPlatform;
    let png: Buffer;
    const path = "/products/1/large.png";

    before(async () => {
      testing = await testPlatform({ role: "api", ...configOf() });
      png = await twoColours(2_000, 1_000).png().toBuffer();
      const { storage } = testing.platform.files;
      await storage.put(path, png, "image/png");
      await storage.put("/exports/1/all.jsonl", Buffer.from('{"id":1}\n'), "application/jsonl");
      for (const end of ["html", "svg", "js", "txt", "xml", "PNG"])
        await storage.put(`/products/1/page.${end}`, Buffer.from("<script>alert(1)</script>"), "text/html");
    });

    after(() => testing.stop());

    const ask = (at: string, options: RequestOptions = {}): Promise<Answer> =>
      testing.request(`${testing.addresses.filesOrigin}${at}`, options);

    /** A body as its bytes. */
    async function bytesOf(at: string, headers: Record<string, string> = {}) {
      const lines = Object.entries({ host: "files.souk.localhost", ...headers }).map(
        ([key, value]) => `${key}: ${value}`,
      );
      const answer = await rawRequest(testing.port, [`GET ${at} HTTP/1.1`, ...lines]);
      return { ...answer, bytes: Buffer.from(answer.body, "latin1") };
    }

    test("a picture is given out byte for byte, for everybody to keep, and runs nothing", async () => {
      const { status, headers, bytes } = await bytesOf(path);
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

    test("who has it is told so", async () => {
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

    test("a part is given out alone, and one that is not there is refused", async () => {
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
        const answer = await bytesOf(path, { range });
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
        assert.equal((await bytesOf(path, { range })).status, 200, range);
      const { etag = "" } = (await ask(path, { method: "HEAD" })).headers;
      assert.equal((await bytesOf(path, { range: "bytes=0-3", "if-range": etag })).status, 206);
      assert.equal((await bytesOf(path, { range: "bytes=0-3", "if-range": '"older"' })).status, 200);
    });

    test("what a merchant saved is kept by nobody and never shown by a browser", async () => {
      const { status, headers, text } = await ask("/exports/1/all.jsonl");
      assert.deepEqual([status, text], [200, '{"id":1}\n']);
      assert.deepEqual(
        [headers["cache-control"], headers["content-disposition"]],
        ["private, no-store", "attachment"],
      );
    });

    test("no page, no script and no SVG leaves the host, wherever it came from", async () => {
      for (const end of ["html", "svg", "js", "txt", "xml", "PNG"])
        assert.equal((await ask(`/products/1/page.${end}`)).status, 404, end);
    });

    test("four widths are made as WebP at the first request and kept; others are not there", async () => {
      for (const width of [160, 480, 960, 1600]) {
        const { status, headers, bytes } = await bytesOf(`${path}?width=${width}`);
        assert.deepEqual([status, headers["content-type"]], [200, "image/webp"]);
        const made = await sharp(bytes).metadata();
        assert.deepEqual([made.format, made.width, made.height], ["webp", width, width / 2]);
        assert.ok(await testing.platform.files.storage.sizeOf(`/renditions/${width}${path}.webp`));
        const again = await bytesOf(`${path}?width=${width}`);
        assert.deepEqual([again.headers["etag"], again.bytes.equals(bytes)], [headers["etag"], true]);
      }
      for (const width of ["161", "0", "-1", "", "1e2", "0160", "160.0", "100000", "all"])
        assert.equal((await ask(`${path}?width=${width}`)).status, 404, width);
      assert.equal((await ask(`/renditions/160${path}.webp`)).status, 404);
      assert.equal((await ask(`/renditions/160${path}.webp?width=160`)).status, 404);
      assert.equal((await ask("/products/1/none.png?width=160")).status, 404);
      assert.equal((await ask("/products/1/page.svg?width=160")).status, 404);
      assert.ok((await bytesOf(path)).bytes.equals(png), "the original stays");
    });

    test("many who ask for one new rendition at once all get it", async () => {
      await testing.platform.files.storage.put("/products/1/new.png", png, "image/png");
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => bytesOf("/products/1/new.png?width=480")),
      );
      assert.ok(
        answers.every(
          ({ status, bytes }) => status === 200 && bytes.equals(answers[0]?.bytes ?? randomBytes(1)),
        ),
      );
    });

    test("what is stored but is no picture gives no rendition and no answer of ours goes wrong", async () => {
      await testing.platform.files.storage.put(
        "/products/1/broken.png",
        Buffer.from("no picture"),
        "image/png",
      );
      assert.equal((await ask("/products/1/broken.png?width=160")).status, 404);
    });

    test("other hosts' addresses, and other methods, find nothing there", async () => {
      for (const at of [
        "/",
        "/api/3.0/products.json",
        "/docs",
        "/assets/x.js",
        "/a/../products/1/large.png%00",
      ])
        assert.equal((await ask(at)).status, 404, at);
      for (const at of ["//", "//:80/x", "//[", `${path}?width=%00`])
        assert.equal((await bytesOf(at)).status, 404, at);
      for (const method of ["POST", "PUT", "DELETE"])
        assert.ok([404, 405].includes((await ask(path, { method })).status), method);
    });
  });
}
