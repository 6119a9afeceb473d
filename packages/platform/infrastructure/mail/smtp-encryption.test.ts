import assert from "node:assert/strict";
import { test } from "node:test";
import { eventually, startTestPlatform } from "@souk/testkit";
import { startMailServer } from "./testing/mail-server.ts";

interface EmailState {
  state: string;
  error: string | null;
  warnings: string[];
}

/** Queue an email on a platform that uses a mail server without STARTTLS, and return the email's state after the first attempt. */
async function sendWithoutTls(host: string, mode: "production" | "development"): Promise<EmailState> {
  const server = await startMailServer(host);
  const testPlatform = await startTestPlatform({ config: { mode, mail: server.mail } });
  try {
    const email = {
      store_id: null,
      recipient: "a@guests.test",
      priority: true,
      kind: "any",
      subject: "News",
      text: "Secret",
    };
    await testPlatform.platform.mail.queue.send(testPlatform.database, email);
    const storedEmail = await eventually(async () => {
      const row = await testPlatform.database.one<Omit<EmailState, "warnings">>(
        "select state, error from mails",
      );
      return row.state === "queued" && row.error === null ? null : row;
    });
    assert.equal(server.received.length, storedEmail.state === "sent" ? 1 : 0);
    const warnings = testPlatform.log.lines
      .filter(({ level }) => level === "warn")
      .map(({ message }) => message);
    return { ...storedEmail, warnings };
  } finally {
    await testPlatform.stop();
    await server.stop();
  }
}

// 127.0.0.2 stands for another machine. It is an address of this machine, too, but Souk treats only 127.0.0.1 as this machine.
test("in production, no email goes to another machine over an unencrypted connection", async () => {
  const { state, error, warnings } = await sendWithoutTls("127.0.0.2", "production");
  assert.equal(state, "queued");
  assert.match(error ?? "", /STARTTLS/);
  assert.deepEqual(warnings, ["The mail server accepts no emails."]);
});

test("on the same machine, and in development on any machine, a mail server does not have to offer encryption", async () => {
  assert.equal((await sendWithoutTls("127.0.0.1", "production")).state, "sent");
  assert.equal((await sendWithoutTls("127.0.0.2", "development")).state, "sent");
});
