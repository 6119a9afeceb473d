import assert from "node:assert/strict";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { after, before, test } from "node:test";
import {
  eventually,
  type FakeClock,
  fakeClock,
  seedStore,
  type TestPlatform,
  testPlatform,
} from "@souk/testkit";
import { createJobs } from "../../runtime/composition/jobs.ts";
import { runJob } from "../../runtime/housekeeping/start-housekeeping.ts";

/** The mail server's response to each recipient; to all others it says yes. */
const answers: Readonly<Record<string, string>> = {
  "nul@guests.test": "550 no\0such person",
  "long@guests.test": `550 ${"x".repeat(450)}${"🛍".repeat(200)}`,
  "bytes@guests.test": "550 no \xff\xfe such person",
};

/** The mail server's response to the sender of every email. */
let toSender = "250 yes";
/** The recipients of received emails, and what happens during a delivery. */
const taken: string[] = [];
let connections = 0;
const sockets = new Set<Socket>();
/** Whether the server closes a connection that has carried an email once the next one begins. */
let closesKept = false;
let whileTaken = async (_recipient: string): Promise<void> => undefined;

let clock: FakeClock;
let testing: TestPlatform;
let server: Server;

/** Create a minimal mail server, which may respond with bytes that no proper one would send. */
function mailServer(): Server {
  return createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    let isMessage = false;
    let to = "";
    let emailCount = 0;
    const answerTo = async (line: string): Promise<void> => {
      if (isMessage && line !== ".") return;
      const recipient = /^RCPT TO:<(.+)>/.exec(line)?.[1] ?? "";
      to = recipient || to;
      if (line.startsWith("MAIL FROM") && closesKept && emailCount > 0) return void socket.destroy();
      if (isMessage) {
        emailCount += 1;
        taken.push(to);
        await whileTaken(to);
      }
      const others = line.startsWith("MAIL FROM") ? toSender : "250 yes";
      const answer = line === "DATA" ? "354 go on" : (answers[recipient] ?? others);
      isMessage = line === "DATA";
      socket.write(Buffer.from(`${answer}\r\n`, recipient.startsWith("bytes") ? "latin1" : "utf8"));
    };
    let answered = Promise.resolve();
    socket.on("error", () => undefined);
    socket.write("220 ready\r\n");
    socket.on("data", (data: Buffer) => {
      for (const line of data.toString("latin1").split("\r\n").slice(0, -1))
        answered = answered.then(() => answerTo(line));
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

async function invite(recipients: readonly string[]): Promise<void> {
  const store = await seedStore(testing);
  for (const email of recipients) {
    const invitation = { email, role: "staff", scopes: ["read_tags"] };
    const url = `${store.host_url}/api/console/invitations.json`;
    const answer = await store.owner.browser.call("POST", url, { invitation });
    assert.equal(answer.status, 200, answer.text);
  }
}

interface Row {
  recipient: string;
  state: string;
  error: string | null;
}

/** List the emails to these recipients, in the order they were written. */
async function listEmailsTo(recipients: readonly string[]): Promise<Row[]> {
  const text = "select recipient, state, error from mails where recipient = any($1) order by id";
  return await testing.database.many<Row>(text, [recipients]);
}

test("any bytes of a mail server's response are recorded, and the next email leaves", async () => {
  const recipients = [...Object.keys(answers), "next@guests.test"];
  await invite(recipients);
  const rows = await eventually(async () => {
    const found = await listEmailsTo(recipients);
    return found.every(({ state }) => state !== "queued") ? found : null;
  });
  assert.deepEqual(
    rows.map(({ state }) => state),
    ["failed", "failed", "failed", "sent"],
  );
  assert.match(rows[0]?.error ?? "", /no␀such person/);
  assert.match(rows[1]?.error ?? "", /^[^\ufffd]{400,500}$/u);
  assert.match(rows[2]?.error ?? "", /such person/);
});

test("errors for the operator to fix lose no email; slow replies send none twice", async () => {
  const recipients = ["one@guests.test", "two@guests.test", "three@guests.test"];
  toSender = "530 5.7.0 who are you";
  await invite(recipients);
  await eventually(async () => (await listEmailsTo(recipients)).every(({ error }) => error !== null));
  assert.deepEqual(
    (await listEmailsTo(recipients)).map(({ state }) => state),
    ["queued", "queued", "queued"],
  );
  const job = createJobs(testing.platform, clock).find(({ name }) => name === "send mail") ?? assert.fail();
  // Another process comes by while they are on their way, four minutes after they were taken.
  let comeBy = async (): Promise<void> => {
    comeBy = async () => undefined;
    clock.advance(4 * 60_000);
    await runJob(testing.database, job);
  };
  whileTaken = () => comeBy();
  toSender = "250 yes";
  clock.advance(60_000);
  await eventually(async () => (await listEmailsTo(recipients)).every(({ state }) => state === "sent"));
  assert.deepEqual(taken.filter((recipient) => recipients.includes(recipient)).sort(), recipients.sort());
});

test("four emails are sent at once over kept connections, however many wait", async () => {
  const recipients = Array.from({ length: 12 }, (_, index) => `bulk${index}@guests.test`);
  const before = connections;
  let underWay = 0;
  let peak = 0;
  const { promise: four, resolve: reached } = Promise.withResolvers<void>();
  whileTaken = async () => {
    underWay += 1;
    peak = Math.max(peak, underWay);
    if (underWay === 4) reached();
    await four;
    underWay -= 1;
  };
  await invite(recipients);
  await eventually(async () => (await listEmailsTo(recipients)).every(({ state }) => state === "sent"));
  assert.equal(peak, 4);
  assert.ok(connections - before <= 4, String(connections - before));
  assert.deepEqual(taken.filter((recipient) => recipients.includes(recipient)).sort(), recipients.sort());
});

test("an email whose kept connection is closed goes out over another at once", async () => {
  const send = async (recipient: string): Promise<void> => {
    await invite([recipient]);
    await eventually(async () => (await listEmailsTo([recipient])).every(({ state }) => state === "sent"));
  };
  whileTaken = async () => undefined;
  for (const socket of sockets) socket.destroy();
  await send("kept@guests.test");
  const before = connections;
  closesKept = true;
  await send("reconnected@guests.test");
  assert.equal(connections, before + 1);
});
