import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { signBody, signQuery, signSessionToken } from "./index.ts";
import { readVectors } from "./testing/read-vectors.ts";

const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/verify-signatures.md"), "utf8");

/** Return the only program of a language in the guide. */
function programIn(language: string): string {
  const found = guide.match(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``));
  assert.ok(found?.[1], `the guide has no program in ${language}`);
  return found[1];
}

const secret = "spk_3f9a1c7e5b2d4860";
const suffix = ".souk.localhost";
const now = 1_763_683_300;
const client_id = "the-app";

/** An input for a program, and its expected answer. */
interface Case {
  name: string;
  kind: "query" | "body" | "token";
  /** The query, the body in base64, or the token. */
  input: string;
  header?: string;
  secret: string;
  answer: string;
}

function query(name: string, input: string, answer: string, key = secret): Case {
  return { name, kind: "query", input, secret: key, answer };
}

function signed(parameters: Record<string, string>): string {
  return new URLSearchParams({ ...parameters, hmac: signQuery(parameters, secret) }).toString();
}

const sound = {
  shop: `demo${suffix}`,
  host_url: `https://admin${suffix}/demo`,
  timestamp: String(now),
  state: "a b+c=d/é",
};

function queries(): Case[] {
  const genuine = signed(sound);
  const vectors = readVectors().query.map((vector) => {
    const age = Math.abs(now - Number(vector.parameters.timestamp));
    return query(`vector ${vector.name}`, vector.query, age > 300 ? "stale_timestamp" : "ok", vector.secret);
  });
  return [
    ...vectors,
    query("genuine", genuine, "ok"),
    query("changed", genuine.replace("shop=demo", "shop=evil"), "bad_signature"),
    query("another secret", genuine, "bad_signature", "another"),
    query("no signature", new URLSearchParams(sound).toString(), "bad_signature"),
    query("a key twice", `${genuine}&shop=evil${suffix}`, "repeated_key"),
    query("a smuggled &", genuine.replace("state=", "state=x%26"), "ambiguous"),
    query("a smuggled = in a name", `${genuine}&a%3Db=c`, "ambiguous"),
    query("old", signed({ ...sound, timestamp: String(now - 301) }), "stale_timestamp"),
    query("of tomorrow", signed({ ...sound, timestamp: String(now + 86_400) }), "stale_timestamp"),
    query("no time", signed({ ...sound, timestamp: "1e9" }), "stale_timestamp"),
    query("a store elsewhere", signed({ ...sound, shop: "demo.evil.test" }), "bad_shop"),
    query("a store with a path", signed({ ...sound, shop: `evil.test/${suffix}` }), "bad_shop"),
  ];
}

function bodies(): Case[] {
  const body = (name: string, bytes: Buffer, header: string, answer: string, key = secret): Case => ({
    name,
    kind: "body",
    input: bytes.toString("base64"),
    header,
    secret: key,
    answer,
  });
  const hook = Buffer.from('{"title":"商店 😀 é"}');
  const genuine = signBody(hook, secret);
  return [
    ...readVectors().body.map((vector) =>
      body(`vector ${vector.name}`, Buffer.from(vector.body), vector.hmac, "ok", vector.secret),
    ),
    body("genuine", hook, genuine, "ok"),
    body("one byte more", Buffer.concat([hook, Buffer.from(" ")]), genuine, "no"),
    body("no signature", hook, "", "no"),
    body("in capitals", hook, genuine.toUpperCase(), "no"),
  ];
}

function tokens(): Case[] {
  const claims = {
    iss: sound.host_url,
    dest: `https://demo${suffix}:4000`,
    aud: client_id,
    sub: "7",
    iat: now,
    nbf: now,
    exp: now + 60,
    jti: "one",
    sid: "two",
  };
  const token = (name: string, input: string, answer: string): Case => ({
    name,
    kind: "token",
    input,
    secret,
    answer,
  });
  const genuine = signSessionToken(claims, secret);
  const [head = "", payload = "", signature = ""] = genuine.split(".");
  const none = Buffer.from('{"alg":"none"}').toString("base64url");
  return [
    token("genuine", genuine, "ok"),
    token("another secret", signSessionToken(claims, "another"), "bad_signature"),
    token("changed", `${head}.${payload.slice(0, -2)}AA.${signature}`, "bad_signature"),
    token("unsigned", `${none}.${payload}.`, "unsupported_algorithm"),
    token("no token", "hello", "malformed"),
    token("another app's", signSessionToken({ ...claims, aud: "other" }, secret), "wrong_audience"),
    token("over", signSessionToken({ ...claims, exp: now - 6 }, secret), "expired"),
    token("not yet", signSessionToken({ ...claims, nbf: now + 60 }, secret), "expired"),
    token(
      "a store elsewhere",
      signSessionToken({ ...claims, dest: "https://evil.test" }, secret),
      "bad_shop",
    ),
  ];
}

const cases = [...queries(), ...bodies(), ...tokens()];

/** The programs that read the cases from standard input and print one answer per line. */
const drivers = {
  python: `
import sys
for case in json.load(sys.stdin):
    if case["kind"] == "query":
        _, reason = verify_query(case["input"], case["secret"], "${suffix}", now=${now})
    elif case["kind"] == "body":
        right = verify_body(base64.b64decode(case["input"]), case["header"], case["secret"])
        reason = None if right else "no"
    else:
        _, reason = verify_session_token(case["input"], case["secret"], "${client_id}", "${suffix}", now=${now})
    print(reason or "ok")
`,
  php: `
foreach (json_decode(file_get_contents('php://stdin'), true) as $case) {
    if ($case['kind'] === 'query') {
        [, $reason] = verify_query($case['input'], $case['secret'], '${suffix}', ${now});
    } elseif ($case['kind'] === 'body') {
        $right = verify_body(base64_decode($case['input']), $case['header'], $case['secret']);
        $reason = $right ? null : 'no';
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
  writeFileSync(file, programIn(language) + drivers[language]);
  const ended = spawnSync(interpreter, [file], { input: JSON.stringify(cases), encoding: "utf8" });
  assert.equal(ended.status, 0, ended.stderr);
  return ended.stdout.trim().split("\n");
}

const interpreters = { python3: "python", php: "php" } as const;

for (const [interpreter, language] of Object.entries(interpreters)) {
  // The programs are for readers of other languages; a machine without an interpreter has nothing to run them with.
  if (spawnSync(interpreter, ["--version"]).status !== 0) continue;
  test(`the guide's program in ${language} accepts valid input and explains rejections`, (t) => {
    const answers = runDriver(t, interpreter, language);
    const results = cases.map(({ kind, name }, index) => `${kind}, ${name}: ${answers[index]}`);
    assert.deepEqual(
      results,
      cases.map(({ kind, name, answer }) => `${kind}, ${name}: ${answer}`),
    );
  });
}

test("the guide's shell command prints what the guide says", () => {
  const [, command = "", printed = ""] = /```sh\n([\s\S]*?)```\s+prints `([0-9a-f]{64})`/.exec(guide) ?? [];
  const parameters = readVectors().query[0];
  assert.equal(parameters?.hmac, printed);
  assert.ok(command.includes(`'${parameters.signed_string}'`) && command.includes(parameters.secret));
});
