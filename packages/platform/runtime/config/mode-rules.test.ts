import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "./read-config.ts";
import { listProblems } from "./testing/list-problems.ts";

test("an http public URL is rejected in production, except for localhost names", () => {
  const production = { SOUK_MODE: "production" };
  assert.match(
    listProblems({ ...production, SOUK_PUBLIC_URL: "http://souk.example" }).join(),
    /must be https/,
  );
  assert.deepEqual(listProblems({ ...production, SOUK_PUBLIC_URL: "http://souk.localhost:4000" }), []);
});

test("a development server that other machines can reach is rejected unless SOUK_DEV_PUBLIC is 1", () => {
  for (const env of [
    { SOUK_DOMAIN: "souk.example" },
    { SOUK_PUBLIC_URL: "https://localhost.souk.example" },
    { SOUK_HOST: "0.0.0.0" },
    { SOUK_HOST: "127.0.0.1,192.168.1.10" },
    { SOUK_HOST: "::" },
  ]) {
    assert.match(listProblems(env).join(), /In development .* or SOUK_DEV_PUBLIC=1 for/, JSON.stringify(env));
    assert.deepEqual(listProblems({ ...env, SOUK_DEV_PUBLIC: "1" }), []);
    assert.deepEqual(listProblems({ ...env, SOUK_MODE: "production" }), []);
  }
  for (const env of [{ SOUK_DOMAIN: "localhost" }, { SOUK_HOST: "127.0.0.2,::1" }])
    assert.deepEqual(listProblems(env), []);
});

test("SOUK_DEV_HOSTS can list hosts of the developer's network in development, but not in production", () => {
  const SOUK_DEV_HOSTS = "app, host.docker.internal,192.168.1.20,172.16.0.0/12,fd00::/8";
  const devHosts = ["app", "host.docker.internal", "192.168.1.20", "172.16.0.0/12", "fd00::/8"];
  assert.deepEqual(readConfig({ SOUK_DEV_HOSTS }).devHosts, devHosts);
  assert.deepEqual(readConfig({}).devHosts, []);
  for (const invalid of ["http://app", "app:3000", "10.0.0.0/40", "a b", "*"])
    assert.match(
      listProblems({ SOUK_DEV_HOSTS: invalid }).join(),
      /SOUK_DEV_HOSTS is .* It must be host names/,
    );
  const production = { SOUK_MODE: "production", SOUK_DOMAIN: "souk.example" };
  assert.match(
    listProblems({ ...production, SOUK_DEV_HOSTS }).join(),
    /SOUK_DEV_HOSTS is .* In production, outgoing requests reach public addresses only/,
  );
});

test("a development server that other machines can reach accepts no new accounts by default", () => {
  assert.equal(readConfig({ SOUK_DEV_PUBLIC: "1" }).signUp, "closed");
  assert.equal(readConfig({ SOUK_DEV_PUBLIC: "1", SOUK_SIGN_UP: "open" }).signUp, "open");
});

test("production accepts no new accounts by default, and open sign-up requires an SMTP server", () => {
  const production = { SOUK_MODE: "production", SOUK_DOMAIN: "souk.example" };
  assert.equal(readConfig(production).signUp, "closed");
  assert.equal(readConfig({ ...production, SOUK_SIGN_UP: "invited" }).signUp, "invited");
  const open = { ...production, SOUK_SIGN_UP: "open" };
  assert.match(listProblems(open).join(), /^SOUK_SIGN_UP is "open" and SOUK_SMTP_URL is not set\./);
  assert.equal(readConfig({ ...open, SOUK_SMTP_URL: "smtp://mail.souk.example" }).signUp, "open");
});

test("production with DATABASE_URL requires SOUK_SECRET_KEY", () => {
  const env = { SOUK_MODE: "production", DATABASE_URL: "postgresql://souk@db/souk" };
  assert.match(
    listProblems(env).join(),
    /^SOUK_SECRET_KEY is not set\. In production with DATABASE_URL it must be/,
  );
  assert.deepEqual(listProblems({ ...env, SOUK_SECRET_KEY: "ab".repeat(32) }), []);
  assert.deepEqual(listProblems({ ...env, SOUK_MODE: "development" }), []);
});
