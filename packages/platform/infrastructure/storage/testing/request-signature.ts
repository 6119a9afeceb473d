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

function canonicalQuery(query: string): string {
  return query
    .split("&")
    .filter((pair) => pair !== "")
    .map((pair) => (pair.includes("=") ? pair : `${pair}=`))
    .sort()
    .join("&");
}

/**
 * Return whether a request is signed with a secret (AWS Signature Version 4), over its very body. Written
 * from the published description and not with the client's own code, so that the two check each other.
 */
export function isSigned(request: IncomingMessage, body: Buffer, secret: string): boolean {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? "",
    );
  const [, scope = "", signedHeaders = "", signature] = parts ?? [];
  const bodyHash = getHeader(request, "x-amz-content-sha256");
  if (signature === undefined || bodyHash !== sha256(body)) return false;
  const [path = "", query = ""] = (request.url ?? "").split("?");
  const names = signedHeaders.split(";");
  const canonical = [
    request.method,
    path,
    canonicalQuery(query),
    ...names.map((name) => `${name}:${getHeader(request, name)}`),
    "",
    signedHeaders,
    bodyHash,
  ].join("\n");
  const time = getHeader(request, "x-amz-date");
  const [day = "", region = "", service = "", end = ""] = scope.split("/");
  const key = [day, region, service, end].reduce<Buffer | string>(
    (made, part) => hmac(made, part),
    `AWS4${secret}`,
  );
  const text = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
  return hmac(key, text).toString("hex") === signature;
}
