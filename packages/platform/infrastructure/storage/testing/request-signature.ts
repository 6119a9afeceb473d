import { createHash, createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";

function sha256(data: Buffer | string): string {
  return createHash("sha256").update(data).digest("hex");
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}

function getHeader(request: IncomingMessage, name: string): string {
  return String(request.headers[name] ?? "")
    .trim()
    .replace(/ +/g, " ");
}

function buildCanonicalQuery(query: string): string {
  return query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => (pair.includes("=") ? pair : `${pair}=`))
    .sort()
    .join("&");
}

/**
 * Return whether a request and its body have a valid signature for a secret (AWS Signature Version 4). This is an
 * independent implementation of the published specification, so that it also tests the client.
 */
export function hasValidSignature(request: IncomingMessage, body: Buffer, secret: string): boolean {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? "",
    );
  const [, scope = "", signedHeaders = "", signature] = parts ?? [];
  const bodyHash = getHeader(request, "x-amz-content-sha256");
  if (signature === undefined || bodyHash !== sha256(body)) return false;
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const names = signedHeaders.split(";");
  const canonicalRequest = [
    request.method,
    path,
    buildCanonicalQuery(query),
    ...names.map((name) => `${name}:${getHeader(request, name)}`),
    "",
    signedHeaders,
    bodyHash,
  ].join("\n");
  const time = getHeader(request, "x-amz-date");
  const [day = "", region = "", service = "", end = ""] = scope.split("/");
  const key = [day, region, service, end].reduce<Buffer | string>(
    (signingKey, part) => hmac(signingKey, part),
    `AWS4${secret}`,
  );
  const text = ["AWS4-HMAC-SHA256", time, scope, sha256(canonicalRequest)].join("\n");
  return hmac(key, text).toString("hex") === signature;
}
