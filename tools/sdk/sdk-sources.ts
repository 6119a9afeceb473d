import { hashOfSources } from "../hash-of-sources.ts";

/** Everything that the packed SDK follows from. */
const sources = ["packages/app-sdk", "packages/contract", "packages/signing", "packages/client", "tools/sdk"];

/** A hash of the SDK's sources and of the versions of what they are compiled with. */
export function sdkSourceHash(): string {
  return hashOfSources(sources);
}
