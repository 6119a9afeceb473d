import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { ApiError } from "@souk/contract";
import { eventually } from "@souk/testkit";
import type { ReceivedUpload } from "../infrastructure/routing/call.ts";
import { comingUpload, receiveUpload, takesUpload } from "./receive-upload.ts";

const limits = { types: ["image/png", "text/csv"], maxBytes: 3_000_000 };

let folder: string;
let server: Server;
const sockets = new Set<Socket>();
let received: { upload: ReceivedUpload; bytes: Buffer }[] = [];

/** Start a server that responds with the size of the upload or the error's code, and removes the file. */
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "souk-upload-"));
  server = createServer((request, response) => {
    const coming = comingUpload(request, limits);
    if (coming === null) {
      response.end("no upload");
      return;
    }
    const into = request.url === "/nowhere" ? join(folder, "nowhere") : folder;
    void receiveUpload(request, coming, into)
      .then(async (upload) => {
        received.push({ upload, bytes: await readFile(upload.path) });
        await rm(upload.path);
        return String(upload.size);
      })
      .catch((error: unknown) => (error instanceof ApiError ? error.code : String(error)))
      .then((text) => response.end(text));
  });
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

after(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

function connection(): Socket {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {});
  return socket;
}

const head = (type: string, more: string) =>
  `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\n${more}\r\n\r\n`;

/** Send bytes on a separate connection and return the first response's body. */
async function answerTo(start: string, body: Buffer): Promise<string> {
  const socket = connection();
  const answered = new Promise<string>((resolve) => {
    let text = "";
    socket.setEncoding("utf8").on("data", (part: string) => {
      text += part;
      const end = text.indexOf("\r\n\r\n");
      if (end !== -1 && text.length > end + 4)
        resolve(text.slice(end + 4).replace(/^[0-9a-f]+\r\n|\r\n0\r\n\r\n$/g, ""));
    });
    socket.on("close", () => resolve("closed"));
  });
  socket.write(start);
  socket.write(body);
  const text = await answered;
  socket.destroy();
  return text;
}

async function sizeInFolder(): Promise<number> {
  const [name = ""] = await readdir(folder);
  return (await stat(join(folder, name))).size;
}

const filesLeft = async () => (await readdir(folder)).length;
const nothingLeft = () => eventually(async () => (await filesLeft()) === 0);

test("a file arrives byte for byte with size and hash, with or without Content-Length", async () => {
  received = [];
  const bytes = randomBytes(2_500_000);
  assert.equal(await answerTo(head("image/png", `Content-Length: ${bytes.length}`), bytes), "2500000");
  const chunked = Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    bytes,
    Buffer.from("\r\n0\r\n\r\n"),
  ]);
  assert.equal(
    await answerTo(head("Text/CSV; charset=UTF-8", "Transfer-Encoding: chunked"), chunked),
    "2500000",
  );
  assert.deepEqual(
    received.map(({ upload }) => upload.type),
    ["image/png", "text/csv"],
  );
  for (const { upload, bytes: kept } of received) {
    assert.ok(kept.equals(bytes));
    assert.ok(upload.sha256.equals(createHash("sha256").update(bytes).digest()));
  }
  await nothingLeft();
});

test("only exactly the accepted types are an upload", async () => {
  for (const type of [
    "image/jpeg",
    "image/png; x=1",
    "image/png, text/csv",
    "image/pngx",
    "text/csv;charset=latin1",
    "*/*",
  ])
    assert.equal(await answerTo(head(type, "Content-Length: 1"), Buffer.from("x")), "no upload", type);
});

test("a file beyond the limit is rejected as soon as that is known, leaving nothing", async () => {
  const announced = head("image/png", "Content-Length: 400000000000");
  assert.equal(await answerTo(announced, Buffer.from("x")), "body_too_large");
  const part = Buffer.concat([Buffer.from("200000\r\n"), randomBytes(0x200000), Buffer.from("\r\n")]);
  // Two portions of 2 MiB of a body that goes on.
  const measured = answerTo(head("image/png", "Transfer-Encoding: chunked"), Buffer.concat([part, part]));
  assert.equal(await measured, "body_too_large");
  await nothingLeft();
});

test("a client that keeps sending a rejected file reads why, and is then cut off", async (t) => {
  await eventually(() => [...sockets].every(({ destroyed }) => destroyed));
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const socket = connection();
  let text = "";
  socket.setEncoding("utf8").on("data", (part: string) => (text += part));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(head("image/png", "Content-Length: 400000000000"));
  socket.write(Buffer.alloc(5_000_000));
  await new Promise<void>((resolve) => socket.on("data", () => text.includes("body_too_large") && resolve()));
  t.mock.timers.tick(5_000);
  await closed;
});

test("a file that stalls for half a minute is rejected, one that keeps coming is not", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const stalled = answerTo(head("image/png", "Content-Length: 1000000"), Buffer.alloc(200_000));
  await eventually(async () => (await filesLeft()) === 1);
  await eventually(async () => (await sizeInFolder()) === 200_000);
  t.mock.timers.tick(33_000);
  assert.equal(await filesLeft(), 1);
  t.mock.timers.tick(1_000);
  assert.equal(await stalled, "request_timeout");
  await nothingLeft();
});

test("a file whose connection breaks leaves nothing", async () => {
  const socket = connection();
  socket.write(head("image/png", "Content-Length: 1000000"));
  socket.write(Buffer.alloc(200_000));
  await eventually(async () => (await filesLeft()) === 1);
  assert.ok([...sockets].some(takesUpload));
  socket.destroy();
  await nothingLeft();
  await eventually(() => ![...sockets].some(takesUpload));
});

test("a complete file that this machine cannot store is not the client's error", async () => {
  const start = head("image/png", "Content-Length: 1000").replace("/ HTTP", "/nowhere HTTP");
  assert.match(await answerTo(start, Buffer.alloc(1000)), /ENOENT/);
});

test("an upload that takes longer than other requests may is not cut off by the server", async () => {
  const patient = createServer({ requestTimeout: 700, headersTimeout: 700, connectionsCheckingInterval: 10 });
  let timeouts = 0;
  patient.on("clientError", (_error, socket) => {
    timeouts += 1;
    if (!takesUpload(socket as Socket)) socket.destroy();
  });
  patient.on("request", (request, response) => {
    const coming = comingUpload(request, limits);
    if (coming === null) return;
    void receiveUpload(request, coming, folder).then(async ({ path, size }) => {
      await rm(path);
      response.end(String(size));
    });
  });
  await new Promise<void>((resolve) => patient.listen(0, "127.0.0.1", resolve));
  const socket = connect((patient.address() as AddressInfo).port, "127.0.0.1");
  let said = "";
  socket.setEncoding("utf8").on("data", (part: string) => (said += part));
  socket.write(head("image/png", "Content-Length: 20"));
  await eventually(() => timeouts > 0);
  socket.write("x".repeat(20));
  await eventually(() => said.includes("200 OK") && said.includes("20"));
  // The next request on the connection has the usual time again.
  socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n");
  await new Promise((resolve) => socket.once("close", resolve));
  assert.ok(timeouts >= 2);
  await new Promise((resolve) => patient.close(resolve));
});
