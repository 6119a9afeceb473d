import { basename } from "node:path";
import { CliError } from "../cli-error.ts";

/** An app that is about to be written. */
export interface NewApp {
  folder: string;
  /** For people. */
  name: string;
  /** For npm. */
  packageName: string;
  port: number;
  /** As registered on this machine. */
  app_url: string;
  redirection_url: string;
  /** The partner dashboard of the platform. */
  platform: URL;
  /** The domain that the platform's shops stand below, with its dot. */
  storeDomainSuffix: string;
}

export interface Wishes {
  folder: string;
  name: string | undefined;
  port: string | undefined;
  platform: string;
}

// The name comes to stand in code and HTML: it has nothing in it that would end a text in either.
const nameShape = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u;

/** @throws CliError for a wish that cannot be fulfilled */
export function newApp({ folder, name = nameFrom(folder), port = "4200", platform }: Wishes): NewApp {
  if (!nameShape.test(name))
    throw new CliError(
      `--name is "${name}", but it takes up to 60 letters, digits, spaces, dots and dashes.`,
    );
  const number = Number(port);
  if (!/^\d{1,5}$/.test(port) || number < 1 || number > 65_535)
    throw new CliError(`--port is "${port}", but it takes a port from 1 to 65535.`);
  const url = readPlatform(platform);
  return {
    folder,
    name,
    packageName: packageNameOf(name),
    port: number,
    app_url: `http://localhost:${number}/`,
    redirection_url: `http://localhost:${number}/auth/callback`,
    platform: url,
    storeDomainSuffix: url.hostname.replace(/^partners/, ""),
  };
}

/** `stock-alerts` becomes Stock Alerts. */
function nameFrom(folder: string): string {
  const words = basename(folder).split(/[^\p{L}\p{N}]+/u);
  return words
    .filter((word) => word !== "")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}

function packageNameOf(name: string): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return plain === "" ? "souk-app" : plain;
}

function readPlatform(text: string): URL {
  const url = URL.parse(text);
  const isPrivate =
    url?.protocol === "https:" || (url?.protocol === "http:" && url.hostname.endsWith(".localhost"));
  if (url !== null && isPrivate && url.hostname.startsWith("partners.")) return url;
  throw new CliError(
    `--platform is "${text}", but it takes the address of a partner dashboard, such as https://partners.souk.example; http only on this machine.`,
  );
}
