import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { S3Settings } from "../s3-storage.ts";
import { hasValidSignature } from "./request-signature.ts";

interface S3rver {
  run(): Promise<{ port: number }>;
  close(): Promise<void>;
}

const require = createRequire(import.meta.url);
const S3rver = require("s3rver") as new (options: object) => S3rver;

/** An S3-compatible server for tests. */
export interface S3Server {
  settings: S3Settings;
  /** The method and path of each request so far. */
  requests: string[];
  stop(): Promise<void>;
}

/** The only key that s3rver accepts. */
const accessKey = "S3RVER";
const secretKey = "S3RVER";
const bucket = "souk-files";

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function forwardRequest(
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
  const forwardedRequest = sendRequest(options, (forwardedResponse) => {
    response.writeHead(forwardedResponse.statusCode ?? 500, forwardedResponse.headers);
    forwardedResponse.pipe(response);
  });
  forwardedRequest.on("error", () => response.destroy());
  response.on("close", () => forwardedRequest.destroy());
  forwardedRequest.end(body);
}

/**
 * Start s3rver behind a proxy that verifies every signature, because s3rver accepts any signature.
 */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), "souk-s3-"));
  const s3Server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await s3Server.run();
  const requests: string[] = [];
  const proxy = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    void readBody(request).then(
      (body) => {
        if (hasValidSignature(request, body, secretKey)) {
          // s3rver does not support aborting a multipart upload.
          if (request.method === "DELETE" && request.url?.includes("uploadId="))
            return response.writeHead(204).end();
          return forwardRequest(request, body, { port, response });
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
    requests,
    stop: async () => {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
      await s3Server.close();
      await rm(directory, { recursive: true });
    },
  };
}
