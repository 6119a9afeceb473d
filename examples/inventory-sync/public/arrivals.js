// The list of recent changes, newest first. They come from webhooks or were found by reconciliation.
import { getLevelName } from "./stock.js";

const arrivalList = document.querySelector("#webhooks");
const emptyMessage = document.querySelector("#no-webhooks");
const maxArrivals = 12;

/** Replace the list with the recent changes. This includes changes that arrived before the page connected. */
export function showRecent(arrivals) {
  arrivalList.replaceChildren();
  for (const arrival of arrivals) showArrival(arrival, { isNew: false });
}

/** Add a change at the top of the list, and remove the oldest above the maximum. @param isNew whether to highlight it */
export function showArrival(arrival, { isNew = true } = {}) {
  const item = document.createElement("li");
  if (isNew) item.className = "fresh";
  const heading =
    arrival.topic === null ? createLine("topic", "Found by reconciliation") : createTopicLine(arrival.topic);
  item.append(
    heading,
    createLine("what", describeChange(arrival)),
    createLine("quiet", describeCause(arrival)),
  );
  arrivalList.prepend(item);
  while (arrivalList.children.length > maxArrivals) arrivalList.lastChild.remove();
  emptyMessage.hidden = arrivalList.children.length > 0;
}

/** Create the line of a topic. A topic is one long word, so the line can break after its slash. */
function createTopicLine(topic) {
  const [resource, ...actionParts] = topic.split("/");
  const span = createLine("topic", `${resource}/`);
  span.append(document.createElement("wbr"), actionParts.join("/"));
  return span;
}

function createLine(className, text) {
  const span = document.createElement("span");
  span.className = className;
  span.textContent = text;
  return span;
}

function describeChange({ level, product, stale }) {
  const change = level
    ? `${getLevelName(level)}: ${level.quantity}`
    : (product?.title ?? "Something changed");
  return stale ? `${change} (ignored, because it is not newer than the shown state)` : change;
}

function describeCause({ sent_at, context, by_app }) {
  const time = sent_at === null ? "" : new Date(sent_at).toLocaleTimeString();
  return [time, context === null ? "" : `by ${context}`, by_app === null ? "" : `from ${by_app}`]
    .filter((part) => part !== "")
    .join(" · ");
}
