import { hashOfSources } from "../hash-of-sources.ts";

/** Everything that a built panel follows from. */
const sources = [
  "apps/admin",
  "apps/partners",
  "packages/ui",
  "packages/client",
  "packages/contract",
  "packages/app-sdk/bridge",
  "tools/panels",
];

/** A hash of the panels' sources and of the versions of what they are built with. */
export function sourceHash(): string {
  return hashOfSources(sources);
}
