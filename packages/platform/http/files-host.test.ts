import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import { type HttpResponse, type RequestOptions, startTestPlatform, type TestPlatform } from "@souk/testkit";
import sharp from "sharp";
import { createTwoColorImage } from "../infrastructure/images/testing/unusual-images.ts";
import { type S3Server, startS3Server } from "../infrastructure/storage/testing/s3-server.ts";
import { sendRawRequest } from "./testing/raw-request.ts";

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
    let testPlatform: TestPlatform;
    let png: Buffer;
    const path = "/products/1/large.png";

    before(async () => {
      testPlatform = await startTestPlatform({ role: "api", ...getConfig() });
      png = await createTwoColorImage(2_000, 1_000).png().toBuffer();
      const { storage } = testPlatform.platform.files;
      await storage.put(path, png, "image/png");
      await storage.put("/exports/1/all.jsonl", Buffer.from('{"id":1}\n'), "application/jsonl");
      for (const extension of ["html", "svg", "js", "txt", "xml", "PNG"])
        await storage.put(
          `/products/1/page.${extension}`,
          Buffer.from("<script>alert(1)</script>"),
          "text/html",
        );
    });

    after(() => testPlatform.stop());

    const sendRequest = (filePath: string, options: RequestOptions = {}): Promise<HttpResponse> =>
      testPlatform.request(`${testPlatform.addresses.filesOrigin}${filePath}`, options);

    /** Fetch a body as bytes. */
    async function download(filePath: string, headers: Record<string, string> = {}) {
      const lines = Object.entries({ host: "files.souk.localhost", ...headers }).map(
        ([key, value]) => `${key}: ${value}`,
      );
      const response = await sendRawRequest(testPlatform.port, [`GET ${filePath} HTTP/1.1`, ...lines]);
      return { ...response, bytes: Buffer.from(response.body, "latin1") };
    }

    test("an image is served unchanged, with headers that allow caching and forbid scripts", async () => {
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
      const head = await sendRequest(path, { method: "HEAD" });
      assert.deepEqual(
        [head.status, head.headers["content-length"], head.text],
        [200, String(png.length), ""],
      );
      assert.equal(head.headers.etag, headers["etag"]);
    });

    test("a client that already has the file gets 304", async () => {
      const { etag = "" } = (await sendRequest(path, { method: "HEAD" })).headers;
      assert.match(etag, /^"[\w-]{22}"$/);
      for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`]) {
        const response = await sendRequest(path, { headers: { "if-none-match": ifNoneMatch } });
        assert.deepEqual(
          [response.status, response.text, response.headers.etag],
          [304, "", etag],
          ifNoneMatch,
        );
      }
      assert.equal(
        (await sendRequest(path, { method: "HEAD", headers: { "if-none-match": '"other"' } })).status,
        200,
      );
    });

    test("a byte range is served with 206, and a range outside the file gets 416", async () => {
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
        const response = await download(path, { range });
        assert.deepEqual(
          [response.status, response.headers["content-range"]],
          [206, `bytes ${first}-${last}/${size}`],
          range,
        );
        assert.ok(response.bytes.equals(png.subarray(first, last + 1)), range);
      }
      for (const range of [`bytes=${size}-`, "bytes=-0"]) {
        const response = await sendRequest(path, { headers: { range } });
        assert.deepEqual(
          [response.status, response.headers["content-range"]],
          [416, `bytes */${size}`],
          range,
        );
      }
      for (const range of ["bytes=5-2", "bytes=0-1,3-4", "pages=1-2", "bytes=a-b", "bytes="])
        assert.equal((await download(path, { range })).status, 200, range);
      const { etag = "" } = (await sendRequest(path, { method: "HEAD" })).headers;
      assert.equal((await download(path, { range: "bytes=0-3", "if-range": etag })).status, 206);
      assert.equal((await download(path, { range: "bytes=0-3", "if-range": '"older"' })).status, 200);
    });

    test("an export is served as an attachment that is not cached", async () => {
      const { status, headers, text } = await sendRequest(
        testPlatform.platform.files.links.sign("/exports/1/all.jsonl"),
      );
      assert.equal((await sendRequest("/exports/1/all.jsonl")).status, 404, "without a signature");
      assert.deepEqual([status, text], [200, '{"id":1}\n']);
      assert.deepEqual(
        [headers["cache-control"], headers["content-disposition"]],
        ["private, no-store", "attachment"],
      );
    });

    test("the files host does not serve stored HTML, scripts, text or SVG", async () => {
      for (const extension of ["html", "svg", "js", "txt", "xml", "PNG"])
        assert.equal((await sendRequest(`/products/1/page.${extension}`)).status, 404, extension);
    });

    test("an image is rendered as WebP in one of four widths and stored; other widths get 404", async () => {
      for (const width of [160, 480, 960, 1600]) {
        const { status, headers, bytes } = await download(`${path}?width=${width}`);
        assert.deepEqual([status, headers["content-type"]], [200, "image/webp"]);
        const metadata = await sharp(bytes).metadata();
        assert.deepEqual([metadata.format, metadata.width, metadata.height], ["webp", width, width / 2]);
        assert.ok(await testPlatform.platform.files.storage.getSize(`/renditions/${width}${path}.webp`));
        const secondResponse = await download(`${path}?width=${width}`);
        assert.deepEqual(
          [secondResponse.headers["etag"], secondResponse.bytes.equals(bytes)],
          [headers["etag"], true],
        );
      }
      for (const width of ["161", "0", "-1", "", "1e2", "0160", "160.0", "100000", "all"])
        assert.equal((await sendRequest(`${path}?width=${width}`)).status, 404, width);
      assert.equal((await sendRequest(`/renditions/160${path}.webp`)).status, 404);
      assert.equal((await sendRequest(`/renditions/160${path}.webp?width=160`)).status, 404);
      assert.equal((await sendRequest("/products/1/none.png?width=160")).status, 404);
      assert.equal((await sendRequest("/products/1/page.svg?width=160")).status, 404);
      assert.ok((await download(path)).bytes.equals(png), "the original is unchanged");
    });

    test("concurrent requests for a new image size all get the same image", async () => {
      await testPlatform.platform.files.storage.put("/products/1/new.png", png, "image/png");
      const responses = await Promise.all(
        Array.from({ length: 30 }, () => download("/products/1/new.png?width=480")),
      );
      assert.ok(
        responses.every(
          ({ status, bytes }) => status === 200 && bytes.equals(responses[0]?.bytes ?? randomBytes(1)),
        ),
      );
    });

    test("a request to resize a stored file that is not an image gets 404", async () => {
      await testPlatform.platform.files.storage.put(
        "/products/1/broken.png",
        Buffer.from("not an image"),
        "image/png",
      );
      assert.equal((await sendRequest("/products/1/broken.png?width=160")).status, 404);
    });

    test("the files host serves no paths of other hosts, and accepts only GET and HEAD", async () => {
      for (const unservedPath of [
        "/",
        "/api/3.0/products.json",
        "/docs",
        "/assets/x.js",
        "/a/../products/1/large.png%00",
      ])
        assert.equal((await sendRequest(unservedPath)).status, 404, unservedPath);
      for (const unservedPath of ["//", "//:80/x", "//[", `${path}?width=%00`])
        assert.equal((await download(unservedPath)).status, 404, unservedPath);
      for (const method of ["POST", "PUT", "DELETE"])
        assert.ok([404, 405].includes((await sendRequest(path, { method })).status), method);
    });
  });
}
