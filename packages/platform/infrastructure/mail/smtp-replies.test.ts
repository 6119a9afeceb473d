import assert from "node:assert/strict";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { after, before, test } from "node:test";
import {
  createFakeClock,
  eventually,
  type FakeClock,
  seedStore,
  startTestPlatform,
  type TestPlatform,
} from "@souk/testkit";
import { createJobs } from "../../runtime/composition/jobs.ts";
import { runJob } from "../../runtime/housekeeping/start-housekeeping.ts";

/** The mail server's reply to each of these recipients. It accepts all other recipients. */
const repliesByRecipient: Readonly<Record<string, string>> = {
  "nul@guests.test": "550 no\0such person",
  "long@guests.test": `550 ${"x".repeat(450)}${"🛍".repeat(200)}`,
  "bytes@guests.test": "550 no \xff\xfe such person",
};

/** The mail server's reply to the sender of every email. */
let senderReply = "250 yes";
/** The recipients of the emails that the mail server has received. */
const receivedRecipients: string[] = [];
let connectionCount = 0;
const sockets = new Set<Socket>();
/** Whether the server closes a connection when a second email begins on it. */
let closesReusedConnections = false;
/** Called when an email has been received, before it is acknowledged. */
let beforeAccept = async (_recipient: string): Promise<void> => undefined;

let clock: FakeClock;
let testPlatform: TestPlatform;
let server: Server;

/** Create a minimal mail server, which can reply with bytes that are not valid text. */
function createMailServer(): Server {
  return createServer((socket) => {
    connectionCount += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    let isInMessage = false;
    let currentRecipient = "";
    let emailCount = 0;
    const replyTo = async (line: string): Promise<void> => {
      if (isInMessage && line !== ".") return;
      const recipient = /^RCPT TO:<(.+)>/.exec(line)?.[1] ?? "";
      currentRecipient = recipient || currentRecipient;
      if (line.startsWith("MAIL FROM") && closesReusedConnections && emailCount > 0)
        return void socket.destroy();
      if (isInMessage) {
        emailCount += 1;
        receivedRecipients.push(currentRecipient);
        await beforeAccept(currentRecipient);
      }
      const defaultReply = line.startsWith("MAIL FROM") ? senderReply : "250 yes";
      const reply = line === "DATA" ? "354 go on" : (repliesByRecipient[recipient] ?? defaultReply);
      isInMessage = line === "DATA";
      socket.write(Buffer.from(`${reply}\r\n`, recipient.startsWith("bytes") ? "latin1" : "utf8"));
    };
    let previousReply = Promise.resolve();
    socket.on("error", () => undefined);
    socket.write("220 ready\r\n");
    socket.on("data", (data: Buffer) => {
      for (const line of data.toString("latin1").split("\r\n").slice(0, -1))
        previousReply = previousReply.then(() => replyTo(line));
    });
  });
}

before(async () => {
  server = createMailServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  clock = createFakeClock();
  const mail = { smtpUrl: `smtp://127.0.0.1:${port}`, from: "Souk <no-reply@souk.localhost>" };
  testPlatform = await startTestPlatform({ clock, config: { mail } });
});

after(async () => {
  server.close();
  // This throws if the platform has logged an error.
  await testPlatform.stop();
});

/** Invite these people to a new store. Each of them gets an email. */
async function invite(recipients: readonly string[]): Promise<void> {
  const store = await seedStore(testPlatform);
  for (const email of recipients) {
    const invitation = { email, role: "custom", rights: ["tags.view"] };
    const url = `${store.host_url}/api/console/invitations.json`;
    const response = await store.owner.browser.call("POST", url, { invitation });
    assert.equal(response.status, 200, response.text);
  }
}

interface EmailResult {
  recipient: string;
  state: string;
  error: string | null;
}

/** List the emails to these recipients, in the order of their ids. */
async function listEmailsTo(recipients: readonly string[]): Promise<EmailResult[]> {
  const text = "select recipient, state, error from mails where recipient = any($1) order by id";
  return await testPlatform.database.many<EmailResult>(text, [recipients]);
}

test("a mail server's rejection is recorded whatever bytes it contains, and other emails are still sent", async () => {
  const recipients = [...Object.keys(repliesByRecipient), "next@guests.test"];
  await invite(recipients);
  const rows = await eventually(async () => {
    const emails = await listEmailsTo(recipients);
    return emails.every(({ state }) => state !== "queued") ? emails : null;
  });
  assert.deepEqual(
    rows.map(({ state }) => state),
    ["failed", "failed", "failed", "sent"],
  );
  assert.match(rows[0]?.error ?? "", /no␀such person/);
  assert.match(rows[1]?.error ?? "", /^[^\ufffd]{400,500}$/u);
  assert.match(rows[2]?.error ?? "", /such person/);
});

test("emails rejected because of their sender are retried and sent exactly once, even if the mail server is slow", async () => {
  const recipients = ["one@guests.test", "two@guests.test", "three@guests.test"];
  senderReply = "530 5.7.0 who are you";
  await invite(recipients);
  await eventually(async () => (await listEmailsTo(recipients)).every(({ error }) => error !== null));
  assert.deepEqual(
    (await listEmailsTo(recipients)).map(({ state }) => state),
    ["queued", "queued", "queued"],
  );
  const job =
    createJobs(testPlatform.platform, clock).find(({ name }) => name === "send emails") ?? assert.fail();
  // While the first of the emails is being received, four minutes pass and another process runs the job, but only once.
  let runConcurrently = async (): Promise<void> => {
    runConcurrently = async () => undefined;
    clock.advance(4 * 60_000);
    await runJob(testPlatform.database, job);
  };
  beforeAccept = () => runConcurrently();
  senderReply = "250 yes";
  clock.advance(60_000);
  await eventually(async () => (await listEmailsTo(recipients)).every(({ state }) => state === "sent"));
  assert.deepEqual(
    receivedRecipients.filter((recipient) => recipients.includes(recipient)).sort(),
    recipients.sort(),
  );
});

test("at most four emails are sent concurrently, over reused connections", async () => {
  const recipients = Array.from({ length: 12 }, (_, index) => `bulk${index}@guests.test`);
  const connectionsBefore = connectionCount;
  let inProgressCount = 0;
  let maxInProgressCount = 0;
  const fourInProgress = Promise.withResolvers<void>();
  beforeAccept = async () => {
    inProgressCount += 1;
    maxInProgressCount = Math.max(maxInProgressCount, inProgressCount);
    if (inProgressCount === 4) fourInProgress.resolve();
    await fourInProgress.promise;
    inProgressCount -= 1;
  };
  await invite(recipients);
  await eventually(async () => (await listEmailsTo(recipients)).every(({ state }) => state === "sent"));
  assert.equal(maxInProgressCount, 4);
  assert.ok(connectionCount - connectionsBefore <= 4, String(connectionCount - connectionsBefore));
  assert.deepEqual(
    receivedRecipients.filter((recipient) => recipients.includes(recipient)).sort(),
    recipients.sort(),
  );
});

test("an email whose reused connection is closed is sent over a new connection immediately", async () => {
  const inviteAndWait = async (recipient: string): Promise<void> => {
    await invite([recipient]);
    await eventually(async () => (await listEmailsTo([recipient])).every(({ state }) => state === "sent"));
  };
  beforeAccept = async () => undefined;
  for (const socket of sockets) socket.destroy();
  await inviteAndWait("kept@guests.test");
  const connectionsBefore = connectionCount;
  closesReusedConnections = true;
  await inviteAndWait("reconnected@guests.test");
  assert.equal(connectionCount, connectionsBefore + 1);
});
