import type { InstallsApi } from "../installs/index.ts";
import type { UrlRules } from "./records/url-rules.ts";

/** What the customization module uses from the platform. */
export interface CustomizationDeps {
  installs: Pick<InstallsApi, "openApp">;
  /** The rules for the URLs in records of apps. */
  rules: UrlRules;
}
