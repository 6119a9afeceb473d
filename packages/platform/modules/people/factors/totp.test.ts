import assert from "node:assert/strict";
import { test } from "node:test";
import {
  buildTotpUrl,
  computeTotpCode,
  decodeBase32,
  encodeBase32,
  findTotpStep,
  getTotpStep,
} from "./totp.ts";

const secret = Buffer.from("12345678901234567890");

test("the codes of an authenticator app equal the test vectors of RFC 6238", () => {
  const vectors: [seconds: number, code: string][] = [
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ];
  // The vectors have eight digits. The last six are the code with six digits.
  for (const [seconds, code] of vectors)
    assert.equal(computeTotpCode(secret, getTotpStep(seconds * 1000)), code.slice(-6));
});

test("an authenticator app's code is accepted in its time step, the step before and the step after", () => {
  const nowMs = 1_800_000_000_000;
  const step = getTotpStep(nowMs);
  const found = [-2, -1, 0, 1, 2].map((offset) =>
    findTotpStep(secret, computeTotpCode(secret, step + offset), nowMs),
  );
  assert.deepEqual(found, [null, step - 1, step, step + 1, null]);
  for (const code of ["", "12345", "1234567", "abcdef", "１２３４５６"])
    assert.equal(findTotpStep(secret, code, nowMs), null);
});

test("Base32 is encoded and decoded as in RFC 4648, except that spaces and hyphens are ignored", () => {
  assert.equal(encodeBase32(Buffer.from("foobar")), "MZXW6YTBOI");
  assert.equal(decodeBase32("MZXW 6YTB-OI").toString(), "foobar");
});

test("the URL in an authenticator app's QR code contains the issuer, the email and the secret", () => {
  assert.equal(
    buildTotpUrl({ issuer: "Souk souk.example", email: "a+b@c.test", secret: "MZXW6YTBOI" }),
    "otpauth://totp/Souk%20souk.example:a%2Bb%40c.test?secret=MZXW6YTBOI&issuer=Souk%20souk.example",
  );
});
