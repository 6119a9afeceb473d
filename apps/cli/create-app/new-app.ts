import { basename } from "node:path";
import { CliError } from "../cli-error.ts";

/** The data from which an app's files are written. */
export interface NewApp {
  folder: string;
  /** The app's display name. */
  name: string;
  /** The name of the app's npm package. */
  packageName: string;
  port: number;
  /** The App URL, on this machine. */
  app_url: string;
  redirection_url: string;
  /** The URL of the platform's partner dashboard. */
  platform: URL;
  /** The domain suffix of the platform's stores, with a leading dot. */
  storeDomainSuffix: string;
  /** The domain of the platform's admin, or null if the admin is on the domain of the stores. */
  adminDomain: string | null;
}

export interface NewAppOptions {
  folder: string;
  name: string | undefined;
  port: string | undefined;
  platform: string;
  /** The domain of the platform's stores. By default, it is the domain of the partner dashboard. */
  storeDomain: string | undefined;
}

// The name is inserted into code and HTML, so it must not contain quotes or angle brackets.
const namePattern = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u;

/**
 * Build the data of a new app from the command's options.
 * @throws CliError if an option is invalid
 */
export function buildNewApp({
  folder,
  name = buildName(folder),
  port = "4200",
  platform,
  storeDomain,
}: NewAppOptions): NewApp {
  if (!namePattern.test(name))
    throw new CliError(
      `--name is "${name}". It must be at most 60 letters, digits, spaces, dots, hyphens and underscores, and begin with a letter or digit.`,
    );
  const portNumber = Number(port);
  if (!/^\d{1,5}$/.test(port) || portNumber < 1 || portNumber > 65_535)
    throw new CliError(`--port is "${port}". It must be a port number from 1 to 65535.`);
  const url = parsePlatformUrl(platform);
  const partnersDomain = url.hostname.replace(/^partners\./, "");
  const { domain, adminDomain } = resolveDomains(partnersDomain, storeDomain);
  return {
    folder,
    name,
    packageName: toPackageName(name),
    port: portNumber,
    app_url: `http://localhost:${portNumber}/`,
    redirection_url: `http://localhost:${portNumber}/auth/callback`,
    platform: url,
    storeDomainSuffix: `.${domain}`,
    adminDomain,
  };
}

const domainPattern = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/;

function resolveDomains(
  partnersDomain: string,
  storeDomain = partnersDomain,
): { domain: string; adminDomain: string | null } {
  const domain = storeDomain.replace(/^\./, "");
  if (!domainPattern.test(domain))
    throw new CliError(`--store-domain is "${storeDomain}". It must be a domain, such as souk.example.`);
  return { domain, adminDomain: domain === partnersDomain ? null : partnersDomain };
}

/** Build an app's name from its folder, for example "Stock Alerts" from `stock-alerts`. */
function buildName(folder: string): string {
  const words = basename(folder).split(/[^\p{L}\p{N}]+/u);
  return words
    .filter((word) => word !== "")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

function toPackageName(name: string): string {
  const packageName = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return packageName === "" ? "souk-app" : packageName;
}

function parsePlatformUrl(text: string): URL {
  const url = URL.parse(text);
  const isAllowed =
    url?.protocol === "https:" || (url?.protocol === "http:" && url.hostname.endsWith(".localhost"));
  if (url !== null && isAllowed && url.hostname.startsWith("partners.")) return url;
  throw new CliError(
    `--platform is "${text}". It must be the URL of a partner dashboard, such as https://partners.souk.example. http is allowed only on this machine.`,
  );
}
