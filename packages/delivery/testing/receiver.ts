import { createServer as createTcpServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { testKey } from "./certificates.ts";

export type ReceivedRequest = { head: string; body: Buffer; socket: Socket };

export type TestReceiver = {
  port: number;
  /** The receiver's URL, with the host `localhost`. */
  url: string;
  requests: ReceivedRequest[];
  /** The number of connections accepted since the start. */
  connectionCount: number;
  /** The open connections. */
  openConnections: Set<Socket>;
  close(): Promise<void>;
};

export type ReceiverOptions = {
  /** Write the response, or any other bytes. `count` is the number of requests so far. */
  respond: (request: ReceivedRequest, count: number) => void;
  /** The certificate of a TLS server. */
  certificate?: string;
  port?: number;
};

/**
 * Start a server on 127.0.0.1 that writes raw bytes, so that it can send invalid responses.
 */
export async function startReceiver({
  respond,
  certificate,
  port = 0,
}: ReceiverOptions): Promise<TestReceiver> {
  const scheme = certificate === undefined ? "http" : "https";
  const server =
    certificate === undefined ? createTcpServer() : createTlsServer({ key: testKey, cert: certificate });
  const receiver: TestReceiver = {
    port: 0,
    url: "",
    requests: [],
    connectionCount: 0,
    openConnections: new Set(),
    close: () => closeServer(server, receiver.openConnections),
  };
  server.on(certificate === undefined ? "connection" : "secureConnection", (socket: Socket) => {
    readRequests(socket, (request) => {
      receiver.requests.push(request);
      respond(request, receiver.requests.length);
    });
  });
  server.on("connection", (socket: Socket) => {
    receiver.connectionCount += 1;
    receiver.openConnections.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => receiver.openConnections.delete(socket));
  });
  server.on("tlsClientError", () => {});
  receiver.port = await listen(server, "127.0.0.1", port);
  receiver.url = `${scheme}://localhost:${receiver.port}/hook`;
  return receiver;
}

/** Start listening, wait until the server listens, and return the port. */
export function listen(
  server: Server,
  host: string,
  port: number,
  options: { ipv6Only?: boolean } = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, exclusive: true, ...options }, () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : 0);
    });
  });
}

/** Build the text of an HTTP response with the correct content-length. */
export function buildResponse(status: number, headers: Record<string, string> = {}, body = ""): string {
  const allHeaders = Object.entries({ ...headers, "content-length": String(Buffer.byteLength(body)) });
  const headerLines = allHeaders.map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} X\r\n${headerLines.join("")}\r\n${body}`;
}

function readRequests(socket: Socket, onRequest: (request: ReceivedRequest) => void): void {
  let bytes = Buffer.alloc(0);
  socket.on("error", () => {});
  socket.on("data", (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    for (;;) {
      const end = bytes.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = bytes.subarray(0, end).toString("latin1");
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
      if (bytes.length < end + 4 + length) return;
      const body = bytes.subarray(end + 4, end + 4 + length);
      bytes = bytes.subarray(end + 4 + length);
      onRequest({ head, body, socket });
    }
  });
}

function closeServer(server: Server, openConnections: ReadonlySet<Socket>): Promise<void> {
  for (const socket of openConnections) socket.destroy();
  return new Promise((resolve) => server.close(() => resolve()));
}
