import { createSocket } from "node:dgram";

/**
 * The DNS records of one name: IPv4 and IPv6 addresses with their time to live in seconds, or an error. If `alias` is set, the
 * queried name is an alias (CNAME) of the name in `alias`, which has the addresses. With `silent`, no response is sent.
 */
export type NameRecord =
  | { addresses: readonly string[]; ttl?: number; alias?: string }
  | "nxdomain"
  | "servfail"
  | "silent";

export type TestNameServer = {
  /** The server's address and port, for `Resolver.setServers`. */
  address: string;
  /** The queried names, one for each query. */
  queries: string[];
  close(): Promise<void>;
};

// The types of DNS records: A, CNAME and AAAA.
const typeA = 1;
const typeAlias = 5;
const typeAaaa = 28;

/** The DNS response codes of the errors. The code 0 means success. */
const errorCodes = { nxdomain: 3, servfail: 2 } as const;

/**
 * Start a DNS server on 127.0.0.1.
 * @param getRecord returns the record of a name; it is called for each query and may return a different record each time
 */
export async function startNameServer(getRecord: (name: string) => NameRecord): Promise<TestNameServer> {
  const socket = createSocket("udp4");
  const queries: string[] = [];
  socket.on("message", (message, sender) => {
    const { name, type, end } = readQuestion(message);
    queries.push(name);
    const record = getRecord(name.toLowerCase());
    if (record === "silent") return;
    socket.send(encodeResponse(message.subarray(0, end), type, record), sender.port, sender.address);
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
  // The header of a DNS message has 12 bytes (RFC 1035, section 4.1.1).
  let offset = 12;
  for (let length = message.readUInt8(offset); length > 0; length = message.readUInt8(offset)) {
    labels.push(message.toString("latin1", offset + 1, offset + 1 + length));
    offset += 1 + length;
  }
  // The name ends with one zero byte. The type and the class follow, with two bytes each.
  return { name: labels.join("."), type: message.readUInt16BE(offset + 1), end: offset + 5 };
}

/** Encode the response to a query. @param query the header and the question of the query */
function encodeResponse(query: Buffer, type: number, record: Exclude<NameRecord, "silent">): Buffer {
  const answers = typeof record === "string" ? [] : encodeAnswers(record, type);
  const code = typeof record === "string" ? errorCodes[record] : 0;
  const headerAndQuestion = Buffer.from(query);
  // 0x8180 marks a response from a server that supports recursion.
  headerAndQuestion.writeUInt16BE(0x8180 | code, 2);
  headerAndQuestion.writeUInt16BE(answers.length, 6);
  headerAndQuestion.writeUInt32BE(0, 8);
  return Buffer.concat([headerAndQuestion, ...answers]);
}

function encodeAnswers(record: Exclude<NameRecord, string>, type: number): Buffer[] {
  const { addresses, ttl = 60, alias } = record;
  const matchingAddresses = addresses.filter((address) => address.includes(":") === (type === typeAaaa));
  // 0xc00c is a pointer to the name in the question.
  const owner = alias === undefined ? Buffer.from([0xc0, 0x0c]) : encodeName(alias);
  const aliases =
    alias === undefined ? [] : [encodeResource(Buffer.from([0xc0, 0x0c]), typeAlias, ttl, encodeName(alias))];
  const encodeAddress = type === typeA ? encodeIpv4 : encodeIpv6;
  return [
    ...aliases,
    ...matchingAddresses.map((address) => encodeResource(owner, type, ttl, encodeAddress(address))),
  ];
}

function encodeResource(owner: Buffer, type: number, ttl: number, data: Buffer): Buffer {
  const header = Buffer.alloc(10);
  header.writeUInt16BE(type, 0);
  // Class 1 is the Internet.
  header.writeUInt16BE(1, 2);
  header.writeUInt32BE(ttl, 4);
  header.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner, header, data]);
}

function encodeName(name: string): Buffer {
  const labels = name
    .split(".")
    .map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`, "latin1"));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function encodeIpv4(address: string): Buffer {
  return Buffer.from(address.split(".").map(Number));
}

function encodeIpv6(address: string): Buffer {
  const [head = "", tail = ""] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const headGroups = head === "" ? [] : head.split(":");
  const tailGroups = tail === "" ? [] : tail.split(":");
  const zeroGroups = Array(8 - headGroups.length - tailGroups.length).fill("0");
  const groups = [...headGroups, ...zeroGroups, ...tailGroups];
  return Buffer.from(
    groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]),
  );
}
