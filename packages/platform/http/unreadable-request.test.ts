import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import { silentLog } from "@souk/testkit";
import Fastify from "fastify";
import { listen } from "./listen.ts";
import { rejectUnreadableRequest } from "./unreadable-request.ts";

/** Send bytes to a server with short timeouts, and return all that it sends until it closes the connection. */
async function sendAndReadResponse(bytes: string): Promise<string> {
  const server = Fastify({
    requestTimeout: 150,
    http: { headersTimeout: 100, connectionsCheckingInterval: 20 },
    clientErrorHandler: (error, socket) =>
      rejectUnreadableRequest(error, socket, { requestId: "req_1", headers: {} }),
  });
  server.post("/", async () => "read");
  await server.ready();
  const listening = await listen(server, { hosts: ["127.0.0.1"], port: 0, log: silentLog });
  const socket = connect(listening.addresses[0]?.port ?? 0, "127.0.0.1");
  let response = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => (response += chunk));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  socket.write(bytes);
  await closed;
  await listening.close(100);
  return response;
}

const head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";

test("a request whose headers or body arrive too slowly gets 408 and a closed connection", async () => {
  for (const bytes of [`${head}X-Slow: `, `${head}Content-Length: 100\r\n\r\n{`]) {
    const response = await sendAndReadResponse(bytes);
    assert.match(response, /^HTTP\/1\.1 408 Request Timeout\r\n/);
    assert.match(response, /\r\nx-request-id: req_1\r\n/);
    assert.match(response, /\r\nconnection: close\r\n/);
    const { error } = JSON.parse(response.slice(response.indexOf("{"))) as { error: Record<string, string> };
    assert.deepEqual([error.code, error.request_id], ["request_timeout", "req_1"]);
  }
});

test("bytes that are not HTTP get 400 without the parser's error text", async () => {
  const response = await sendAndReadResponse("\x16\x03\x01\r\n\r\n");
  assert.match(response, /^HTTP\/1\.1 400 Bad Request\r\n/);
  assert.match(response, /"code":"malformed_request"/);
  assert.doesNotMatch(response, /HPE|Parse Error/);
});
