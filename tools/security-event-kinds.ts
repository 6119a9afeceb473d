import { type SecurityEventKind, securityEventKindNames, securityEventKinds } from "@souk/contract";

function renderKind(kind: SecurityEventKind): string {
  const { text, isRepeatable } = securityEventKinds[kind];
  return `| \`${kind}\` | ${text} | ${isRepeatable ? "up to a limit" : "always"} |`;
}

/** Generate docs/reference/security-events.md, the table of the kinds of security events. @returns a map from the path to the text */
export async function generateSecurityEventKinds(): Promise<Map<string, string>> {
  const page = `# Security events

The values of the field \`security_event\` in the server's log, and of \`kind\` in the console operations. Generated from
packages/contract/security-events.ts; \`npm run generate\` updates it.

| kind | what happened | recorded |
|---|---|---|
${securityEventKindNames.map(renderKind).join("\n")}

Each kind of event that a stranger can cause at will is recorded at most 20 times an hour for one account, store or network, and at
most 5,000 times an hour in all. Further events of the kind are only counted, and after the hour one event \`events_omitted\` has
their number.
`;
  return new Map([["docs/reference/security-events.md", page]]);
}
