import { hashOfSources } from "../hash-of-sources.ts";

/** All inputs of a built panel. */
const sources = [
  "apps/admin",
  "apps/partners",
  "packages/ui",
  "packages/client",
  "packages/contract",
  "packages/app-sdk/bridge",
  "tools/panels",
];

/** Hash the panels' sources and the versions of their build tools. */
export function sourceHash(): string {
  return hashOfSources(sources);
}
