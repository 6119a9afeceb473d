// The page: asks for the stock, shows it, sends changes, and follows what arrives.
import { showArrival, showRecent } from "./arrivals.js";
import { followLive } from "./live.js";
import { note, problem, reconciled, removed, state } from "./notes.js";
import { showLevel, showStock, whenNobodyTypes } from "./stock.js";
import { ask, souk } from "./store.js";

const search = document.querySelector("#search");
const pages = document.querySelector("#pages");
const previous = document.querySelector("#previous");
const next = document.querySelector("#next");

const chosen = document.querySelector("#chosen");

/** What was chosen in the admin: the ids as the address of the stock takes them; empty shows all products. */
let { chosen: products } = document.querySelector("main").dataset;
let page = 1;
/** Only the latest request counts: responses to earlier ones are dropped. */
let asked = 0;

async function loadStock() {
  const mine = ++asked;
  const query = new URLSearchParams({
    page: String(page),
    query: search.elements.query.value.trim(),
    products,
  });
  try {
    const stock = await ask("GET", `/stock?${query}`);
    if (mine !== asked) return;
    problem("");
    page = stock.page;
    showStock(stock, change);
    showPages(stock);
    showChosen(stock);
  } catch (error) {
    if (mine === asked) problem(`The stock could not be loaded: ${error.message}`);
  }
}

function showPages({ page_count }) {
  pages.hidden = page_count < 2;
  previous.disabled = page <= 1;
  next.disabled = page >= page_count;
  document.querySelector("#page-number").textContent = `Page ${page} of ${page_count}`;
}

/** Says which products were chosen in the admin, by name where it is one. */
function showChosen({ products: shown }) {
  chosen.hidden = products === "";
  const [only] = shown;
  const text = products.includes(",")
    ? "Selected products"
    : (only?.title ?? "This product no longer exists");
  chosen.querySelector("span").textContent = text;
}

/** Sends a change under a name of its own, so that it happens once however often it is sent. */
async function change(body, what) {
  const key = crypto.randomUUID();
  try {
    const level = await ask("PUT", "/stock", { body, headers: { "idempotency-key": key } });
    problem("");
    showLevel(level);
    note(`${what}: ${level.quantity}`, "success");
    return true;
  } catch (error) {
    problem(`${what} was not changed: ${error.message}`);
    return false;
  }
}

function turnTo(other) {
  page = other;
  return loadStock();
}

search.addEventListener("submit", (event) => {
  event.preventDefault();
  turnTo(1);
});
chosen.querySelector("button").addEventListener("click", () => {
  products = "";
  turnTo(1);
});
previous.addEventListener("click", () => turnTo(page - 1));
next.addEventListener("click", () => turnTo(page + 1));

souk?.title("Stock").catch(() => undefined);
souk?.resize("auto").catch(() => undefined);

loadStock();
followLive({
  connected: (arrivals) => {
    state("live");
    showRecent(arrivals);
    // Read what was missed while disconnected; redrawing the table would discard what is being typed.
    whenNobodyTypes(loadStock);
  },
  arrived: (arrival) => {
    if (arrival.level && !arrival.stale) showLevel(arrival.level);
    showArrival(arrival);
  },
  reconciled,
  lost: () => state("lost"),
  refused: problem,
  removed,
});
