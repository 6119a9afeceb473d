import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "./read-config.ts";
import { listProblems } from "./testing/list-problems.ts";

test("without any environment variables, the server runs in development mode on localhost only", () => {
  assert.deepEqual(readConfig({}), {
    mode: "development",
    isPublicDevelopment: false,
    devHosts: [],
    signUp: "open",
    port: 4000,
    hosts: ["127.0.0.1", "::1"],
    dataDir: ".souk",
    publicUrl: { scheme: "http", domain: "souk.localhost", port: 4000 },
    adminDomain: null,
    trustProxy: false,
    databaseUrl: null,
    secretKeys: null,
    storage: { kind: "disk" },
    mail: { smtpUrl: null, from: "Souk <no-reply@souk.localhost>" },
    securityContacts: [],
    rateLimit: { bucketSize: 40, refillPerSecond: 4 },
    quotas: {},
    maxConnections: 16,
    demoAppPort: 4100,
    demoLogisticsPort: 4110,
    metricsFrom: ["127.0.0.0/8", "::1"],
    metricsToken: null,
    allowsRoot: false,
    logLevel: "warn",
  });
});

test("an empty environment variable is treated as not set", () => {
  assert.deepEqual(readConfig({ SOUK_PORT: "", DATABASE_URL: "", SOUK_MODE: "" }), readConfig({}));
});

test("in production the public URL is https on port 443, regardless of SOUK_PORT", () => {
  const config = readConfig({ SOUK_MODE: "production", SOUK_DOMAIN: "souk.example", SOUK_PORT: "8080" });
  assert.deepEqual(config.publicUrl, { scheme: "https", domain: "souk.example", port: 443 });
  assert.deepEqual([config.port, config.hosts, config.logLevel], [8080, ["::", "0.0.0.0"], "info"]);
});

test("SOUK_PUBLIC_URL sets the scheme, domain and port of the public URL", () => {
  const mode = { SOUK_MODE: "production" };
  const url = "https://souk.example:8443";
  const { publicUrl } = readConfig({ ...mode, SOUK_PUBLIC_URL: url, SOUK_PORT: "4001" });
  assert.deepEqual(publicUrl, { scheme: "https", domain: "souk.example", port: 8443 });
  assert.equal(readConfig({ ...mode, SOUK_PUBLIC_URL: "https://souk.example/" }).publicUrl.port, 443);
  assert.equal(readConfig({ ...mode, SOUK_PUBLIC_URL: "http://souk.localhost" }).publicUrl.port, 80);
});

test("SOUK_TRUST_PROXY accepts a number of proxies or IP ranges", () => {
  assert.equal(readConfig({ SOUK_TRUST_PROXY: "off" }).trustProxy, false);
  assert.equal(readConfig({ SOUK_TRUST_PROXY: "2" }).trustProxy, 2);
  assert.deepEqual(readConfig({ SOUK_TRUST_PROXY: "10.0.0.0/8, fd00::1" }).trustProxy, [
    "10.0.0.0/8",
    "fd00::1",
  ]);
});

test("each example app has its own port or is off, and the first is always off in production", () => {
  const readDemoAppPort = (env: Record<string, string>) => readConfig(env).demoAppPort;
  assert.deepEqual(
    [readDemoAppPort({ SOUK_DEMO_APP: "4200" }), readDemoAppPort({ SOUK_DEMO_APP: "off" })],
    [4200, null],
  );
  assert.equal(
    readDemoAppPort({ SOUK_MODE: "production", SOUK_DOMAIN: "souk.example", SOUK_DEMO_APP: "4200" }),
    null,
  );
  const readLogisticsPort = (env: Record<string, string>) => readConfig(env).demoLogisticsPort;
  assert.deepEqual(
    [readLogisticsPort({ SOUK_DEMO_LOGISTICS: "4210" }), readLogisticsPort({ SOUK_DEMO_LOGISTICS: "off" })],
    [4210, null],
  );
  assert.equal(
    readLogisticsPort({ SOUK_DEMO_APP: "off" }),
    null,
    "without the first example app, the second does not run by default",
  );
});

test("the secret key is accepted in hexadecimal, base64 and base64url", () => {
  const key = Buffer.from("fb".repeat(32), "hex");
  for (const encoding of ["hex", "base64", "base64url"] as const)
    assert.deepEqual(readConfig({ SOUK_SECRET_KEY: key.toString(encoding) }).secretKeys, [key]);
});

test("several secret keys are separated by commas, the new one first", () => {
  const [newKey, oldKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const text = `${newKey.toString("base64")}, ${oldKey.toString("hex")}`;
  assert.deepEqual(readConfig({ SOUK_SECRET_KEY: text }).secretKeys, [newKey, oldKey]);
  const [problem = ""] = listProblems({ SOUK_SECRET_KEY: `${newKey.toString("hex")},secret` });
  assert.match(problem, /^SOUK_SECRET_KEY has an invalid value, not shown here\./);
});

test("SOUK_QUOTAS changes the quotas that it names", () => {
  const { quotas } = readConfig({ SOUK_QUOTAS: "metafields=500000, file_bytes=1073741824" });
  assert.deepEqual(quotas, { metafields: 500_000, file_bytes: 1_073_741_824 });
  for (const text of [
    "metafield=1",
    "metafields",
    "metafields=0",
    "metafields=1=2",
    "metafields=-1",
    "constructor=1",
  ])
    assert.equal(listProblems({ SOUK_QUOTAS: text }).length, 1, text);
});

test("the error for an invalid environment variable states the variable, its value and what it must be", () => {
  assert.deepEqual(listProblems({ SOUK_PORT: "8O80" }), [
    'SOUK_PORT is "8O80". It must be a port from 1 to 65535.',
  ]);
});

test("all invalid environment variables are reported together, in the order of the configuration reference", () => {
  const problems = listProblems({ SOUK_LOG_LEVEL: "loud", SOUK_MODE: "prod", SOUK_PORT: "0" });
  assert.deepEqual(
    problems.map((problem) => problem.split(" ")[0]),
    ["SOUK_MODE", "SOUK_PORT", "SOUK_LOG_LEVEL"],
  );
});

test("an environment variable whose value lacks the documented form is rejected with an error that names the variable", () => {
  const invalidValues: Record<string, string[]> = {
    SOUK_MODE: ["Production", "test", " development"],
    SOUK_PORT: ["65536", "-1", "4000.5", "0x10", "1e3", " 4000"],
    SOUK_HOST: ["localhost", "127.0.0.1,", "127.0.0.1;::1", "256.1.1.1"],
    SOUK_DATA_DIR: ["a\0b"],
    SOUK_DOMAIN: [".souk.example", "Souk.example", "souk_example", "souk.example.", "127.0.0.1", "a..b"],
    SOUK_PUBLIC_URL: [
      "souk.example",
      "ftp://souk.example",
      "https://souk.example/shop",
      "https://u@souk.example",
    ],
    SOUK_TRUST_PROXY: ["on", "0", "17", "10.0.0.0/33", "fd00::/129", "10.0.0.0/8/8", "proxy"],
    DATABASE_URL: ["mysql://a/b", "postgresql://host", "host=a dbname=b"],
    SOUK_SECRET_KEY: ["short", "g".repeat(64), "ab".repeat(31), `${"A".repeat(44)}`],
    SOUK_STORAGE: ["S3", "memory"],
    SOUK_SIGN_UP: ["yes", "Open", "invite"],
    SOUK_SMTP_URL: ["mail.souk.example", "http://mail.souk.example", "smtp://", "smtp://mail example:25"],
    SOUK_MAIL_FROM: ["Souk", "Souk <souk.example>", "a@b.test, c@d.test", "Souk <a@b.test", "a@b.test>"],
    SOUK_S3_BUCKET: ["ab", "Souk", "a..b", "-ab", "a_b"],
    SOUK_S3_ENDPOINT: ["s3.souk.example", "ftp://s3", "https://s3.souk.example/bucket", "https://u:p@s3"],
    SOUK_S3_REGION: ["eu central", "EU-1"],
    SOUK_S3_ACCESS_KEY: ["a b", "ä"],
    SOUK_S3_SECRET_KEY: ["a b", "x".repeat(257)],
    SOUK_RATE_LIMIT_BUCKET: ["0", "1.5", "-4", "1000001"],
    SOUK_RATE_LIMIT_REFILL: ["0", "0.0", "-1", "four", "1e9"],
    SOUK_MAX_CONNECTIONS: ["1", "1001"],
    SOUK_DEMO_APP: ["on", "0", "65536", "Off"],
    SOUK_METRICS_FROM: ["any", "localhost"],
    SOUK_LOG_LEVEL: ["INFO", "verbose"],
  };
  for (const [name, values] of Object.entries(invalidValues))
    for (const value of values) {
      const [problem, ...otherProblems] = listProblems({ [name]: value });
      assert.ok(
        problem?.startsWith(`${name} `) && otherProblems.length === 0,
        `${name}=${value}: ${problem}`,
      );
    }
});

test("the error for an invalid secret does not contain its value", () => {
  const problems = listProblems({ SOUK_SECRET_KEY: "hunter2", DATABASE_URL: "mysql://root:hunter2@db/souk" });
  assert.equal(problems.length, 2);
  assert.doesNotMatch(problems.join(), /hunter2/);
});

test("SOUK_STORAGE=s3 requires the bucket and both keys", () => {
  const s3 = {
    SOUK_STORAGE: "s3",
    SOUK_S3_BUCKET: "souk-files",
    SOUK_S3_ACCESS_KEY: "AKIA",
    SOUK_S3_SECRET_KEY: "hunter2",
  };
  const settings = { kind: "s3", bucket: "souk-files", accessKey: "AKIA", secretKey: "hunter2" };
  assert.deepEqual(readConfig(s3).storage, { ...settings, endpoint: null, region: "us-east-1" });
  const otherService = { SOUK_S3_ENDPOINT: "http://10.0.0.7:9000/", SOUK_S3_REGION: "garage" };
  assert.deepEqual(readConfig({ ...s3, ...otherService }).storage, {
    ...settings,
    endpoint: "http://10.0.0.7:9000",
    region: "garage",
  });
  assert.deepEqual(readConfig({ ...s3, SOUK_STORAGE: "" }).storage, { kind: "disk" });
  for (const name of ["SOUK_S3_BUCKET", "SOUK_S3_ACCESS_KEY", "SOUK_S3_SECRET_KEY"]) {
    const [problem = "", ...otherProblems] = listProblems({ ...s3, [name]: "" });
    assert.ok(problem.startsWith(`${name} is not set. With SOUK_STORAGE=s3 it must be `), problem);
    assert.deepEqual(otherProblems, []);
    const [invalidProblem = "", ...furtherProblems] = listProblems({ ...s3, [name]: "a b" });
    assert.ok(invalidProblem.startsWith(`${name} `) && furtherProblems.length === 0, invalidProblem);
    assert.doesNotMatch(invalidProblem, /hunter2/);
  }
});

test("SOUK_DOMAIN must match the domain of SOUK_PUBLIC_URL", () => {
  assert.match(
    listProblems({ SOUK_DOMAIN: "a.example", SOUK_PUBLIC_URL: "https://b.example" }).join(),
    /^SOUK_DOMAIN is "a.example" and SOUK_PUBLIC_URL has the domain "b.example"/,
  );
});

test("SOUK_SMTP_URL and SOUK_MAIL_FROM set the mail server and the sender", () => {
  const smtpUrl = "smtp://shop:pass%40word@mail.souk.example:587";
  for (const from of ["shop@souk.example", "Kedai Kopi <shop@souk.example>"])
    assert.deepEqual(readConfig({ SOUK_SMTP_URL: smtpUrl, SOUK_MAIL_FROM: from }).mail, { smtpUrl, from });
  const { mail } = readConfig({ SOUK_MODE: "production", SOUK_PUBLIC_URL: "https://souk.example" });
  assert.deepEqual(mail, { smtpUrl: null, from: "Souk <no-reply@souk.example>" });
});

test("SOUK_ADMIN_DOMAIN must be neither the stores' domain nor above or below it", () => {
  const env = { SOUK_MODE: "production", SOUK_DOMAIN: "souk.shop" };
  assert.equal(readConfig({ ...env, SOUK_ADMIN_DOMAIN: "souk-admin.com" }).adminDomain, "souk-admin.com");
  for (const domain of ["souk.shop", "admin.souk.shop", "shop"])
    assert.match(listProblems({ ...env, SOUK_ADMIN_DOMAIN: domain }).join(), /not above or below it/, domain);
  assert.match(listProblems({ ...env, SOUK_ADMIN_DOMAIN: ".x" }).join(), /SOUK_ADMIN_DOMAIN is "\.x"/);
  const development = { SOUK_ADMIN_DOMAIN: "souk-admin.com" };
  assert.match(listProblems(development).join(), /must be localhost or end in \.localhost/);
  assert.deepEqual(listProblems({ SOUK_ADMIN_DOMAIN: "souk-admin.localhost" }), []);
});

test("SOUK_SECURITY_CONTACT is a list of URIs", () => {
  const readContacts = (text: string) => readConfig({ SOUK_SECURITY_CONTACT: text }).securityContacts;
  assert.deepEqual(readContacts("mailto:a@souk.shop, https://souk.shop/security"), [
    "mailto:a@souk.shop",
    "https://souk.shop/security",
  ]);
  for (const text of [
    "a@souk.shop",
    "http://souk.shop",
    "mailto:a",
    "https://",
    "mailto:a@souk.shop\nExpires: x",
  ])
    assert.match(listProblems({ SOUK_SECURITY_CONTACT: text }).join(), /SOUK_SECURITY_CONTACT/, text);
});
