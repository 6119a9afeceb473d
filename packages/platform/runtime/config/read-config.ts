import type { PublicUrl } from "../addresses.ts";
import type { Config, StorageSettings } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import type { Environment } from "./environment.ts";
import { type Variable, type VariableName, type VariableValue, variables } from "./variables.ts";

/**
 * Read the configuration from environment variables; an empty one counts as not set.
 * @throws ConfigError with one sentence for every bad value
 */
export function readConfig(env: Environment): Config {
  const problems: string[] = [];
  const take: Take = (name) => {
    const text = env[name];
    if (text === undefined || text === "") return undefined;
    const definition = variables[name] as Variable<VariableValue<typeof name>>;
    const value = definition.read(text);
    if (value === undefined) problems.push(formatProblem(name, text, definition));
    return value;
  };
  const mode = take("SOUK_MODE") ?? "development";
  const port = take("SOUK_PORT") ?? 4000;
  const domain = take("SOUK_DOMAIN");
  const given = take("SOUK_PUBLIC_URL");
  const publicUrl = given ?? usualPublicUrl(mode, port, domain);
  const config: Config = {
    mode,
    port,
    hosts: take("SOUK_HOST") ?? (mode === "production" ? ["::", "0.0.0.0"] : ["127.0.0.1", "::1"]),
    dataDir: take("SOUK_DATA_DIR") ?? ".souk",
    publicUrl,
    trustProxy: take("SOUK_TRUST_PROXY") ?? false,
    databaseUrl: take("DATABASE_URL") ?? null,
    secretKey: take("SOUK_SECRET_KEY") ?? null,
    storage: storageSettings(take, problems),
    mail: {
      smtpUrl: take("SOUK_SMTP_URL") ?? null,
      from: take("SOUK_MAIL_FROM") ?? `Souk <no-reply@${publicUrl.domain}>`,
    },
    rateLimit: {
      bucket: take("SOUK_RATE_LIMIT_BUCKET") ?? 40,
      refillPerSecond: take("SOUK_RATE_LIMIT_REFILL") ?? 4,
    },
    maxConnections: take("SOUK_MAX_CONNECTIONS") ?? 16,
    ...demoAppPorts(mode, take),
    metricsFrom: take("SOUK_METRICS_FROM") ?? ["127.0.0.0/8", "::1"],
    logLevel: take("SOUK_LOG_LEVEL") ?? (mode === "production" ? "info" : "warn"),
  };
  if (problems.length === 0) problems.push(...disagreements(config, domain));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Reads a variable; undefined when it is not set, or invalid, which is recorded. */
type Take = <N extends VariableName>(name: N) => VariableValue<N> | undefined;

function storageSettings(take: Take, problems: string[]): StorageSettings {
  const kind = take("SOUK_STORAGE") ?? "disk";
  const before = problems.length;
  const settings = {
    kind: "s3" as const,
    bucket: take("SOUK_S3_BUCKET"),
    endpoint: take("SOUK_S3_ENDPOINT") ?? null,
    region: take("SOUK_S3_REGION") ?? "us-east-1",
    accessKey: take("SOUK_S3_ACCESS_KEY"),
    secretKey: take("SOUK_S3_SECRET_KEY"),
  };
  const { bucket, accessKey, secretKey } = settings;
  if (kind === "disk") return { kind };
  if (bucket !== undefined && accessKey !== undefined && secretKey !== undefined)
    return { ...settings, bucket, accessKey, secretKey };
  const needed = { SOUK_S3_BUCKET: bucket, SOUK_S3_ACCESS_KEY: accessKey, SOUK_S3_SECRET_KEY: secretKey };
  // One that is set and bad has its own sentence.
  if (problems.length === before) {
    for (const name of Object.keys(needed) as (keyof typeof needed)[])
      if (needed[name] === undefined)
        problems.push(`${name} is not set. With SOUK_STORAGE=s3 it must be ${variables[name].accepts}.`);
  }
  return { kind: "disk" };
}

function demoAppPorts(mode: Config["mode"], take: Take): Pick<Config, "demoAppPort" | "demoLogisticsPort"> {
  const sync = take("SOUK_DEMO_APP") ?? 4100;
  const logistics = take("SOUK_DEMO_LOGISTICS") ?? (sync === "off" ? "off" : 4110);
  const resolvePort = (setting: "off" | number): number | null =>
    mode === "production" || setting === "off" ? null : setting;
  return { demoAppPort: resolvePort(sync), demoLogisticsPort: resolvePort(logistics) };
}

function usualPublicUrl(mode: Config["mode"], port: number, domain = "souk.localhost"): PublicUrl {
  return mode === "production" ? { scheme: "https", domain, port: 443 } : { scheme: "http", domain, port };
}

function formatProblem(name: string, text: string, { accepts, secret }: Variable<unknown>): string {
  const had = secret ? "has an invalid value, not shown here" : `is ${JSON.stringify(text)}`;
  return `${name} ${had}. It must be ${accepts}.`;
}

/** List the problems of values that are wrong only in combination. */
function disagreements(config: Config, domain: string | undefined): string[] {
  const { mode, publicUrl, databaseUrl, secretKey } = config;
  const problems: string[] = [];
  if (domain !== undefined && domain !== publicUrl.domain) {
    problems.push(
      `SOUK_DOMAIN is "${domain}" and SOUK_PUBLIC_URL has the domain "${publicUrl.domain}". They must match; setting one of them is enough.`,
    );
  }
  // Sessions are __Host- cookies, which browsers keep from http except on their own machine.
  if (mode === "production" && publicUrl.scheme === "http" && !/(^|\.)localhost$/.test(publicUrl.domain)) {
    problems.push(
      `SOUK_PUBLIC_URL is http for "${publicUrl.domain}". In production it must be https, because nobody can sign in over http.`,
    );
  }
  if (mode === "production" && databaseUrl !== null && secretKey === null) {
    problems.push(
      `SOUK_SECRET_KEY is not set. In production with DATABASE_URL it must be ${variables.SOUK_SECRET_KEY.accepts}, the same for every process.`,
    );
  }
  return problems;
}
