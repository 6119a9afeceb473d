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

/** Return whether a process accepts the link and the consent form that another process signed. */
function accepts(process: DerivedKeys, signer: DerivedKeys): { link: boolean; consent: boolean } {
  const path = "/exports/a1/products.jsonl";
  const link = createFileLinks(signer.fileLinks, clock).sign(path);
  const { searchParams } = new URL(link, "https://files.souk.example");
  const consent = {
    ...{ store_id: 1, app_id: 2, client_id: "app", scopes: ["read_products"] },
    ...{ redirect_uri: "https://app.example/callback", state: null, code_challenge: null },
  };
  const nowMs = clock.now();
  const token = createConsentToken(
    consent,
    { keys: signer.consent, session_hash },
    { nowMs, random: secureRandomText },
  );
  return {
    link: createFileLinks(process.fileLinks, clock).isValid(path, searchParams),
    consent: verifyConsentToken(token, { keys: process.consent, session_hash }, nowMs).ok,
  };
}

const accepted = { link: true, consent: true };

test("during a change of the secret key, processes accept each other's links and consent forms", () => {
  // docs/guides/operate.md: the new key is first added behind the current one, then put first, and finally stays alone.
  const steps = [
    deriveKeys(formerKey),
    deriveKeys(formerKey, [newKey]),
    deriveKeys(newKey, [formerKey]),
    deriveKeys(newKey),
  ];
  for (const [index, restarted] of steps.entries()) {
    const waiting = steps[index - 1] ?? restarted;
    assert.deepEqual(accepts(restarted, waiting), accepted, `restarted for step ${index}`);
    assert.deepEqual(accepts(waiting, restarted), accepted, `not restarted yet for step ${index}`);
  }
});

test("links and consent forms signed with a secret key that is not in the server's list are rejected", () => {
  const rejected = { link: false, consent: false };
  assert.deepEqual(accepts(deriveKeys(newKey), deriveKeys(formerKey, [newKey])), rejected);
  assert.deepEqual(accepts(deriveKeys(newKey, [formerKey]), deriveKeys(randomBytes(32), [newKey])), rejected);
});
