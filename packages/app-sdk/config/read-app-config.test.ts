import assert from "node:assert/strict";
import { test } from "node:test";
import { createApp } from "../create-app.ts";
import { memoryTokenStore } from "../stores/memory-token-store.ts";
import { ConfigError } from "./config-error.ts";
import { readAppConfig } from "./read-app-config.ts";

const env = {
  SOUK_CLIENT_ID: "souk_app_1",
  SOUK_CLIENT_SECRET: "old, new",
  SOUK_APP_URL: "https://stock.example/start?from=souk",
  SOUK_SCOPES: "read_products,write_products",
  SOUK_STORE_DOMAIN_SUFFIX: "souk.example",
};

function problemsOf(run: () => unknown): readonly string[] {
  try {
    run();
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

test("an app is read from the environment, with its other addresses beside the App URL", () => {
  assert.deepEqual(readAppConfig(env), {
    clientId: "souk_app_1",
    clientSecret: ["old", "new"],
    appUrl: "https://stock.example/start?from=souk",
    redirectUrl: "https://stock.example/auth/callback",
    webhookUrl: "https://stock.example/webhooks",
    scopes: ["read_products", "write_products"],
    storeDomainSuffix: ".souk.example",
  });
});

test("what the environment leaves out comes from the defaults, and an address stays as it was written", () => {
  const { SOUK_SCOPES: _, ...rest } = env;
  const config = readAppConfig(
    { ...rest, SOUK_REDIRECT_URL: "https://STOCK.example:443/done" },
    { scopes: ["read_products"] },
  );
  assert.deepEqual(config.scopes, ["read_products"]);
  // A Redirection URL counts character for character.
  assert.equal(config.redirectUrl, "https://STOCK.example:443/done");
});

test("each variable that cannot be used has a sentence with its name, what it had and what it takes", () => {
  const problems = problemsOf(() =>
    readAppConfig({
      SOUK_APP_URL: "http://stock.example/start",
      SOUK_SCOPES: "read_products,read_everything",
      SOUK_STORE_DOMAIN_SUFFIX: "https://souk.example",
    }),
  );
  assert.deepEqual(
    problems.map((problem) => /^\w+/.exec(problem)?.[0]),
    ["SOUK_CLIENT_ID", "SOUK_CLIENT_SECRET", "SOUK_SCOPES", "SOUK_STORE_DOMAIN_SUFFIX", "SOUK_APP_URL"],
  );
  assert.match(
    problems[2] ?? "",
    /^SOUK_SCOPES is "read_everything"; it takes scopes of the interface: read_products, /,
  );
  assert.match(
    problems[4] ?? "",
    /^SOUK_APP_URL is "http:\/\/stock\.example\/start"; it takes an https:\/\/ address/,
  );
});

test("createApp names its options, and no sentence shows the secret", () => {
  const options = {
    clientId: "",
    clientSecret: ["a secret", ""],
    appUrl: "http://localhost:4100/auth/callback",
    scopes: [],
    storeDomainSuffix: ".souk.localhost",
    store: memoryTokenStore(),
    page: () => new Response(),
  };
  const problems = problemsOf(() => createApp(options));
  assert.deepEqual(problems, [
    "clientId is not set; it takes the app's client id, from the partner dashboard.",
    "clientSecret is not set; it takes the app's client secret, or two during a rotation.",
    "appUrl and redirectUrl have the same path; each takes a path of its own.",
  ]);
});

test("plain http is taken on this machine alone, and no address with a user or a fragment", () => {
  const urls = ["http://localhost:4100/", "http://app.localhost/", "http://127.0.0.1:1/", "http://[::1]:1/"];
  for (const SOUK_APP_URL of urls) assert.equal(readAppConfig({ ...env, SOUK_APP_URL }).appUrl, SOUK_APP_URL);
  for (const SOUK_APP_URL of [
    "http://localhost.evil.example/",
    "https://u@a.example/",
    "https://a.example/#x",
    "a",
  ])
    assert.equal(problemsOf(() => readAppConfig({ ...env, SOUK_APP_URL })).length, 1, SOUK_APP_URL);
});
