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

function collectErrors(action: () => unknown): readonly string[] {
  try {
    action();
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
  return [];
}

test("an app's settings are read from the environment, with default URLs on the App URL's origin", () => {
  assert.deepEqual(readAppConfig(env), {
    clientId: "souk_app_1",
    clientSecret: ["old", "new"],
    appUrl: "https://stock.example/start?from=souk",
    redirectUrl: "https://stock.example/auth/callback",
    webhookUrl: "https://stock.example/webhooks",
    scopes: ["read_products", "write_products"],
    storeDomainSuffix: ".souk.example",
    adminDomain: "souk.example",
  });
});

test("the admin can have a different domain than the stores", () => {
  assert.equal(
    readAppConfig({ ...env, SOUK_ADMIN_DOMAIN: "souk-admin.example" }).adminDomain,
    "souk-admin.example",
  );
  const errors = collectErrors(() => readAppConfig({ ...env, SOUK_ADMIN_DOMAIN: "https://admin" }));
  assert.match(errors.join(), /^SOUK_ADMIN_DOMAIN is "https:\/\/admin"/);
});

test("unset environment variables get defaults, and the Redirection URL is kept as written", () => {
  const { SOUK_SCOPES: _, ...otherVariables } = env;
  const config = readAppConfig(
    { ...otherVariables, SOUK_REDIRECT_URL: "https://STOCK.example:443/done" },
    { scopes: ["read_products"] },
  );
  assert.deepEqual(config.scopes, ["read_products"]);
  // A Redirection URL is compared character by character.
  assert.equal(config.redirectUrl, "https://STOCK.example:443/done");
});

test("the error for an invalid environment variable names the variable, its value and what it must be", () => {
  const errors = collectErrors(() =>
    readAppConfig({
      SOUK_APP_URL: "http://stock.example/start",
      SOUK_SCOPES: "read_products,read_everything",
      SOUK_STORE_DOMAIN_SUFFIX: "https://souk.example",
    }),
  );
  assert.deepEqual(
    errors.map((error) => /^\w+/.exec(error)?.[0]),
    ["SOUK_CLIENT_ID", "SOUK_CLIENT_SECRET", "SOUK_SCOPES", "SOUK_STORE_DOMAIN_SUFFIX", "SOUK_APP_URL"],
  );
  assert.match(
    errors[2] ?? "",
    /^SOUK_SCOPES is "read_everything". It must be a list of these scopes: read_products, /,
  );
  assert.match(
    errors[4] ?? "",
    /^SOUK_APP_URL is "http:\/\/stock\.example\/start". It must be an https:\/\/ URL/,
  );
});

test("errors of `createApp` name the invalid options, and no error shows the secret", () => {
  const options = {
    clientId: "",
    clientSecret: ["a secret", ""],
    appUrl: "http://localhost:4100/auth/callback",
    scopes: [],
    storeDomainSuffix: ".souk.localhost",
    store: memoryTokenStore(),
    page: () => new Response(),
  };
  const errors = collectErrors(() => createApp(options));
  assert.deepEqual(errors, [
    "clientId is not set. It must be the app's client id, from the partner dashboard.",
    "clientSecret is not set. It must be the app's client secret, or two during a rotation.",
    "appUrl and redirectUrl have the same path. Use a different path for each.",
  ]);
});

test("an App URL must have no user name or fragment, and must be HTTPS unless it is on this machine", () => {
  const urls = ["http://localhost:4100/", "http://app.localhost/", "http://127.0.0.1:1/", "http://[::1]:1/"];
  for (const SOUK_APP_URL of urls) assert.equal(readAppConfig({ ...env, SOUK_APP_URL }).appUrl, SOUK_APP_URL);
  for (const SOUK_APP_URL of [
    "http://localhost.evil.example/",
    "https://u@a.example/",
    "https://a.example/#x",
    "a",
  ])
    assert.equal(collectErrors(() => readAppConfig({ ...env, SOUK_APP_URL })).length, 1, SOUK_APP_URL);
});
