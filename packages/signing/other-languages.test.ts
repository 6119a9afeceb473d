import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { signBody, signQuery, signSessionToken, signWebhook } from "./index.ts";
import { readVectors } from "./testing/read-vectors.ts";

const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/verify-signatures.md"), "utf8");

/** Return the guide's only program in a language. */
function extractProgram(language: string): string {
  const match = guide.match(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``));
  assert.ok(match?.[1], `the guide has no program in ${language}`);
  return match[1];
}

const secret = "spk_3f9a1c7e5b2d4860";
/** The end of every store's hostname. */
const suffix = ".souk.localhost";
/** The time of the verification, as Unix time in seconds. */
const now = 1_763_683_300;
const client_id = "the-app";

/** An input for the guide's programs, and the expected result. */
interface Case {
  name: string;
  kind: "query" | "body" | "webhook" | "token";
  /** The query, the body in base64, or the token. */
  input: string;
  header?: string;
  headers?: Readonly<Record<string, string>>;
  secret: string;
  /** `ok`, or the reason for a rejection. The programs give no reason for a body, so a rejected body has the result `no`. */
  result: string;
}

function createQueryCase(name: string, input: string, result: string, key = secret): Case {
  return { name, kind: "query", input, secret: key, result };
}

function signParameters(parameters: Record<string, string>): string {
  return new URLSearchParams({ ...parameters, hmac: signQuery(parameters, secret) }).toString();
}

const validParameters = {
  shop: `demo${suffix}`,
  host_url: `https://admin${suffix}/demo`,
  timestamp: String(now),
  state: "a b+c=d/é",
};

function createQueryCases(): Case[] {
  const validQuery = signParameters(validParameters);
  const vectors = readVectors().query.map((vector) => {
    const ageSeconds = Math.abs(now - Number(vector.parameters.timestamp));
    return createQueryCase(
      `vector ${vector.name}`,
      vector.query,
      ageSeconds > 300 ? "stale_timestamp" : "ok",
      vector.secret,
    );
  });
  return [
    ...vectors,
    createQueryCase("valid query", validQuery, "ok"),
    createQueryCase("changed value", validQuery.replace("shop=demo", "shop=evil"), "bad_signature"),
    createQueryCase("another secret", validQuery, "bad_signature", "another"),
    createQueryCase("no signature", new URLSearchParams(validParameters).toString(), "bad_signature"),
    createQueryCase("repeated key", `${validQuery}&shop=evil${suffix}`, "repeated_key"),
    createQueryCase("& in a value", validQuery.replace("state=", "state=x%26"), "ambiguous"),
    createQueryCase("= in a key", `${validQuery}&a%3Db=c`, "ambiguous"),
    ...createInvalidParameterCases(),
  ];
}

function createInvalidParameterCases(): Case[] {
  const createCase = (name: string, changed: Partial<typeof validParameters>, result: string) =>
    createQueryCase(name, signParameters({ ...validParameters, ...changed }), result);
  return [
    createCase("old timestamp", { timestamp: String(now - 301) }, "stale_timestamp"),
    createCase("future timestamp", { timestamp: String(now + 86_400) }, "stale_timestamp"),
    createCase("invalid timestamp", { timestamp: "1e9" }, "stale_timestamp"),
    createCase("shop on another domain", { shop: "demo.evil.test" }, "bad_shop"),
    createCase("shop with a path", { shop: `evil.test/${suffix}` }, "bad_shop"),
  ];
}

function createBodyCases(): Case[] {
  const createCase = (name: string, bytes: Buffer, header: string, result: string, key = secret): Case => ({
    name,
    kind: "body",
    input: bytes.toString("base64"),
    header,
    secret: key,
    result,
  });
  const webhookBody = Buffer.from('{"title":"商店 😀 é"}');
  const validSignature = signBody(webhookBody, secret);
  return [
    ...readVectors().body.map((vector) =>
      createCase(`vector ${vector.name}`, Buffer.from(vector.body), vector.hmac, "ok", vector.secret),
    ),
    createCase("valid body", webhookBody, validSignature, "ok"),
    createCase("added byte", Buffer.concat([webhookBody, Buffer.from(" ")]), validSignature, "no"),
    createCase("no signature", webhookBody, "", "no"),
    createCase("uppercase signature", webhookBody, validSignature.toUpperCase(), "no"),
  ];
}

function createWebhookCases(): Case[] {
  const body = Buffer.from('{"title":"商店 😀 é"}');
  const sign = (secondsAgo = 0, key = secret) => ({
    ...signWebhook(body, { id: "webhook_1", sentAt: new Date((now - secondsAgo) * 1000), secret: key }),
  });
  const createCase = (name: string, headers: Record<string, string>, result: string, bytes = body): Case => ({
    name,
    kind: "webhook",
    input: bytes.toString("base64"),
    headers,
    secret,
    result,
  });
  const severalSignatures = `v1,AAAA ${sign()["webhook-signature"]}`;
  return [
    createCase("valid webhook", sign(), "ok"),
    createCase("several signatures", { ...sign(), "webhook-signature": severalSignatures }, "ok"),
    createCase("another secret", sign(0, "another"), "bad_signature"),
    createCase("another id", { ...sign(), "webhook-id": "webhook_2" }, "bad_signature"),
    createCase("added byte", sign(), "bad_signature", Buffer.concat([body, Buffer.from(" ")])),
    createCase("no headers", { "webhook-id": "webhook_1" }, "bad_signature"),
    createCase("old webhook", sign(301), "stale_timestamp"),
    createCase("future webhook", sign(-301), "stale_timestamp"),
  ];
}

function createTokenCases(): Case[] {
  const claims = {
    iss: validParameters.host_url,
    dest: `https://demo${suffix}:4000`,
    aud: client_id,
    sub: "7",
    iat: now,
    nbf: now,
    exp: now + 60,
    jti: "one",
    sid: "two",
    role: "packer",
    rights: ["orders.view"],
    scopes: ["read_products"],
  };
  const createCase = (name: string, input: string, result: string): Case => ({
    name,
    kind: "token",
    input,
    secret,
    result,
  });
  const createChangedCase = (name: string, changedClaims: Partial<typeof claims>, result: string): Case =>
    createCase(name, signSessionToken({ ...claims, ...changedClaims }, secret), result);
  const validToken = signSessionToken(claims, secret);
  const [header = "", payload = "", signature = ""] = validToken.split(".");
  const headerWithoutAlgorithm = Buffer.from('{"alg":"none"}').toString("base64url");
  return [
    createCase("valid token", validToken, "ok"),
    createCase("another secret", signSessionToken(claims, "another"), "bad_signature"),
    createCase("changed payload", `${header}.${payload.slice(0, -2)}AA.${signature}`, "bad_signature"),
    createCase("algorithm none", `${headerWithoutAlgorithm}.${payload}.`, "unsupported_algorithm"),
    createCase("text that is not a token", "hello", "malformed"),
    createChangedCase("token of another app", { aud: "other" }, "wrong_audience"),
    createChangedCase("expired token", { exp: now - 6 }, "expired"),
    createChangedCase("token that is not valid yet", { nbf: now + 60 }, "expired"),
    createChangedCase("store on another domain", { dest: "https://evil.test" }, "bad_shop"),
  ];
}

const cases = [...createQueryCases(), ...createBodyCases(), ...createWebhookCases(), ...createTokenCases()];

/** Code that is appended to the guide's programs. It reads the cases from standard input and prints one result per line. */
const drivers = {
  python: `
import sys
for case in json.load(sys.stdin):
    if case["kind"] == "query":
        _, reason = verify_query(case["input"], case["secret"], "${suffix}", now=${now})
    elif case["kind"] == "body":
        is_valid = verify_body(base64.b64decode(case["input"]), case["header"], case["secret"])
        reason = None if is_valid else "no"
    elif case["kind"] == "webhook":
        _, reason = verify_webhook(base64.b64decode(case["input"]), case["headers"], case["secret"], now=${now})
    else:
        _, reason = verify_session_token(case["input"], case["secret"], "${client_id}", "${suffix}", now=${now})
    print(reason or "ok")
`,
  php: `
foreach (json_decode(file_get_contents('php://stdin'), true) as $case) {
    if ($case['kind'] === 'query') {
        [, $reason] = verify_query($case['input'], $case['secret'], '${suffix}', ${now});
    } elseif ($case['kind'] === 'body') {
        $is_valid = verify_body(base64_decode($case['input']), $case['header'], $case['secret']);
        $reason = $is_valid ? null : 'no';
    } elseif ($case['kind'] === 'webhook') {
        [, $reason] = verify_webhook(base64_decode($case['input']), $case['headers'], $case['secret'], ${now});
    } else {
        [, $reason] = verify_session_token($case['input'], $case['secret'], '${client_id}', '${suffix}', ${now});
    }
    echo $reason ?? 'ok', "\\n";
}
`,
} as const;

function runDriver(t: TestContext, interpreter: string, language: keyof typeof drivers): string[] {
  const folder = mkdtempSync(join(tmpdir(), "souk-signatures-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, `program.${language}`);
  writeFileSync(file, extractProgram(language) + drivers[language]);
  const completed = spawnSync(interpreter, [file], { input: JSON.stringify(cases), encoding: "utf8" });
  assert.equal(completed.status, 0, completed.stderr);
  return completed.stdout.trim().split("\n");
}

const interpreters = { python3: "python", php: "php" } as const;

for (const [interpreter, language] of Object.entries(interpreters)) {
  // A program is tested only if its interpreter is installed on this machine.
  if (spawnSync(interpreter, ["--version"]).status !== 0) continue;
  test(`the signature guide's program in ${language} accepts valid input and explains a rejection`, (t) => {
    const results = runDriver(t, interpreter, language);
    assert.deepEqual(
      cases.map(({ kind, name }, index) => `${kind}, ${name}: ${results[index]}`),
      cases.map(({ kind, name, result }) => `${kind}, ${name}: ${result}`),
    );
  });
}

test("the signature guide's shell command prints the signature that the guide shows", () => {
  const [, command = "", shownSignature = ""] =
    /```sh\n([\s\S]*?)```\s+prints `([0-9a-f]{64})`/.exec(guide) ?? [];
  const vector = readVectors().query[0];
  assert.equal(vector?.hmac, shownSignature);
  assert.ok(command.includes(`'${vector.signed_string}'`) && command.includes(vector.secret));
});
