import type { InstallsApi } from "../installs/index.ts";
import type { AddressRules } from "./records/address-rules.ts";

/** What customization needs from the platform. */
export interface CustomizationDeps {
  installs: Pick<InstallsApi, "openApp">;
  /** What the addresses of apps' records may be. */
  rules: AddressRules;
}
