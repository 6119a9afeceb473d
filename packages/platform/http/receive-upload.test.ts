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
import { isReceivingUpload, readUploadHeader, receiveUpload } from "./receive-upload.ts";

const limits = { types: ["image/png", "text/csv"], maxBytes: 3_000_000 };

let folder: string;
let server: Server;
const sockets = new Set<Socket>();
let receivedUploads: { upload: ReceivedUpload; bytes: Buffer }[] = [];

/** Start a server that receives each upload, deletes it, and responds with its size or the error's code. */
before(async () => {
  folder = await mkdtemp(join(tmpdir(), "souk-upload-"));
  server = createServer((request, response) => {
    const incomingUpload = readUploadHeader(request, limits);
    if (incomingUpload === null) {
      response.end("no upload");
      return;
    }
    const targetFolder = request.url === "/nowhere" ? join(folder, "nowhere") : folder;
    void receiveUpload(request, incomingUpload, targetFolder)
      .then(async (upload) => {
        receivedUploads.push({ upload, bytes: await readFile(upload.path) });
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

function openConnection(): Socket {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {});
  return socket;
}

const buildHead = (type: string, extraHeaders: string) =>
  `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\n${extraHeaders}\r\n\r\n`;

/** Send a request on a new connection, and return the body of the response, or `closed` if there is none. */
async function sendAndRead(requestHead: string, body: Buffer): Promise<string> {
  const socket = openConnection();
  const bodyRead = new Promise<string>((resolve) => {
    let text = "";
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      const end = text.indexOf("\r\n\r\n");
      // The replacement removes the chunk size and the end of a chunked response.
      if (end !== -1 && text.length > end + 4)
        resolve(text.slice(end + 4).replace(/^[0-9a-f]+\r\n|\r\n0\r\n\r\n$/g, ""));
    });
    socket.on("close", () => resolve("closed"));
  });
  socket.write(requestHead);
  socket.write(body);
  const text = await bodyRead;
  socket.destroy();
  return text;
}

async function getOnlyFileSize(): Promise<number> {
  const [name = ""] = await readdir(folder);
  return (await stat(join(folder, name))).size;
}

const countFiles = async () => (await readdir(folder)).length;
const waitUntilFolderIsEmpty = () => eventually(async () => (await countFiles()) === 0);

test("an upload is stored unchanged with its size and hash, even without Content-Length", async () => {
  receivedUploads = [];
  const bytes = randomBytes(2_500_000);
  assert.equal(
    await sendAndRead(buildHead("image/png", `Content-Length: ${bytes.length}`), bytes),
    "2500000",
  );
  const chunked = Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    bytes,
    Buffer.from("\r\n0\r\n\r\n"),
  ]);
  assert.equal(
    await sendAndRead(buildHead("Text/CSV; charset=UTF-8", "Transfer-Encoding: chunked"), chunked),
    "2500000",
  );
  assert.deepEqual(
    receivedUploads.map(({ upload }) => upload.type),
    ["image/png", "text/csv"],
  );
  for (const { upload, bytes: storedBytes } of receivedUploads) {
    assert.ok(storedBytes.equals(bytes));
    assert.ok(upload.sha256.equals(createHash("sha256").update(bytes).digest()));
  }
  await waitUntilFolderIsEmpty();
});

test("a body whose content type is not exactly an accepted one does not count as an upload", async () => {
  for (const type of [
    "image/jpeg",
    "image/png; x=1",
    "image/png, text/csv",
    "image/pngx",
    "text/csv;charset=latin1",
    "*/*",
  ])
    assert.equal(
      await sendAndRead(buildHead(type, "Content-Length: 1"), Buffer.from("x")),
      "no upload",
      type,
    );
});

test("an upload is rejected and deleted as soon as it exceeds the size limit", async () => {
  const oversizedHead = buildHead("image/png", "Content-Length: 400000000000");
  assert.equal(await sendAndRead(oversizedHead, Buffer.from("x")), "body_too_large");
  const chunk = Buffer.concat([Buffer.from("200000\r\n"), randomBytes(0x200000), Buffer.from("\r\n")]);
  // The body begins with two chunks of 2 MiB and never ends.
  const oversizedResponse = sendAndRead(
    buildHead("image/png", "Transfer-Encoding: chunked"),
    Buffer.concat([chunk, chunk]),
  );
  assert.equal(await oversizedResponse, "body_too_large");
  await waitUntilFolderIsEmpty();
});

test("a client that keeps sending a rejected upload gets the error and is disconnected", async (t) => {
  await eventually(() => [...sockets].every(({ destroyed }) => destroyed));
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const socket = openConnection();
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(buildHead("image/png", "Content-Length: 400000000000"));
  socket.write(Buffer.alloc(5_000_000));
  await new Promise<void>((resolve) => socket.on("data", () => text.includes("body_too_large") && resolve()));
  t.mock.timers.tick(5_000);
  await closed;
});

test("a stalled upload times out after 30 seconds plus one second per 64 KiB received", async (t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const stalledResponse = sendAndRead(
    buildHead("image/png", "Content-Length: 1000000"),
    Buffer.alloc(200_000),
  );
  await eventually(async () => (await countFiles()) === 1);
  await eventually(async () => (await getOnlyFileSize()) === 200_000);
  // The 200,000 bytes received add 3 seconds to the 30.
  t.mock.timers.tick(33_000);
  assert.equal(await countFiles(), 1);
  t.mock.timers.tick(1_000);
  assert.equal(await stalledResponse, "request_timeout");
  await waitUntilFolderIsEmpty();
});

test("an upload whose connection breaks is deleted", async () => {
  const socket = openConnection();
  socket.write(buildHead("image/png", "Content-Length: 1000000"));
  socket.write(Buffer.alloc(200_000));
  await eventually(async () => (await countFiles()) === 1);
  assert.ok([...sockets].some(isReceivingUpload));
  socket.destroy();
  await waitUntilFolderIsEmpty();
  await eventually(() => ![...sockets].some(isReceivingUpload));
});

test("an upload that cannot be written to the disk is not reported as the client's error", async () => {
  const requestHead = buildHead("image/png", "Content-Length: 1000").replace("/ HTTP", "/nowhere HTTP");
  assert.match(await sendAndRead(requestHead, Buffer.alloc(1000)), /ENOENT/);
});

test("an upload may take longer than the server's timeout for other requests", async () => {
  const shortTimeoutServer = createServer({
    requestTimeout: 700,
    headersTimeout: 700,
    connectionsCheckingInterval: 10,
  });
  let timeoutCount = 0;
  shortTimeoutServer.on("clientError", (_error, socket) => {
    timeoutCount += 1;
    if (!isReceivingUpload(socket as Socket)) socket.destroy();
  });
  shortTimeoutServer.on("request", (request, response) => {
    const incomingUpload = readUploadHeader(request, limits);
    if (incomingUpload === null) return;
    void receiveUpload(request, incomingUpload, folder).then(async ({ path, size }) => {
      await rm(path);
      response.end(String(size));
    });
  });
  await new Promise<void>((resolve) => shortTimeoutServer.listen(0, "127.0.0.1", resolve));
  const socket = connect((shortTimeoutServer.address() as AddressInfo).port, "127.0.0.1");
  let responseText = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => (responseText += chunk));
  socket.write(buildHead("image/png", "Content-Length: 20"));
  await eventually(() => timeoutCount > 0);
  socket.write("x".repeat(20));
  await eventually(() => responseText.includes("200 OK") && responseText.includes("20"));
  // The next request on the connection has the server's usual timeout again.
  socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n");
  await new Promise((resolve) => socket.once("close", resolve));
  assert.ok(timeoutCount >= 2);
  await new Promise((resolve) => shortTimeoutServer.close(resolve));
});
