// Messages beside the stock: notes, errors, and the state of live updates.
import { souk } from "./store.js";

const noteLine = document.querySelector("#note");
const problemLine = document.querySelector("#problem");
const stateLine = document.querySelector("#state");
const reconciledLine = document.querySelector("#reconciled");

const states = { live: "Live", lost: "Reconnecting…", removed: "Removed" };

/** Show a short note: as a toast inside the admin, otherwise on the page. */
export function note(text, style) {
  if (souk) souk.toast(text, { style }).catch(() => undefined);
  else noteLine.textContent = text;
}

/** Show an error until an action succeeds; an empty text removes it. */
export function problem(text) {
  problemLine.textContent = text;
  problemLine.hidden = text === "";
}

/** Show whether live updates from the store arrive. */
export function state(name) {
  stateLine.dataset.state = name;
  stateLine.textContent = states[name];
}

/** Show the time up to which the store's products were compared to find missed webhooks; null when it has no product. */
export function reconciled(to) {
  reconciledLine.hidden = to === null;
  if (to !== null) reconciledLine.textContent = `Reconciled up to ${new Date(to).toLocaleString()}`;
}

/** Show that the store has removed the app, so that nothing more can be shown or changed. */
export function removed() {
  state("removed");
  document.querySelector(".columns").hidden = true;
  problem("The app was uninstalled from this store.");
}
