import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { S3Settings } from "../s3-storage.ts";
import { isSigned } from "./request-signature.ts";

interface S3rver {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}

const require = createRequire(import.meta.url);
const S3rver = require("s3rver") as new (options: object) => S3rver;

/** An S3-compatible server of this test. */
export interface S3Server {
  settings: S3Settings;
  /** Method and path of each request, in order. */
  asked: string[];
  stop(): Promise<void>;
}

/** The only key that s3rver knows. */
const accessKey = "S3RVER";
const secretKey = "S3RVER";
const bucket = "souk-files";

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts);
}

function forward(
  request: IncomingMessage,
  body: Buffer,
  { port, response }: { port: number; response: ServerResponse },
) {
  const { method, url, headers } = request;
  const options = {
    host: "127.0.0.1",
    port,
    ...(method ? { method } : {}),
    ...(url ? { path: url } : {}),
    headers,
  };
  const inner = sendRequest(options, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers);
    answer.pipe(response);
  });
  inner.on("error", () => response.destroy());
  response.on("close", () => inner.destroy());
  inner.end(body);
}

/**
 * Start s3rver behind a proxy that checks every signature: s3rver itself accepts any signature of version 4.
 */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), "souk-s3-"));
  const inner = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await inner.run();
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    void readBody(request).then(
      (body) => {
        if (isSigned(request, body, secretKey)) {
          // s3rver does not know how to give up an upload of several parts.
          if (request.method === "DELETE" && request.url?.includes("uploadId="))
            return response.writeHead(204).end();
          return forward(request, body, { port, response });
        }
        const text =
          "<Error><Code>SignatureDoesNotMatch</Code><Message>The signature is wrong.</Message></Error>";
        response.writeHead(403, { "content-type": "application/xml" }).end(text);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return {
    settings: { kind: "s3", bucket, endpoint, region: "eu-central-1", accessKey, secretKey },
    asked,
    stop: async () => {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await inner.close();
      await rm(directory, { recursive: true });
    },
  };
}
