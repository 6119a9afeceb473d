import { createSocket } from "node:dgram";

/**
 * The response of a name server about one name: addresses of both families with their time to live, or an error.
 */
export type NameRecord =
  | { addresses: readonly string[]; ttl?: number; alias?: string }
  | "nxdomain"
  | "servfail"
  | "silent";

export type TestNameServer = {
  /** For `Resolver.setServers`. */
  address: string;
  /** The names that were queried, once for each query. */
  queries: string[];
  close(): Promise<void>;
};

const typeA = 1;
const typeAlias = 5;
const typeAaaa = 28;

/** @param getRecord what is known of a name at this moment; it may say something else at each query */
export async function startNameServer(getRecord: (name: string) => NameRecord): Promise<TestNameServer> {
  const socket = createSocket("udp4");
  const queries: string[] = [];
  socket.on("message", (message, from) => {
    const { name, type, end } = readQuestion(message);
    queries.push(name);
    const record = getRecord(name.toLowerCase());
    if (record === "silent") return;
    socket.send(reply(message.subarray(0, end), type, record), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    queries,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function reply(question: Buffer, type: number, record: Exclude<NameRecord, "silent">): Buffer {
  const answers = typeof record === "string" ? [] : encodeAnswers(record, type);
  const code = record === "nxdomain" ? 3 : record === "servfail" ? 2 : 0;
  const header = Buffer.from(question);
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(answers.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, ...answers]);
}

function encodeAnswers(record: Exclude<NameRecord, string>, type: number): Buffer[] {
  const { addresses, ttl = 60, alias } = record;
  const inFamily = addresses.filter((address) => address.includes(":") === (type === typeAaaa));
  // 0xc00c points at the name of the question.
  const owner = alias === undefined ? Buffer.from([0xc0, 0x0c]) : encodeName(alias);
  const aliases =
    alias === undefined ? [] : [resource(Buffer.from([0xc0, 0x0c]), typeAlias, ttl, encodeName(alias))];
  const bytes = type === typeA ? ipv4Bytes : ipv6Bytes;
  return [...aliases, ...inFamily.map((address) => resource(owner, type, ttl, bytes(address)))];
}

function resource(owner: Buffer, type: number, ttl: number, data: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(ttl, 4);
  fixed.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner, fixed, data]);
}

function encodeName(name: string): Buffer {
  const labels = name
    .split(".")
    .map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`, "latin1"));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function ipv4Bytes(address: string): Buffer {
  return Buffer.from(address.split(".").map(Number));
}

function ipv6Bytes(address: string): Buffer {
  const [head = "", tail = ""] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === "" ? [] : tail.split(":");
  const groups = [...before, ...Array(8 - before.length - after.length).fill("0"), ...after];
  return Buffer.from(
    groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]),
  );
}
