import assert from "node:assert/strict";
import { type AddressInfo, createServer, type Server } from "node:net";
import { after, before, test } from "node:test";
import {
  eventually,
  type FakeClock,
  fakeClock,
  seedShop,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";

/** What the mail server says to each recipient once it is told of them; to all others it says yes. */
const answers: Readonly<Record<string, string>> = {
  "nul@guests.test": "550 no\0such person",
  "long@guests.test": `550 ${"x".repeat(450)}${"🛍".repeat(200)}`,
  "bytes@guests.test": "550 no \xff\xfe such person",
};

let clock: FakeClock;
let testing: TestPlatform;
let server: Server;

/** A mail server in its plainest form, which may answer bytes that no proper one would. */
function mailServer(): Server {
  return createServer((socket) => {
    let isMessage = false;
    socket.on("error", () => undefined);
    socket.write("220 ready\r\n");
    socket.on("data", (data: Buffer) => {
      for (const line of data.toString("latin1").split("\r\n").slice(0, -1)) {
        const recipient = /^RCPT TO:<(.+)>/.exec(line)?.[1] ?? "";
        if (isMessage && line !== ".") continue;
        const answer = line === "DATA" ? "354 go on" : (answers[recipient] ?? "250 yes");
        isMessage = line === "DATA";
        socket.write(Buffer.from(`${answer}\r\n`, recipient.startsWith("bytes") ? "latin1" : "utf8"));
      }
    });
  });
}

before(async () => {
  server = mailServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  clock = fakeClock();
  const mail = { smtpUrl: `smtp://127.0.0.1:${port}`, from: "Souk <no-reply@souk.localhost>" };
  testing = await testPlatform({ clock, config: { mail } });
});

after(async () => {
  server.close();
  // It throws when the platform has logged an error of its own.
  await testing.stop();
});

test("whatever bytes a mail server answers with are written down, and the next mail leaves", async () => {
  const shop = await seedShop(testing);
  const recipients = [...Object.keys(answers), "next@guests.test"];
  for (const email of recipients) {
    const invitation = { email, role: "staff", scopes: ["read_tags"] };
    const url = `${shop.host_url}/api/console/invitations.json`;
    const answer = await shop.owner.browser.call("POST", url, { invitation });
    assert.equal(answer.status, 200, answer.text);
  }
  const text = "select recipient, state, error from mails where state <> 'queued' order by id";
  type Row = { recipient: string; state: string; error: string | null };
  const rows = await eventually(async () => {
    const found = (await testing.database.query<Row>(text)).rows;
    return found.length === recipients.length ? found : null;
  });
  assert.deepEqual(
    rows.map(({ state }) => state),
    ["failed", "failed", "failed", "sent"],
  );
  assert.match(rows[0]?.error ?? "", /no␀such person/);
  assert.match(rows[1]?.error ?? "", /^[^\ufffd]{400,500}$/u);
  assert.match(rows[2]?.error ?? "", /such person/);
});
