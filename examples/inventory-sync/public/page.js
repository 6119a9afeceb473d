// The page's script. It loads and shows the stock, sends changes, and shows changes from the live stream.
import { showArrival, showRecent } from "./arrivals.js";
import { followChanges } from "./live.js";
import { showNote, showProblem, showReconciled, showRemoved, showState } from "./notes.js";
import { runAfterTyping, showLevel, showStock } from "./stock.js";
import { requestJson, souk } from "./store.js";

const search = document.querySelector("#search");
const pages = document.querySelector("#pages");
const previous = document.querySelector("#previous");
const next = document.querySelector("#next");

const selectionBar = document.querySelector("#chosen");

/** Comma-separated ids of the products that were selected in the admin; empty to show all products. */
let { chosen: selectedIds } = document.querySelector("main").dataset;
let page = 1;
/** Number of the last request for stock. Responses to earlier requests are ignored. */
let lastRequest = 0;

async function loadStock() {
  const currentRequest = ++lastRequest;
  const query = new URLSearchParams({
    page: String(page),
    query: search.elements.query.value.trim(),
    products: selectedIds,
  });
  try {
    const stock = await requestJson("GET", `/stock?${query}`);
    if (currentRequest !== lastRequest) return;
    showProblem("");
    page = stock.page;
    showStock(stock, changeStock);
    showPages(stock);
    showSelection(stock);
  } catch (error) {
    if (currentRequest === lastRequest) showProblem(`The stock could not be loaded. ${error.message}`);
  }
}

function showPages({ page_count }) {
  pages.hidden = page_count < 2;
  previous.disabled = page <= 1;
  next.disabled = page >= page_count;
  document.querySelector("#page-number").textContent = `Page ${page} of ${page_count}`;
}

/** Show which products are selected. A single product is shown by its title. */
function showSelection({ products }) {
  selectionBar.hidden = selectedIds === "";
  const [product] = products;
  const text = selectedIds.includes(",")
    ? "Selected products"
    : (product?.title ?? "This product no longer exists");
  selectionBar.querySelector("span").textContent = text;
}

/**
 * Send a stock change with a new idempotency key, so that a repeated request does not apply it again.
 * @param levelName variant and location, for the message to the user
 * @returns whether the change was made
 */
async function changeStock(body, levelName) {
  const key = crypto.randomUUID();
  try {
    const level = await requestJson("PUT", "/stock", { body, headers: { "idempotency-key": key } });
    showProblem("");
    showLevel(level);
    showNote(`${levelName}: ${level.quantity}`, "success");
    return true;
  } catch (error) {
    showProblem(`${levelName} was not changed. ${error.message}`);
    return false;
  }
}

function goToPage(number) {
  page = number;
  return loadStock();
}

search.addEventListener("submit", (event) => {
  event.preventDefault();
  goToPage(1);
});
selectionBar.querySelector("button").addEventListener("click", () => {
  selectedIds = "";
  goToPage(1);
});
previous.addEventListener("click", () => goToPage(page - 1));
next.addEventListener("click", () => goToPage(page + 1));

souk?.title("Stock").catch(() => undefined);
souk?.resize("auto").catch(() => undefined);

loadStock();
followChanges({
  onConnected: (arrivals) => {
    showState("live");
    showRecent(arrivals);
    // Load the changes that were missed while disconnected. The table is not replaced while the user types in it.
    runAfterTyping(loadStock);
  },
  onArrival: (arrival) => {
    if (arrival.level && !arrival.stale) showLevel(arrival.level);
    showArrival(arrival);
  },
  onReconciled: showReconciled,
  onLost: () => showState("lost"),
  onRefused: showProblem,
  onRemoved: showRemoved,
});
