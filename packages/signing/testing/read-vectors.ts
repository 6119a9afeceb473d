import { readFileSync } from "node:fs";

export type QueryVector = {
  name: string;
  secret: string;
  parameters: Record<string, string>;
  signed_string: string;
  hmac: string;
  query: string;
};
export type BodyVector = { name: string; secret: string; body: string; hmac: string };

/** Read the signature test vectors. They were created with tools other than this package. */
export function readVectors(): { query: QueryVector[]; body: BodyVector[] } {
  return JSON.parse(readFileSync(new URL("../vectors.json", import.meta.url), "utf8"));
}
