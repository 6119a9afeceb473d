import type { PublicUrl } from "../addresses.ts";
import type { Config, StorageSettings } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import type { Environment } from "./environment.ts";
import { type Variable, type VariableName, type VariableValue, variables } from "./variables.ts";

/**
 * Read the configuration from environment variables. An empty variable is treated as not set.
 * @throws ConfigError with one message for every invalid or missing value or, if there is none, for every conflict between values
 */
export function readConfig(env: Environment): Config {
  const problems: string[] = [];
  const readVariable: ReadVariable = (name) => {
    const text = env[name];
    if (text === undefined || text === "") return undefined;
    const definition = variables[name] as Variable<VariableValue<typeof name>>;
    const value = definition.read(text);
    if (value === undefined) problems.push(formatProblem(name, text, definition));
    return value;
  };
  const mode = readVariable("SOUK_MODE") ?? "development";
  const port = readVariable("SOUK_PORT") ?? 4000;
  const domain = readVariable("SOUK_DOMAIN");
  const configuredUrl = readVariable("SOUK_PUBLIC_URL");
  const publicUrl = configuredUrl ?? getDefaultPublicUrl(mode, port, domain);
  const isPublicDevelopment = readVariable("SOUK_DEV_PUBLIC") === "1";
  const config: Config = {
    mode,
    isPublicDevelopment,
    devHosts: readVariable("SOUK_DEV_HOSTS") ?? [],
    // In development, the apps of an account can make Souk send requests to this machine. So by default, strangers get no
    // account on a public development server.
    signUp:
      readVariable("SOUK_SIGN_UP") ?? (mode === "production" || isPublicDevelopment ? "closed" : "open"),
    port,
    hosts: readVariable("SOUK_HOST") ?? (mode === "production" ? ["::", "0.0.0.0"] : ["127.0.0.1", "::1"]),
    dataDir: readVariable("SOUK_DATA_DIR") ?? ".souk",
    publicUrl,
    adminDomain: readVariable("SOUK_ADMIN_DOMAIN") ?? null,
    trustProxy: readVariable("SOUK_TRUST_PROXY") ?? false,
    databaseUrl: readVariable("DATABASE_URL") ?? null,
    secretKeys: readVariable("SOUK_SECRET_KEY") ?? null,
    storage: readStorageSettings(readVariable, problems),
    mail: {
      smtpUrl: readVariable("SOUK_SMTP_URL") ?? null,
      from: readVariable("SOUK_MAIL_FROM") ?? `Souk <no-reply@${publicUrl.domain}>`,
    },
    securityContacts: readVariable("SOUK_SECURITY_CONTACT") ?? [],
    rateLimit: {
      bucketSize: readVariable("SOUK_RATE_LIMIT_BUCKET") ?? 40,
      refillPerSecond: readVariable("SOUK_RATE_LIMIT_REFILL") ?? 4,
    },
    quotas: readVariable("SOUK_QUOTAS") ?? {},
    maxConnections: readVariable("SOUK_MAX_CONNECTIONS") ?? 16,
    ...readDemoAppPorts(mode, readVariable),
    metricsFrom: readVariable("SOUK_METRICS_FROM") ?? ["127.0.0.0/8", "::1"],
    metricsToken: readVariable("SOUK_METRICS_TOKEN") ?? null,
    allowsRoot: readVariable("SOUK_ALLOW_ROOT") === "1",
    logLevel: readVariable("SOUK_LOG_LEVEL") ?? (mode === "production" ? "info" : "warn"),
  };
  if (problems.length === 0) problems.push(...findConflicts(config, domain));
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

/** Reads a variable. Returns undefined if it is not set, or if it is invalid, which adds a problem. */
type ReadVariable = <N extends VariableName>(name: N) => VariableValue<N> | undefined;

function readStorageSettings(readVariable: ReadVariable, problems: string[]): StorageSettings {
  const kind = readVariable("SOUK_STORAGE") ?? "disk";
  const problemCountBefore = problems.length;
  const settings = {
    kind: "s3" as const,
    bucket: readVariable("SOUK_S3_BUCKET"),
    endpoint: readVariable("SOUK_S3_ENDPOINT") ?? null,
    region: readVariable("SOUK_S3_REGION") ?? "us-east-1",
    accessKey: readVariable("SOUK_S3_ACCESS_KEY"),
    secretKey: readVariable("SOUK_S3_SECRET_KEY"),
  };
  const { bucket, accessKey, secretKey } = settings;
  if (kind === "disk") return { kind };
  if (bucket !== undefined && accessKey !== undefined && secretKey !== undefined)
    return { ...settings, bucket, accessKey, secretKey };
  const requiredSettings = {
    SOUK_S3_BUCKET: bucket,
    SOUK_S3_ACCESS_KEY: accessKey,
    SOUK_S3_SECRET_KEY: secretKey,
  };
  // If a variable is set but invalid, its problem has been added already.
  if (problems.length === problemCountBefore) {
    for (const name of Object.keys(requiredSettings) as (keyof typeof requiredSettings)[])
      if (requiredSettings[name] === undefined)
        problems.push(`${name} is not set. With SOUK_STORAGE=s3 it must be ${variables[name].accepts}.`);
  }
  // This value is never used, because `readConfig` then throws the problems.
  return { kind: "disk" };
}

function readDemoAppPorts(
  mode: Config["mode"],
  readVariable: ReadVariable,
): Pick<Config, "demoAppPort" | "demoLogisticsPort"> {
  const inventorySyncPort = readVariable("SOUK_DEMO_APP") ?? 4100;
  const logisticsPort = readVariable("SOUK_DEMO_LOGISTICS") ?? (inventorySyncPort === "off" ? "off" : 4110);
  const resolvePort = (setting: "off" | number): number | null =>
    mode === "production" || setting === "off" ? null : setting;
  return { demoAppPort: resolvePort(inventorySyncPort), demoLogisticsPort: resolvePort(logisticsPort) };
}

function getDefaultPublicUrl(mode: Config["mode"], port: number, domain = "souk.localhost"): PublicUrl {
  return mode === "production" ? { scheme: "https", domain, port: 443 } : { scheme: "http", domain, port };
}

function formatProblem(name: string, text: string, { accepts, isSecret }: Variable<unknown>): string {
  const statement = isSecret ? "has an invalid value, not shown here" : `is ${JSON.stringify(text)}`;
  return `${name} ${statement}. It must be ${accepts}.`;
}

const isLocalDomain = (domain: string): boolean => /(^|\.)localhost$/.test(domain);
/** Return whether two domains are equal or one is a subdomain of the other. */
const isSameOrNested = (domain: string, otherDomain: string): boolean =>
  `.${domain}`.endsWith(`.${otherDomain}`) || `.${otherDomain}`.endsWith(`.${domain}`);
const isLoopbackAddress = (address: string): boolean => /^(127\.|::1$|::ffff:127\.)/i.test(address);

/**
 * List a problem for each setting that would let other machines reach a development server, whose demo accounts have a known
 * password.
 */
function findReachabilityProblems(config: Config): string[] {
  const { mode, isPublicDevelopment, publicUrl, adminDomain, hosts } = config;
  if (mode === "production" || isPublicDevelopment) return [];
  const publicHosts = hosts.filter((address) => !isLoopbackAddress(address));
  const advice =
    "Set SOUK_MODE=production, or SOUK_DEV_PUBLIC=1 for a development server that other machines can reach.";
  return [
    ...[publicUrl.domain, ...(adminDomain === null ? [] : [adminDomain])]
      .filter((domain) => !isLocalDomain(domain))
      .map(
        (domain) =>
          `The domain is "${domain}". In development it must be localhost or end in .localhost. ${advice}`,
      ),
    ...(publicHosts.length === 0
      ? []
      : [`SOUK_HOST is "${publicHosts.join(",")}". In development it must be a loopback address. ${advice}`]),
  ];
}

/** List the problems of valid values that cannot be combined. */
function findConflicts(config: Config, domain: string | undefined): string[] {
  const { mode, publicUrl, adminDomain, databaseUrl, secretKeys } = config;
  const problems: string[] = [];
  if (domain !== undefined && domain !== publicUrl.domain) {
    problems.push(
      `SOUK_DOMAIN is "${domain}" and SOUK_PUBLIC_URL has the domain "${publicUrl.domain}". They must match; setting one of them is enough.`,
    );
  }
  // Neither domain may be above or below the other, because scripts of a store can set cookies for all domains above the store's
  // host, and browsers send these cookies to every host below such a domain.
  if (adminDomain !== null && isSameOrNested(adminDomain, publicUrl.domain)) {
    problems.push(
      `SOUK_ADMIN_DOMAIN is "${adminDomain}". It must be another domain than "${publicUrl.domain}", not above or below it.`,
    );
  }
  problems.push(...findReachabilityProblems(config));
  if (mode === "production" && config.devHosts.length > 0) {
    problems.push(
      `SOUK_DEV_HOSTS is "${config.devHosts.join(",")}". In production, outgoing requests reach public addresses only. Remove SOUK_DEV_HOSTS, or set SOUK_MODE=development.`,
    );
  }
  // Session cookies have the prefix __Host-, which browsers accept over http only on localhost.
  if (mode === "production" && publicUrl.scheme === "http" && !isLocalDomain(publicUrl.domain)) {
    problems.push(
      `SOUK_PUBLIC_URL is http for "${publicUrl.domain}". In production it must be https, because nobody can sign in over http.`,
    );
  }
  if (mode === "production" && config.signUp === "open" && config.mail.smtpUrl === null) {
    problems.push(
      `SOUK_SIGN_UP is "open" and SOUK_SMTP_URL is not set. An open sign-up needs an SMTP server: set SOUK_SMTP_URL to ${variables.SOUK_SMTP_URL.accepts}.`,
    );
  }
  if (mode === "production" && databaseUrl !== null && secretKeys === null) {
    problems.push(
      `SOUK_SECRET_KEY is not set. In production with DATABASE_URL it must be ${variables.SOUK_SECRET_KEY.accepts}, the same for every process.`,
    );
  }
  return problems;
}
