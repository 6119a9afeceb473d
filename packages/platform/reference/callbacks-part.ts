import { type CallbackDescription, callbacks } from "@souk/contract";
import { type Html, html } from "../routing/html.ts";
import { schemaTable } from "./schema-table.ts";
import { table } from "./table.ts";

const all = Object.entries<CallbackDescription>(callbacks);

function rows(): Html[][] {
  return all.map(([name, { asked, agent, seconds, bytes }]) => [
    html`<a href="#callback-${name}"><code>${name}</code></a>`,
    html`${asked}.`,
    html`${seconds} seconds, ${bytes / 1024} KiB`,
    html`<code>${agent}</code>`,
  ]);
}

/** The fields of an answer; where there are several kinds of it, of each. */
function answerTables(name: string, { answer }: CallbackDescription): Html[] {
  const { anyOf = [answer] } = answer as { anyOf?: object[] };
  return anyOf.map((kind) => schemaTable(kind, `Fields of an answer to ${name}`));
}

function details(): Html[] {
  return all.map(
    ([name, callback]) => html`<h3 id="callback-${name}"><code>${name}</code></h3>
<details><summary>What is sent and what is answered, with an example of each</summary>
${schemaTable(callback.question, `Fields of ${name}`)}
<pre>${JSON.stringify(callback.example.question, null, 2)}</pre>
${answerTables(name, callback)}
<pre>${JSON.stringify(callback.example.answer, null, 2)}</pre></details>`,
  );
}

/** What apps are asked while somebody waits: every topic, what is sent, and what counts as an answer. */
export function callbacksPart(): Html {
  return html`<h2 id="callbacks">Callbacks</h2>
<p>These are no webhooks: somebody waits for the answer, so nothing is subscribed to, kept or tried again. Where shipping rates are asked
is set with <a href="/docs/operations/curls.create">a callback</a>; where Fulfill is answered, by the platform's staff. Each is a POST with
<code>Service-Topic</code>, <code>Service-Shop-Domain</code> and <code>Service-Hmac-Sha256</code>, signed as webhooks are.</p>
${table("Callbacks", ["Topic", "Sent when", "Read of an answer", "User-Agent"], rows())}
${details()}`;
}
