import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { createFakeClock } from "@souk/testkit";
import { createFileLinks } from "../../infrastructure/storage/index.ts";
import { createConsentToken, verifyConsentToken } from "../../modules/installs/consent-token.ts";
import { secureRandomText } from "../random.ts";
import { type DerivedKeys, deriveKeys } from "./derived-keys.ts";

const [formerKey, newKey] = [randomBytes(32), randomBytes(32)];
const clock = createFakeClock();
const session_hash = randomBytes(32);

/** Sign a link and a consent form with the keys `signer`, and return whether a process with the keys `verifier` accepts each. */
function checkAcceptance(
  verifier: DerivedKeys,
  signer: DerivedKeys,
): { acceptsLink: boolean; acceptsConsent: boolean } {
  const path = "/exports/a1/products.jsonl";
  const link = createFileLinks(signer.fileLinks, clock).sign(path);
  const { searchParams } = new URL(link, "https://files.souk.example");
  const consent = {
    store_id: 1,
    app_id: 2,
    client_id: "app",
    scopes: ["read_products"],
    redirect_uri: "https://app.example/callback",
    state: null,
    code_challenge: null,
  };
  const nowMs = clock.now();
  const token = createConsentToken(
    consent,
    { keys: signer.consent, session_hash },
    { nowMs, random: secureRandomText },
  );
  return {
    acceptsLink: createFileLinks(verifier.fileLinks, clock).isValid(path, searchParams),
    acceptsConsent: verifyConsentToken(token, { keys: verifier.consent, session_hash }, nowMs).ok,
  };
}

test("during a change of the secret key, processes accept each other's links and consent forms", () => {
  const accepted = { acceptsLink: true, acceptsConsent: true };
  // docs/guides/operate.md: the new key is added after the former one, then it is put first, and then the former key is removed.
  const steps = [
    deriveKeys(formerKey),
    deriveKeys(formerKey, [newKey]),
    deriveKeys(newKey, [formerKey]),
    deriveKeys(newKey),
  ];
  for (const [index, currentKeys] of steps.entries()) {
    const previousKeys = steps[index - 1] ?? currentKeys;
    assert.deepEqual(checkAcceptance(currentKeys, previousKeys), accepted, `new keys verify, step ${index}`);
    assert.deepEqual(checkAcceptance(previousKeys, currentKeys), accepted, `new keys sign, step ${index}`);
  }
});

test("links and consent forms signed with a secret key that is not in the server's list are rejected", () => {
  const rejected = { acceptsLink: false, acceptsConsent: false };
  const unknownKey = randomBytes(32);
  assert.deepEqual(checkAcceptance(deriveKeys(newKey), deriveKeys(formerKey, [newKey])), rejected);
  assert.deepEqual(
    checkAcceptance(deriveKeys(newKey, [formerKey]), deriveKeys(unknownKey, [newKey])),
    rejected,
  );
});
