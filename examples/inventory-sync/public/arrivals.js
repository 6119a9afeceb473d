// The list of changes: webhooks, and what reconciliation found; the newest first.
import { nameOf } from "./stock.js";

const list = document.querySelector("#webhooks");
const empty = document.querySelector("#no-webhooks");
const longest = 12;

/** Shows what had arrived before the page was opened, or while it heard nothing. */
export function showRecent(arrivals) {
  list.replaceChildren();
  for (const arrival of arrivals) showArrival(arrival, { isNew: false });
}

export function showArrival(arrival, { isNew = true } = {}) {
  const item = document.createElement("li");
  if (isNew) item.className = "fresh";
  const heading =
    arrival.topic === null ? line("topic", "Found by reconciliation") : topicLine(arrival.topic);
  item.append(heading, line("what", describe(arrival)), line("quiet", source(arrival)));
  list.prepend(item);
  while (list.children.length > longest) list.lastChild.remove();
  empty.hidden = list.children.length > 0;
}

/** A topic is one long word, which may be broken after its slash. */
function topicLine(topic) {
  const [resource, ...rest] = topic.split("/");
  const span = line("topic", `${resource}/`);
  span.append(document.createElement("wbr"), rest.join("/"));
  return span;
}

function line(style, text) {
  const span = document.createElement("span");
  span.className = style;
  span.textContent = text;
  return span;
}

function describe({ level, product, stale }) {
  const what = level ? `${nameOf(level)}: ${level.quantity}` : (product?.title ?? "Something changed");
  return stale ? `${what} (not newer than what is known, ignored)` : what;
}

function source({ sent_at, context, by_app }) {
  const at = sent_at === null ? "" : new Date(sent_at).toLocaleTimeString();
  return [at, context === null ? "" : `by ${context}`, by_app === null ? "" : `from ${by_app}`]
    .filter((part) => part !== "")
    .join(" · ");
}
